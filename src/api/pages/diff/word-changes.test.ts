import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWordBudget, findWordChanges } from './word-changes.ts'

/** Shows marks as brackets. */
function mark(before: string, after: string): [string, string] | null {
  const changes = findWordChanges(before, after, createWordBudget())
  const show = (line: string, ranges: readonly (readonly [number, number])[]) =>
    ranges
      .toReversed()
      .reduce((text, [start, end]) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`, line)
  return changes && [show(before, changes.removed), show(after, changes.added)]
}

describe('changed words', () => {
  it.each([
    ['Open the workspace.', 'Open the project.', 'Open the [workspace].', 'Open the [project].'],
    ['a b c', 'a c', 'a [b ]c', 'a c'],
    ['the old name is here', 'the new title is here', 'the [old name] is here', 'the [new title] is here'],
    ['foo(bar, baz)', 'foo(bar, qux)', 'foo(bar, [baz])', 'foo(bar, [qux])'],
    ['Größe ändern jetzt', 'Größe anpassen jetzt', 'Größe [ändern] jetzt', 'Größe [anpassen] jetzt'],
    ['same', 'same', 'same', 'same'],
  ])('%j → %j', (before, after, removed, added) => {
    expect(mark(before, after)).toEqual([removed, added])
  })

  it('are not marked where the lines have little in common', () => {
    expect(mark('An entirely different sentence', 'Nothing of this stayed')).toBeNull()
    expect(mark('', 'something')).not.toEqual(['', 'something'])
  })

  it('are not looked for once the page has spent its time, or in endless lines', () => {
    expect(findWordChanges('a b', 'a c', { steps: 0 })).toBeNull()
    expect(mark('a '.repeat(3000), 'b '.repeat(3000))).toBeNull()
  })

  it('leave the same text on both sides when they are taken out', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'cc', ' ', '.', 'é'), { maxLength: 30 }).map((parts) => parts.join(''))
    const without = (line: string, ranges: readonly (readonly [number, number])[]) =>
      ranges.toReversed().reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), line)
    fc.assert(
      fc.property(words, words, (before, after) => {
        const changes = findWordChanges(before, after, createWordBudget())
        if (!changes) return
        // Spaces between two changed words are marked with them.
        expect(without(before, changes.removed).replaceAll(' ', '')).toBe(without(after, changes.added).replaceAll(' ', ''))
      }),
    )
  })
})
