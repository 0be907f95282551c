import type { Counts } from './block.ts'
import type { Tx } from './engine.ts'
import { growBlocks } from './grow-blocks.ts'
import { createRowSums } from './row-sums.ts'
import { TABLES } from './tables.ts'

/** Rows that one transaction folds: some 30 ms, so that views that arrive meanwhile do not wait long. */
const ROWS_MAX = 10_000

/**
 * Moves rows of hours into the blocks of their day and month. What a question answers is the same before and after: blocks
 * and rows are added up. Returns false when nothing is left to fold.
 */
export async function foldViews(tx: Tx, projectId: string): Promise<boolean> {
  await lockProject(tx, projectId)
  const rows = (await tx.rows(
    'select bucket, page_id, human, human_beacon, ai, ai_beacon from view_hour where project_id = ? order by bucket, page_id limit ?',
    projectId,
    ROWS_MAX,
  )) as [hour: number, pageId: number, ...Counts][]
  if (rows.length === 0) return false
  const views = createRowSums(TABLES.viewHour)
  for (const [hour, pageId, ...counts] of rows) {
    const at = views.find(hour, pageId)
    views.sums.set(counts, at)
  }
  await growBlocks(tx, projectId, views)
  const [lastHour, lastPage] = rows.at(-1)!
  await tx.run('delete from view_hour where project_id = ? and (bucket, page_id) <= (?, ?)', projectId, lastHour, lastPage)
  return rows.length === ROWS_MAX
}

/** Keeps other processes from counting views of the project meanwhile. SQLite has one writer anyway. */
export async function lockProject(tx: Tx, projectId: string): Promise<void> {
  if (tx.isPostgres) await tx.all('select value from watermark where project_id = ? for update', projectId)
}
