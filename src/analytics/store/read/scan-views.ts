import { type HourRange, HOURS_PER_DAY, dayOfHour, monthOfDay } from '../../time.ts'
import { type Counts, visitBlock } from '../blocks/block.ts'
import type { Tx } from '../engine.ts'
import type { ViewUnit } from '../blocks/grow-blocks.ts'
import { DAY_MAX } from '../tables.ts'
import type { BlockRead, ReadPlan } from './read-plan.ts'
import { visitSeenTwice } from './seen-twice.ts'

/** Gets the views of a range. The same page may come several times, and with numbers below zero. */
export interface ViewSink {
  /** A block of pages, of which the counts are to be added by their factors. */
  addBlock(unit: 'day' | 'month', bucket: number, content: Uint8Array, factors: Counts): void
  addHour(hour: number, pageId: number, human: number, ai: number): void
}

/** Reads all views of a range: whole months and days and the hours at the edges from blocks, and the rows not yet folded. */
export async function scanViews(tx: Tx, projectId: string, range: HourRange, plan: ReadPlan, sink: ViewSink): Promise<void> {
  for (const read of plan.reads) {
    if (read.unit === 'hour') await scanHours(tx, projectId, read, plan, sink)
    else await scanBlocks(tx, projectId, read, plan, sink)
  }
  for (const [day, factors] of plan.corrections)
    for (const { content } of await readBlocks(tx, projectId, 'day', day, day + 1)) sink.addBlock('day', day, content, factors)
  const rows = (await tx.rows(
    'select bucket, page_id, human, human_beacon, ai, ai_beacon from view_hour where project_id = ? and bucket >= ? and bucket < ?',
    projectId,
    range.from ?? 0,
    range.to ?? DAY_MAX,
  )) as [number, number, number, number, number, number][]
  for (const [hour, pageId, human, humanBeacon, ai, aiBeacon] of rows) {
    const factors = plan.factorsOfDay(dayOfHour(hour))
    sink.addHour(hour, pageId, factors[0] * human + factors[1] * humanBeacon, ai + factors[3] * aiBeacon)
  }
  await visitSeenTwice(tx, projectId, range, plan, (hour, pageId, byServer, byScript) =>
    sink.addHour(hour, pageId, -Math.min(byServer, byScript), 0),
  )
}

async function scanBlocks(tx: Tx, projectId: string, read: BlockRead, plan: ReadPlan, sink: ViewSink): Promise<void> {
  const unit = read.unit === 'day' ? 'day' : 'month'
  for (const { bucket, content } of await readBlocks(tx, projectId, unit, read.from, read.to)) {
    const factors = unit === 'day' ? plan.factorsOfDay(bucket) : plan.factorsOfMonth(bucket)
    sink.addBlock(unit, bucket, content, read.sign === 1 ? factors : (factors.map((factor) => -factor) as Counts))
  }
}

async function scanHours(tx: Tx, projectId: string, { from, to }: BlockRead, plan: ReadPlan, sink: ViewSink): Promise<void> {
  const [first, last] = [from ?? 0, to ?? DAY_MAX]
  for (const { bucket, content } of await readBlocks(tx, projectId, 'hour', dayOfHour(first), Math.ceil(last / HOURS_PER_DAY))) {
    const factors = plan.factorsOfDay(bucket)
    visitBlock(content, (key, human, humanBeacon, ai, aiBeacon) => {
      const pageId = Math.floor(key / HOURS_PER_DAY)
      const hour = bucket * HOURS_PER_DAY + (key - pageId * HOURS_PER_DAY)
      if (hour >= first && hour < last)
        sink.addHour(hour, pageId, factors[0] * human + factors[1] * humanBeacon, ai + factors[3] * aiBeacon)
    })
  }
}

function readBlocks(
  tx: Tx,
  projectId: string,
  unit: ViewUnit,
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
export function toUnit(unit: ViewUnit, bucket: number, wanted: ViewUnit): number {
  if (unit === wanted) return bucket
  const day = unit === 'hour' ? dayOfHour(bucket) : bucket
  return wanted === 'day' ? day : monthOfDay(day)
}
