import { DETAILS, DETAIL_UNITS, type DetailUnit } from '../blocks/details.ts'
import type { Tx } from '../engine.ts'
import { BLOCK_BYTES_PER_ROW, growDetails, growViews } from '../blocks/grow-blocks.ts'
import { type RowSums, createRowSums } from '../row-sums.ts'
import { TABLES, type Table, columnsOf } from '../tables.ts'

/** Rows that one transaction folds: some 30 ms, so that views that arrive meanwhile do not wait long. */
const ROWS_MIN = 10_000

/** What is folded: the views of hours, and the details of days. */
export type Foldable = 'hour' | DetailUnit
export const FOLDABLES: readonly Foldable[] = ['hour', ...DETAIL_UNITS]

/** The number of rows for which a fold is worth its while: of a site with millions of pages, more are folded at once. */
export async function foldedAtOnce(tx: Tx, what: Foldable, projectId: string): Promise<number> {
  const [block] = await tx.all<{ bytes: number }>(
    'select length(content) as bytes from view_block where project_id = ? and unit = ? order by bucket desc limit 1',
    projectId,
    what,
  )
  return Math.max(ROWS_MIN, Math.ceil((block?.bytes ?? 0) / BLOCK_BYTES_PER_ROW))
}

/**
 * Moves rows into the blocks of their days. What a question answers is the same before and after: blocks and rows are added up.
 * Returns false when nothing is left to fold.
 */
export async function foldRows(tx: Tx, what: Foldable, projectId: string): Promise<boolean> {
  await lockProject(tx, projectId)
  const table = what === 'hour' ? TABLES.viewHour : DETAILS[what].table
  const rowsMax = await foldedAtOnce(tx, what, projectId)
  const { rows, last } = await readFirst(tx, table, projectId, rowsMax)
  if (rows.size === 0) return false
  if (what === 'hour') await growViews(tx, projectId, rows)
  else await growDetails(tx, what, projectId, rows)
  const keys = keysOf(table)
  await tx.run(
    `delete from ${table.name} where project_id = ? and (${keys.join(', ')}) <= (${keys.map(() => '?').join(', ')})`,
    projectId,
    ...last,
  )
  return rows.size === rowsMax
}

async function readFirst(tx: Tx, table: Table, projectId: string, rowsMax: number): Promise<{ rows: RowSums; last: number[] }> {
  const keys = keysOf(table)
  const [, ...columns] = columnsOf(table)
  const found = (await tx.rows(
    `select ${columns.join(', ')} from ${table.name} where project_id = ? order by ${keys.join(', ')} limit ?`,
    projectId,
    rowsMax,
  )) as number[][]
  const rows = createRowSums(table)
  for (const row of found) {
    const at = rows.find(...(row.slice(0, keys.length) as [number]))
    rows.sums.set(row.slice(keys.length), at)
  }
  return { rows, last: found.at(-1)?.slice(0, keys.length) ?? [] }
}

/** Without the project. */
function keysOf(table: Table): string[] {
  return Object.keys(table.keys).slice(1)
}

/** Keeps other processes from counting views of the project meanwhile. SQLite has one writer anyway. */
export async function lockProject(tx: Tx, projectId: string): Promise<void> {
  if (tx.isPostgres) await tx.all('select value from watermark where project_id = ? for update', projectId)
}
