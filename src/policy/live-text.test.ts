import { describe, expect, it } from 'vitest'
import { liveText } from './live-text.ts'

/** A megabyte each, as long as a page may be: a call with a list of all that is in it would be one with too many arguments. */
describe('a page of nothing but', () => {
  it.each([
    ['blank lines in code', `    a\n${'\n'.repeat(900_000)}    b`],
    ['lines of a quotation', `> ${'a\n'.repeat(450_000)}`],
    ['code within a line', '`a` '.repeat(240_000)],
    ['attributes', `a <b ${'c="" '.repeat(180_000)}>`],
  ])('%s is read', (_, page) => {
    expect(liveText(page, { dialect: 'both', python: 'usual' }).texts.length).toBeGreaterThan(0)
  })
})
