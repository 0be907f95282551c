import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ByteWords, viewOf } from './byte-words.ts'

describe('words of bytes', () => {
  it('have the same number when they have the same bytes, and only then, wherever they stand', () => {
    const word = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 9 }),
      fc.string({ unit: 'binary-ascii', maxLength: 300 }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.nat(7)), { maxLength: 1500, size: 'max' }), (list) => {
        const words = new ByteWords()
        const numbers = new Map<string, number>()
        for (const [text, offset] of list) {
          const bytes = Buffer.from(`${'x'.repeat(offset)}${text}tail`, 'latin1')
          const number = words.find(bytes, viewOf(bytes), offset, offset + text.length)
          expect(number).toBe(numbers.get(text) ?? numbers.size)
          numbers.set(text, number)
        }
        expect(words.size).toBe(numbers.size)
        expect(words.byteLength).toBe([...numbers.keys()].join('').length)
        for (const [text, number] of numbers) expect(words.text(number)).toBe(text)
      }),
      { numRuns: 10 },
    )
  })
})
