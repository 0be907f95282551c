import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SiteProblem } from './site-problem.ts'
import { compareProblems } from './compare-problems.ts'

function broken(path: string, line: number, target: string): SiteProblem {
  return { code: 'broken-link', path, line, target, message: '' }
}

describe('compareProblems', () => {
  test('sees no change when lines move', () => {
    expect(compareProblems([broken('a', 1, 'x'), broken('a', 9, 'x')], [broken('a', 5, 'x'), broken('a', 70, 'x')])).toEqual({
      added: [],
      fixed: [],
    })
  })

  test('counts how often a problem occurs on a page', () => {
    const { added, fixed } = compareProblems([broken('a', 1, 'x')], [broken('a', 1, 'x'), broken('a', 2, 'x')])
    expect(added).toEqual([broken('a', 2, 'x')])
    expect(fixed).toEqual([])
  })

  test('tells added from fixed', () => {
    expect(compareProblems([broken('a', 1, 'x')], [broken('a', 1, 'y')])).toEqual({
      added: [broken('a', 1, 'y')],
      fixed: [broken('a', 1, 'x')],
    })
  })

  test('follows a page that moved, with and without being told', () => {
    const before = [broken('old', 1, 'x'), broken('b', 1, 'x')]
    const after = [broken('b', 1, 'x'), broken('new', 4, 'x')]
    expect(compareProblems(before, after)).toEqual({ added: [], fixed: [] })
    expect(compareProblems(before, after, new Map([['old', 'new']]))).toEqual({ added: [], fixed: [] })
  })

  test('takes a target that was rewritten because of a move for the same problem', () => {
    const anchor = (path: string, target: string): SiteProblem => ({ code: 'broken-anchor', path, line: 1, target, message: '' })
    expect(compareProblems([anchor('a', 'old/x.md#gone')], [anchor('a', 'new/x.md#gone')])).toEqual({ added: [], fixed: [] })
    expect(compareProblems([broken('old/a', 1, '../img/x.png')], [broken('new/a', 1, '../../img/x.png')])).toEqual({
      added: [],
      fixed: [],
    })
    expect(compareProblems([anchor('a', 'x.md#one')], [anchor('a', 'x.md#two')]).added).toHaveLength(1)
  })

  test('does not take the same mistake on another page for a move while the first page still has problems', () => {
    const before = [broken('a', 1, 'x'), broken('a', 2, 'y')]
    const after = [broken('a', 2, 'y'), broken('b', 1, 'x')]
    expect(compareProblems(before, after)).toEqual({ added: [broken('b', 1, 'x')], fixed: [broken('a', 1, 'x')] })
  })

  test('keeps the balance: before, less what was fixed, plus what was added, is as many as after', () => {
    const problem = fc.record({
      code: fc.constantFrom('broken-link' as const, 'heading-jump' as const),
      path: fc.constantFrom('a', 'b', 'c'),
      line: fc.nat(9),
      target: fc.constantFrom('x', 'y'),
      message: fc.constant(''),
    })
    fc.assert(
      fc.property(fc.array(problem), fc.array(problem), (before, after) => {
        const { added, fixed } = compareProblems(before, after)
        expect(before.length - fixed.length + added.length).toBe(after.length)
        expect(compareProblems(before, before)).toEqual({ added: [], fixed: [] })
      }),
    )
  })
})
