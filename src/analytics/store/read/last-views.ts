import { dayOfHour, firstDayOfMonth } from '../../time.ts'
import { visitBlock } from '../blocks/block.ts'
import type { Tx } from '../engine.ts'
import { readBlock } from '../blocks/grow-blocks.ts'
import type { PageList } from './page-lists.ts'
import type { Counted } from './view-filter.ts'

/**
 * The last day on which each of some pages was viewed, by slot; pages that never were are left out. Months are read from the newest
 * back until every page is found, and of a month its days only when a page was last viewed in it.
 *
 * Whoever saw the view counts here, beacon or server: a reader was there.
 */
export async function findLastDays(
  tx: Tx,
  projectId: string,
  { slots }: PageList,
  wanted: ReadonlySet<number>,
  only: Counted | undefined,
): Promise<Map<number, number>> {
  const days = new Map<number, number>()
  const isSeen = (human: number, ai: number) => (only !== 'ai' && human > 0) || (only !== 'human' && ai > 0)
  const note = (slot: number, day: number) => void days.set(slot, Math.max(days.get(slot) ?? 0, day))

  const inMonth = new Map<number, Set<number>>()
  const left = new Set(wanted)
  for (const month of await readMonths(tx, projectId)) {
    if (left.size === 0) break
    await visit(tx, projectId, 'month', month, (pageId, human, ai) => {
      const slot = slots[pageId]!
      if (!left.has(slot) || !isSeen(human, ai)) return
      left.delete(slot)
      inMonth.set(month, (inMonth.get(month) ?? new Set()).add(slot))
    })
  }
  for (const [month, slotsOfMonth] of inMonth)
    for (let day = firstDayOfMonth(month + 1) - 1; day >= firstDayOfMonth(month) && slotsOfMonth.size > 0; day--)
      await visit(tx, projectId, 'day', day, (pageId, human, ai) => {
        const slot = slots[pageId]!
        if (isSeen(human, ai) && slotsOfMonth.delete(slot)) note(slot, day)
      })

  // What is not folded yet.
  const rows = (await tx.rows(
    'select page_id, bucket, human + human_beacon, ai + ai_beacon from view_hour where project_id = ?',
    projectId,
  )) as [number, number, number, number][]
  for (const [pageId, hour, human, ai] of rows) {
    const slot = slots[pageId]!
    if (wanted.has(slot) && isSeen(human, ai)) note(slot, dayOfHour(hour))
  }
  return days
}

async function readMonths(tx: Tx, projectId: string): Promise<number[]> {
  const rows = await tx.all<{ bucket: number }>(
    "select bucket from view_block where project_id = ? and unit = 'month' order by bucket desc",
    projectId,
  )
  return rows.map((row) => row.bucket)
}

async function visit(
  tx: Tx,
  projectId: string,
  unit: 'day' | 'month',
  bucket: number,
  see: (pageId: number, human: number, ai: number) => void,
): Promise<void> {
  const block = await readBlock(tx, projectId, unit, bucket)
  if (block) visitBlock(block, (pageId, human, humanBeacon, ai, aiBeacon) => see(pageId, human + humanBeacon, ai + aiBeacon))
}
