import { expect, it } from 'vitest'
import { findWordChange } from './word-change.ts'

it('finds the words that changed, whole', () => {
  expect(findWordChange('Open the workspace now.', 'Open the workshop now.')).toEqual({
    head: 'Open the ',
    removed: 'workspace',
    added: 'workshop',
    tail: ' now.',
  })
  expect(findWordChange('See [limits](/limits).', 'See [limits](/rate-limits).')).toMatchObject({ removed: '', added: 'rate-' })
})

it('puts a line back together on both sides', () => {
  for (const [before, after] of [
    ['a a a b', 'a a b'],
    ['same', 'same'],
    ['the cat', 'the cat sat'],
  ] as const) {
    const { head, removed, added, tail } = findWordChange(before, after)!
    expect([head + removed + tail, head + added + tail]).toEqual([before, after])
  }
})

it('marks nothing in lines that have little in common', () => {
  expect(findWordChange('Read the introduction.', 'Then run the command line tool.')).toBeNull()
  expect(findWordChange('', 'New')).toBeNull()
})
