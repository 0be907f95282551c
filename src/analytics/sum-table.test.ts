import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KEY_NUMBERS, SumTable, sortedRows } from './sum-table.ts'

const number = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }))
const key = fc.tuple(number, number, number, number, number, number)
const additions = fc.array(fc.tuple(key, fc.integer({ min: -9, max: 9 })), { maxLength: 3000, size: 'max' })

function read(table: SumTable): [string, number[]][] {
  return Array.from(sortedRows(table.keys, table.size), (row) => [
    table.keys.slice(row * KEY_NUMBERS, (row + 1) * KEY_NUMBERS).join(),
    Array.from(table.sums.slice(row * table.width, (row + 1) * table.width)),
  ])
}

describe('a table of sums', () => {
  it('has the sum of every key, in the order of the keys, however many there are', () => {
    fc.assert(
      fc.property(additions, (list) => {
        const table = new SumTable([0, 7])
        const sums = new Map<string, { parts: number[]; sum: number }>()
        for (const [parts, count] of list) {
          table.add(0, count, ...parts)
          const entry = sums.get(parts.join()) ?? { parts, sum: 0 }
          entry.sum += count
          sums.set(parts.join(), entry)
        }
        const compare = (one: number[], two: number[]) =>
          one.map((part, index) => part - two[index]!).find((part) => part !== 0) ?? 0
        const wanted = [...sums].sort(([, one], [, two]) => compare(one.parts, two.parts))
        expect(read(table)).toEqual(wanted.map(([name, { sum }]) => [name, [sum, 7]]))
      }),
      { numRuns: 10 },
    )
  })

  it('is empty after it was cleared, and can be filled again', () => {
    const table = new SumTable([0])
    table.add(0, 5, 1, 2)
    table.clear()
    expect(read(table)).toEqual([])
    table.add(0, 3, 1, 2)
    expect(read(table)).toEqual([['1,2,0,0,0,0', [3]]])
  })
})
