import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KEY_NUMBERS, SumTable, sortedRows } from './sum-table.ts'

const number = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }))
const key = fc.tuple(number, number, number, number, number, number, number)
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

  it('is empty after it was cleared, and can be filled again with more or less', () => {
    fc.assert(
      fc.property(fc.array(additions, { minLength: 2, maxLength: 4 }), (lists) => {
        const table = new SumTable([0])
        for (const list of lists) {
          table.clear()
          expect(read(table)).toEqual([])
          const fresh = new SumTable([0])
          for (const [parts, count] of list) {
            table.add(0, count, ...parts)
            fresh.add(0, count, ...parts)
          }
          expect(read(table)).toEqual(read(fresh))
        }
      }),
      { numRuns: 10 },
    )
  })

  it('has the same sums when they come in columns, and without those that belong to none', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(key, fc.integer({ min: -9, max: 9 }), fc.constantFrom(-1, 0, 1))),
        fc.integer({ min: 1, max: 6 }),
        (list, width) => {
          const [single, columns] = [new SumTable([0, 0]), new SumTable([0, 0])]
          for (const [parts, count, column] of list)
            if (column !== -1) single.add(column, count, ...(parts.slice(0, width) as [number]))
          columns.addAll(
            Int32Array.from(list, ([, , column]) => column),
            Int32Array.from(list, ([, count]) => count),
            Array.from({ length: width }, (_, place) => Int32Array.from(list, ([parts]) => parts[place]!)),
          )
          expect(read(columns)).toEqual(read(single))
          const sum = (table: SumTable, column: number) => table.sumColumn(column).reduce((all, one) => all + one, 0)
          expect([sum(columns, 0), sum(columns, 1)]).toEqual([sum(single, 0), sum(single, 1)])
          expect(columns.keyColumn(0).sort()).toEqual(single.keyColumn(0).sort())
        },
      ),
    )
  })
})
