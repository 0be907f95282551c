import { type HourRange, type Segment, dayOfHour, firstDayOfMonth, monthOfDay } from '../../time.ts'
import type { PeopleSource } from '../../reading.ts'
import type { Counts } from '../blocks/block.ts'
import type { Tx } from '../engine.ts'
import { type SiteDay, isByServer, peopleFactors } from '../site-day.ts'
import { DAY_MAX } from '../tables.ts'

/** Blocks to be read, and whether they are added or taken away. */
export interface BlockRead extends Segment {
  sign: 1 | -1
}

/**
 * How to read a range so that nobody counts twice. Factors say by how much each of the four counts is added: 1 or 0, and -1 where
 * something is taken out again. People whom both saw are taken out afterwards, see `visitSeenTwice`.
 */
export interface ReadPlan {
  people: PeopleSource
  days: readonly SiteDay[]
  reads: readonly BlockRead[]
  factorsOfDay(day: number): Counts
  factorsOfMonth(month: number): Counts
  /** Days to be read besides, because their month is not all of one kind. */
  corrections: ReadonlyMap<number, Counts>
}

const COLUMNS = 4

/**
 * On a day on which a server saw anything, it alone counts AI. The rule is applied here, to sums that hold both, so the order in which
 * views arrive does not matter, nor that a day changes its kind later. Most months are all of one kind; of the others the fewer days
 * are put right one by one.
 *
 * @param isByMonth True when it does not matter in which month a view is read.
 */
export function planReading(
  segments: readonly Segment[],
  days: readonly SiteDay[],
  isByMonth: boolean,
  people: PeopleSource = 'auto',
): ReadPlan {
  const byWhom = peopleFactors(people)
  const usual: Counts = [...byWhom, 1, 1]
  const factorsOfDay = new Map(days.map((day) => [day.day, [...byWhom, 1, 1 - Number(isByServer(day))] satisfies Counts]))
  const months = new Map<number, Split[]>()
  for (const { day, human, humanBeacon, ai, aiBeacon } of days) {
    const month = months.get(monthOfDay(day)) ?? Array.from({ length: COLUMNS }, () => ({ on: [], off: [] }))
    months.set(monthOfDay(day), month)
    const factors = factorsOfDay.get(day)!
    for (const [column, count] of [human, humanBeacon, ai, aiBeacon].entries())
      if (count !== 0) month[column]![factors[column] === 1 ? 'on' : 'off'].push(day)
  }
  const reads = segments.flatMap((segment) =>
    (isByMonth ? splitByMonth(segment) : [segment]).flatMap((part) => chooseReads(part, days, isByMonth)),
  )
  const corrections = new Map<number, Counts>()
  const ofMonth = new Map<number, Counts>()
  for (const month of new Set(reads.flatMap((read) => (read.unit === 'month' ? monthsIn(read, [...months.keys()]) : [])))) {
    const factors = months.get(month)!.map((split, column) =>
      settle(split, (day, factor) => {
        const correction = corrections.get(day) ?? [0, 0, 0, 0]
        correction[column] = factor
        corrections.set(day, correction)
      }),
    )
    ofMonth.set(month, factors as Counts)
  }
  return {
    people,
    days,
    reads,
    factorsOfDay: (day) => factorsOfDay.get(day) ?? usual,
    factorsOfMonth: (month) => ofMonth.get(month) ?? usual,
    corrections,
  }
}

/** Days that have two ends, cut at the months between them. */
function splitByMonth(segment: Segment): Segment[] {
  const { unit, from, to } = segment
  if (unit !== 'day' || from === null || to === null) return [segment]
  const end = Math.min(to, firstDayOfMonth(monthOfDay(from) + 1))
  return [{ unit, from, to: end }, ...(end < to ? splitByMonth({ unit, from: end, to }) : [])]
}

/**
 * Days at the edge of a range are read one by one, or as their whole month without the other days, whichever is less. The
 * month of today has no other days yet.
 */
function chooseReads(segment: Segment, days: readonly SiteDay[], isByMonth: boolean): BlockRead[] {
  const { unit, from, to } = segment
  if (unit !== 'day' || from === null || to === null || !isByMonth) return [{ ...segment, sign: 1 }]
  const month = monthOfDay(from)
  const [first, end] = [firstDayOfMonth(month), firstDayOfMonth(month + 1)]
  const isIn = (day: number) => day >= from && day < to
  const ofMonth = days.filter(({ day }) => day >= first && day < end)
  const inside = ofMonth.filter(({ day }) => isIn(day)).length
  if (ofMonth.length - inside + 1 >= inside) return [{ ...segment, sign: 1 }]
  const reads: BlockRead[] = [
    { unit: 'month', from: month, to: month + 1, sign: 1 },
    { unit: 'day', from: first, to: from, sign: -1 },
    { unit: 'day', from: to, to: end, sign: -1 },
  ]
  return reads.filter((read) => read.from! < read.to!)
}

/** The days of a month on which one of the four counts is added, and on which it is not. */
interface Split {
  on: number[]
  off: number[]
}

/** The factor of a whole month; the days for which it is wrong are corrected. */
function settle({ on, off }: Split, correctDay: (day: number, factor: number) => void): number {
  const factor = off.length > on.length ? 0 : 1
  for (const day of factor === 1 ? off : on) correctDay(day, factor === 1 ? -1 : 1)
  return factor
}

function monthsIn({ from, to }: Segment, months: number[]): number[] {
  return months.filter((month) => (from === null || month >= from) && (to === null || month < to))
}

/** The days of all months that a range touches: what a day is like does not depend on the hours that are asked for. */
export async function readSiteDays(tx: Tx, projectId: string, { from, to }: HourRange): Promise<SiteDay[]> {
  const rows = (await tx.rows(
    'select bucket, human, human_beacon, ai, ai_beacon from site_day where project_id = ? and bucket >= ? and bucket < ?',
    projectId,
    from === null ? 0 : firstDayOfMonth(monthOfDay(dayOfHour(from))),
    to === null ? DAY_MAX : firstDayOfMonth(monthOfDay(dayOfHour(to)) + 1),
  )) as [number, number, number, number, number][]
  return rows.map(([day, human, humanBeacon, ai, aiBeacon]) => ({ day, human, humanBeacon, ai, aiBeacon }))
}
