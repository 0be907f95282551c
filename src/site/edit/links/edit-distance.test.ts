import { distance } from 'fastest-levenshtein'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 })

describe('the edit distance', () => {
  it.each([
    ['guide', 'guide', 0],
    ['guide', 'giude', 1],
    ['authentication', 'authentification', 2],
    ['ab', 'ba', 1],
    ['', 'abc', 3],
    ['abcdef', 'ghijkl', 4],
  ])('of %j and %j, up to 3, is %d', (one, other, changes) => {
    expect(editDistance(one, other, 3)).toBe(changes)
    expect(editDistance(other, one, 3)).toBe(changes)
  })

  it('is at most that of a library that counts a swap as two changes, and at least half of it', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        const changes = editDistance(one, other, 20)
        expect(changes).toBeLessThanOrEqual(distance(one, other))
        expect(changes * 2).toBeGreaterThanOrEqual(distance(one, other))
      }),
    )
  })

  it('is the same with any limit that it is within', () => {
    fc.assert(
      fc.property(word, word, fc.nat(4), (one, other, limit) => {
        expect(editDistance(one, other, limit)).toBe(Math.min(editDistance(one, other, 20), limit + 1))
      }),
    )
  })
})
