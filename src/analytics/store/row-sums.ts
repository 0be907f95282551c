import type { Tx, Value } from './engine.ts'
import { type Table, columnsOf } from './tables.ts'

/** Rows of one table that are summed up before they are written: a batch has many views of the same page. */
export interface RowSums {
  add(keys: readonly (string | number)[], counts: readonly number[]): void
  size(): number
  writeTo(tx: Tx): Promise<void>
}

export function createRowSums(table: Table): RowSums {
  const rows = new Map<string, Value[]>()
  const changes = Object.values(table.counts)
  const first = Object.keys(table.keys).length
  return {
    add: (keys, counts) => {
      const key = keys.join('\n')
      const row = rows.get(key)
      if (!row) {
        rows.set(key, [...keys, ...counts])
        return
      }
      for (const [index, change] of changes.entries()) {
        const old = row[first + index] as number
        const more = counts[index]!
        row[first + index] = change === 'add' ? old + more : change === 'least' ? Math.min(old, more) : Math.max(old, more)
      }
    },
    size: () => rows.size,
    writeTo: async (tx) => {
      if (rows.size === 0) return
      const list = [...rows.values()]
      await tx.add(
        table,
        columnsOf(table).map((_, column) => list.map((row) => row[column]!)),
      )
    },
  }
}
