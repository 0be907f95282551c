import { HOURS_PER_DAY, dayOfHour, monthOfDay } from '../time.ts'
import { type Counts, mergeBlock } from './block.ts'
import type { Tx } from './engine.ts'

/** Rows that one transaction folds: some 30 ms, so that views that arrive meanwhile do not wait long. */
const ROWS_MAX = 10_000

/** `hour` blocks hold all hours of one day, with `page * 24 + hour` as the key; the others have the page. Stored. */
export type BlockUnit = 'hour' | 'day' | 'month'

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
  const blocks: Record<BlockUnit, Map<number, Map<number, Counts>>> = { hour: new Map(), day: new Map(), month: new Map() }
  const put = (unit: BlockUnit, bucket: number, key: number, counts: Counts) => {
    const block = blocks[unit].get(bucket) ?? new Map<number, Counts>()
    blocks[unit].set(bucket, block)
    const sum = block.get(key)
    if (!sum) block.set(key, [...counts])
    else for (let column = 0; column < counts.length; column++) sum[column]! += counts[column]!
  }
  for (const [hour, pageId, ...counts] of rows) {
    const day = dayOfHour(hour)
    put('hour', day, pageId * HOURS_PER_DAY + (hour - day * HOURS_PER_DAY), counts)
    put('day', day, pageId, counts)
    put('month', monthOfDay(day), pageId, counts)
  }
  for (const [unit, buckets] of Object.entries(blocks) as [BlockUnit, Map<number, Map<number, Counts>>][])
    for (const [bucket, counts] of buckets) await growBlock(tx, projectId, unit, bucket, counts)
  const [lastHour, lastPage] = rows.at(-1)!
  await tx.run('delete from view_hour where project_id = ? and (bucket, page_id) <= (?, ?)', projectId, lastHour, lastPage)
  return rows.length === ROWS_MAX
}

/** Keeps other processes from counting views of the project meanwhile. SQLite has one writer anyway. */
export async function lockProject(tx: Tx, projectId: string): Promise<void> {
  if (tx.isPostgres) await tx.all('select value from watermark where project_id = ? for update', projectId)
}

async function growBlock(
  tx: Tx,
  projectId: string,
  unit: BlockUnit,
  bucket: number,
  counts: ReadonlyMap<number, Counts>,
): Promise<void> {
  const [found] = await tx.all<{ content: Uint8Array }>(
    'select content from view_block where project_id = ? and unit = ? and bucket = ?',
    projectId,
    unit,
    bucket,
  )
  await saveBlock(tx, projectId, unit, bucket, mergeBlock(found?.content ?? null, counts))
}

export async function saveBlock(tx: Tx, projectId: string, unit: BlockUnit, bucket: number, content: Buffer): Promise<void> {
  await tx.run(
    'insert into view_block (project_id, unit, bucket, content) values (?, ?, ?, ?) on conflict (project_id, unit, bucket) do update set content = excluded.content',
    projectId,
    unit,
    bucket,
    content,
  )
}
