import { type HourRange, HOURS_PER_DAY, dayOfHour } from '../../time.ts'
import { visitBlock } from '../blocks/block.ts'
import type { Tx } from '../engine.ts'
import { isSeenByBoth } from '../site-day.ts'
import { DAY_MAX } from '../tables.ts'
import type { ReadPlan } from './read-plan.ts'

/** People on one page in one hour, as a server and as the script saw them: neither is 0. */
export type SeeTwice = (hour: number, pageId: number, byServer: number, byScript: number) => void

type People = [byServer: number, byScript: number]

/** Calls `see` where both a server and the script saw people: the smaller of both numbers is what a sum of all counts twice. */
export async function visitSeenTwice(
  tx: Tx,
  projectId: string,
  range: HourRange,
  { days, people }: Pick<ReadPlan, 'days' | 'people'>,
  see: SeeTwice,
): Promise<void> {
  // Of one alone nobody is seen twice.
  if (people !== 'auto') return
  const [from, to] = [range.from ?? 0, range.to ?? DAY_MAX]
  const shared = days.filter((day) => isSeenByBoth(day)).map(({ day }) => day)
  const wanted = new Set(shared.filter((day) => (day + 1) * HOURS_PER_DAY > from && day * HOURS_PER_DAY < to))
  if (wanted.size === 0) return
  const rows = await readRows(tx, projectId, wanted, from, to)
  const seePeople = (hour: number, pageId: number, [byServer, byScript]: Readonly<People>) => {
    if (hour >= from && hour < to && byServer > 0 && byScript > 0) see(hour, pageId, byServer, byScript)
  }
  for (const day of wanted) {
    const waiting = rows.get(day)
    const [block] = await tx.all<{ content: Uint8Array }>(
      "select content from view_block where project_id = ? and unit = 'hour' and bucket = ?",
      projectId,
      day,
    )
    if (block)
      visitBlock(block.content, (key, byServer, byScript) => {
        const more = waiting?.get(key)
        waiting?.delete(key)
        seePeople(...placeOf(day, key), [byServer + (more?.[0] ?? 0), byScript + (more?.[1] ?? 0)])
      })
    for (const [key, people] of waiting ?? []) seePeople(...placeOf(day, key), people)
  }
}

/** The key is the one of blocks of hours. */
function placeOf(day: number, key: number): [hour: number, pageId: number] {
  const pageId = Math.floor(key / HOURS_PER_DAY)
  return [day * HOURS_PER_DAY + (key - pageId * HOURS_PER_DAY), pageId]
}

/** What is not folded yet, by day and key. */
async function readRows(
  tx: Tx,
  projectId: string,
  days: ReadonlySet<number>,
  from: number,
  to: number,
): Promise<Map<number, Map<number, People>>> {
  const rows = (await tx.rows(
    'select bucket, page_id, human, human_beacon from view_hour where project_id = ? and bucket >= ? and bucket < ?',
    projectId,
    from,
    to,
  )) as [number, number, number, number][]
  const byDay = new Map<number, Map<number, People>>()
  for (const [hour, pageId, byServer, byScript] of rows) {
    const day = dayOfHour(hour)
    if (!days.has(day)) continue
    const ofDay = byDay.get(day) ?? new Map<number, People>()
    byDay.set(day, ofDay.set(pageId * HOURS_PER_DAY + (hour - day * HOURS_PER_DAY), [byServer, byScript]))
  }
  return byDay
}
