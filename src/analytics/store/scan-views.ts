import { type HourRange, HOURS_PER_DAY, type Segment, dayOfHour, monthOfDay } from '../time.ts'
import { visitBlock } from './block.ts'
import type { Tx } from './engine.ts'
import type { BlockUnit } from './fold-views.ts'
import { DAY_MAX, type ReadPlan } from './read-plan.ts'

/** Gets the views of a page in a bucket. The same page and bucket may come several times, and with numbers below zero. */
export type VisitViews = (unit: BlockUnit, bucket: number, pageId: number, human: number, ai: number) => void

/** Reads all views of a range: whole months and days and the hours at the edges from blocks, and the rows not yet folded. */
export async function scanViews(tx: Tx, projectId: string, range: HourRange, plan: ReadPlan, visit: VisitViews): Promise<void> {
  for (const segment of plan.segments) await scanSegment(tx, projectId, segment, plan, visit)
  for (const [day, factors] of plan.corrections)
    for (const { content } of await readBlocks(tx, projectId, 'day', day, day + 1))
      visitBlock(content, (pageId, human, _humanBeacon, _ai, aiBeacon) =>
        visit('day', day, pageId, factors.human * human, factors.aiBeacon * aiBeacon),
      )
  const rows = (await tx.rows(
    'select bucket, page_id, human, human_beacon, ai, ai_beacon from view_hour where project_id = ? and bucket >= ? and bucket < ?',
    projectId,
    range.from ?? 0,
    range.to ?? DAY_MAX,
  )) as [number, number, number, number, number, number][]
  for (const [hour, pageId, human, humanBeacon, ai, aiBeacon] of rows) {
    const factors = plan.factorsOfDay(dayOfHour(hour))
    visit('hour', hour, pageId, humanBeacon + factors.human * human, ai + factors.aiBeacon * aiBeacon)
  }
}

async function scanSegment(
  tx: Tx,
  projectId: string,
  { unit, from, to }: Segment,
  plan: ReadPlan,
  visit: VisitViews,
): Promise<void> {
  if (unit !== 'hour') {
    for (const { bucket, content } of await readBlocks(tx, projectId, unit, from, to)) {
      const factors = unit === 'day' ? plan.factorsOfDay(bucket) : plan.factorsOfMonth(bucket)
      visitBlock(content, (pageId, human, humanBeacon, ai, aiBeacon) =>
        visit(unit, bucket, pageId, humanBeacon + factors.human * human, ai + factors.aiBeacon * aiBeacon),
      )
    }
    return
  }
  const [first, last] = [from ?? 0, to ?? DAY_MAX]
  for (const { bucket, content } of await readBlocks(tx, projectId, unit, dayOfHour(first), Math.ceil(last / HOURS_PER_DAY))) {
    const factors = plan.factorsOfDay(bucket)
    visitBlock(content, (key, human, humanBeacon, ai, aiBeacon) => {
      const pageId = Math.floor(key / HOURS_PER_DAY)
      const hour = bucket * HOURS_PER_DAY + (key - pageId * HOURS_PER_DAY)
      if (hour >= first && hour < last)
        visit(unit, hour, pageId, humanBeacon + factors.human * human, ai + factors.aiBeacon * aiBeacon)
    })
  }
}

function readBlocks(
  tx: Tx,
  projectId: string,
  unit: BlockUnit,
  from: number | null,
  to: number | null,
): Promise<{ bucket: number; content: Uint8Array }[]> {
  return tx.all(
    'select bucket, content from view_block where project_id = ? and unit = ? and bucket >= ? and bucket < ?',
    projectId,
    unit,
    from ?? 0,
    to ?? DAY_MAX,
  )
}

/** The bucket of a larger unit that a bucket lies in. */
export function toUnit(unit: BlockUnit, bucket: number, wanted: BlockUnit): number {
  if (unit === wanted) return bucket
  const day = unit === 'hour' ? dayOfHour(bucket) : bucket
  return wanted === 'day' ? day : monthOfDay(day)
}
