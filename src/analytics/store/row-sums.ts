import { KEY_NUMBERS, SumTable, sortedRows } from '../sum-table.ts'
import type { Tx, Value } from './engine.ts'
import type { Table } from './tables.ts'

const INITIAL = { add: 0, least: Infinity, greatest: -Infinity }

/** Rows of one table and project that are summed up before they are written: a batch has many views of the same page. */
export type RowSums = SumTable

export function createRowSums(table: Table): RowSums {
  return new SumTable(Object.values(table.counts).map((change) => INITIAL[change]))
}

/**
 * Adds the sums to what is stored.
 *
 * @param texts What the numbers in a key column of texts stand for.
 */
export async function writeRowSums(
  tx: Tx,
  table: Table,
  projectId: string,
  sums: RowSums,
  texts: readonly string[] = [],
): Promise<void> {
  if (sums.size === 0) return
  // In the order of the table: rows that follow each other are written to the same place.
  const order = sortedRows(sums.keys, sums.size)
  const [, ...keyTypes] = Object.values(table.keys)
  const columns: Value[][] = [Array<Value>(order.length).fill(projectId)]
  for (const [column, type] of keyTypes.entries())
    columns.push(
      Array.from(order, (row) => {
        const key = sums.keys[row * KEY_NUMBERS + column]!
        return type === 'text' ? texts[key]! : key
      }),
    )
  for (let column = 0; column < sums.width; column++)
    columns.push(Array.from(order, (row) => sums.sums[row * sums.width + column]!))
  await tx.add(table, columns)
}
