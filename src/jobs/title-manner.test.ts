import { describe, expect, it } from 'vitest'
import { PLAIN_MANNER, inManner, readTitleManner } from './title-manner.ts'

describe('the manner of titles', () => {
  it('is read from the history', () => {
    expect(readTitleManner(['docs: add x', 'feat(api)!: y', 'fix: z', 'Merge branch main'])).toEqual({
      prefix: 'docs: ',
      isSmall: true,
    })
    expect(readTitleManner(['doc: Add x', 'fix: Mend y', 'chore: Tidy'])).toEqual({ prefix: 'doc: ', isSmall: false })
  })

  it('is plain where most subjects are, or where there is hardly a history', () => {
    expect(readTitleManner(['Add x', 'docs: y', 'Mend z', 'Note: careful'])).toEqual(PLAIN_MANNER)
    expect(readTitleManner(['docs: y'])).toEqual(PLAIN_MANNER)
    expect(readTitleManner([])).toEqual(PLAIN_MANNER)
  })

  it('is put on a title once, and keeps names as they are', () => {
    const manner = { prefix: 'docs: ', isSmall: true }
    expect(inManner('Rename "a" to "b"', manner)).toBe('docs: rename "a" to "b"')
    expect(inManner('docs: rename it', manner)).toBe('docs: rename it')
    expect(inManner('README says more', manner)).toBe('docs: README says more')
    expect(inManner('Rename it', PLAIN_MANNER)).toBe('Rename it')
  })
})
