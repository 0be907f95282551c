import { type HourRange, HOURS_PER_DAY, type Segment, dayOfHour, monthOfDay } from '../time.ts'
import type { Tx } from './engine.ts'

/** The views of the whole site on one day, by who saw them. */
export interface SiteDay {
  day: number
  human: number
  humanBeacon: number
  ai: number
  aiBeacon: number
}

/**
 * By how much the people that a server saw, and the AI that the beacon saw, count: 1 or 0, and -1 where a day is taken out of its
 * month again. The people of the beacon and the AI of the server always count.
 */
export interface Factors {
  human: number
  aiBeacon: number
}

/** How to read a range so that nobody counts twice. */
export interface ReadPlan {
  segments: readonly Segment[]
  factorsOfDay(day: number): Factors
  factorsOfMonth(month: number): Factors
  /** Days to be read besides, because their month is not all of one kind. */
  corrections: ReadonlyMap<number, Factors>
}

/**
 * On a day on which the beacon saw people, it alone counts people; on a day on which a server saw anything, it alone counts AI. The
 * rule is applied here, to sums that hold both, so the order in which views arrive does not matter, nor that a day changes its
 * kind later. Most months are all of one kind; of the others the fewer days are put right one by one.
 */
export function planReading(segments: readonly Segment[], days: readonly SiteDay[]): ReadPlan {
  const humanOff = new Set<number>()
  const aiOff = new Set<number>()
  const months = new Map<number, { human: Split; ai: Split }>()
  for (const { day, human, humanBeacon, ai, aiBeacon } of days) {
    const isHumanOff = humanBeacon > 0
    const isAiOff = human + ai > 0
    if (isHumanOff) humanOff.add(day)
    if (isAiOff) aiOff.add(day)
    const month = months.get(monthOfDay(day)) ?? { human: { on: [], off: [] }, ai: { on: [], off: [] } }
    months.set(monthOfDay(day), month)
    if (human !== 0) month.human[isHumanOff ? 'off' : 'on'].push(day)
    if (aiBeacon !== 0) month.ai[isAiOff ? 'off' : 'on'].push(day)
  }
  const corrections = new Map<number, Factors>()
  const ofMonth = new Map<number, Factors>()
  const read = new Set(segments.flatMap((segment) => (segment.unit === 'month' ? monthsIn(segment, [...months.keys()]) : [])))
  for (const month of read) {
    const split = months.get(month)!
    ofMonth.set(month, {
      human: settle(split.human, (day, factor) => correct(corrections, day, { human: factor, aiBeacon: 0 })),
      aiBeacon: settle(split.ai, (day, factor) => correct(corrections, day, { human: 0, aiBeacon: factor })),
    })
  }
  return {
    segments,
    factorsOfDay: (day) => ({ human: humanOff.has(day) ? 0 : 1, aiBeacon: aiOff.has(day) ? 0 : 1 }),
    factorsOfMonth: (month) => ofMonth.get(month) ?? { human: 1, aiBeacon: 1 },
    corrections,
  }
}

/** The days of a month on which one of the two counts, and on which it does not. */
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

function correct(corrections: Map<number, Factors>, day: number, more: Factors): void {
  const known = corrections.get(day) ?? { human: 0, aiBeacon: 0 }
  corrections.set(day, { human: known.human + more.human, aiBeacon: known.aiBeacon + more.aiBeacon })
}

function monthsIn({ from, to }: Segment, months: number[]): number[] {
  return months.filter((month) => (from === null || month >= from) && (to === null || month < to))
}

/** The days that a range touches, whole: what a day is like does not depend on the hours that are asked for. */
export async function readSiteDays(tx: Tx, projectId: string, { from, to }: HourRange): Promise<SiteDay[]> {
  const rows = (await tx.rows(
    'select bucket, human, human_beacon, ai, ai_beacon from site_day where project_id = ? and bucket >= ? and bucket < ?',
    projectId,
    from === null ? 0 : dayOfHour(from),
    to === null ? DAY_MAX : Math.ceil(to / HOURS_PER_DAY),
  )) as [number, number, number, number, number][]
  return rows.map(([day, human, humanBeacon, ai, aiBeacon]) => ({ day, human, humanBeacon, ai, aiBeacon }))
}

/** Beyond every bucket, and still a number that both engines store as an integer. */
export const DAY_MAX = 0x7fff_ffff
