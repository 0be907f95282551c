import type { Tx, Value } from './engine.ts'
import { type Table, columnsOf } from './tables.ts'

/** Rows of one table that are summed up before they are written: a batch has many views of the same page. */
export interface RowSums {
  add(projectId: string, keys: readonly (string | number)[], counts: readonly number[]): void
  size(): number
  writeTo(tx: Tx): Promise<void>
}

export function createRowSums(table: Table): RowSums {
  const byProject = new Map<string, Map<string | number, Value[]>>()
  const changes = Object.values(table.counts)
  const first = Object.keys(table.keys).length
  const rowsOf = (projectId: string) => {
    const rows = byProject.get(projectId) ?? new Map<string | number, Value[]>()
    byProject.set(projectId, rows)
    return rows
  }
  return {
    add: (projectId, keys, counts) => {
      const rows = rowsOf(projectId)
      const key = toKey(keys)
      const row = rows.get(key)
      if (!row) {
        rows.set(key, [projectId, ...keys, ...counts])
        return
      }
      for (let index = 0; index < changes.length; index++) {
        const old = row[first + index] as number
        const more = counts[index]!
        const change = changes[index]
        row[first + index] = change === 'add' ? old + more : change === 'least' ? Math.min(old, more) : Math.max(old, more)
      }
    },
    size: () => byProject.values().reduce((sum, rows) => sum + rows.size, 0),
    writeTo: async (tx) => {
      for (const [, rows] of byProject) {
        // In the order of the table: rows that follow each other are written to the same place.
        const list = [...rows].sort(([one], [two]) => (one < two ? -1 : 1)).map(([, row]) => row)
        await tx.add(
          table,
          columnsOf(table).map((_, column) => list.map((row) => row[column]!)),
        )
      }
    },
  }
}

/** Numbers below which ids are nearly always, so that a bucket and up to two of them make one exact number. */
const LAST_MAX = 2 ** 21
const MIDDLE_MAX = 2 ** 16
const BUCKET_MAX = 2 ** 16

/** One number where possible: to make and to compare a text for each of several sums of each view takes most of the time. */
function toKey(keys: readonly (string | number)[]): string | number {
  const [one, two, three] = keys
  if (typeof one === 'number' && typeof two === 'number') {
    if (keys.length === 2 && two < LAST_MAX) return one * LAST_MAX + two
    const isSmall = one < BUCKET_MAX && two < MIDDLE_MAX && typeof three === 'number' && three < LAST_MAX
    if (keys.length === 3 && isSmall) return (one * MIDDLE_MAX + two) * LAST_MAX + three
  }
  return keys.length === 1 ? one! : keys.join('\n')
}
