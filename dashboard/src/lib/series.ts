import type { Timeseries, ViewCounts } from '../../../client/index.ts'
import type { Range, Step } from './range.ts'
import { readWall } from './zone.ts'

const DAY_MS = 86_400_000

/** One bar of the chart. */
export interface Bar extends ViewCounts {
  /** When it begins, in wall time. */
  time: number
  end: number
  /** The total of its counterpart in the period before; null where there is none. */
  before: number | null
  /** Only part of its time is in the period, or has passed. */
  isPartial: boolean
}

/** Something that happened, to be marked on the chart. */
export interface Mark {
  id: string
  kind: 'merge' | 'note'
  /** In wall time. */
  at: number
  text: string
}

/** The bars of a period, without those that lie in the future. */
export function toBars(current: Timeseries, before: Timeseries | null, range: Range, now: number): Bar[] {
  const [bars, earlier] = [group(current, range.step), before ? group(before, range.step) : []]
  const from = range.dateFrom === undefined ? 0 : Date.parse(range.dateFrom)
  const to = range.dateTo === undefined ? Number.POSITIVE_INFINITY : Date.parse(range.dateTo)
  return bars
    .filter(({ time }) => time <= now)
    .map((bar, index) => ({
      ...bar,
      before: before ? (earlier[index]?.total ?? null) : null,
      isPartial: bar.time < from || bar.end > Math.min(to, now),
    }))
}

type Counted = Pick<Bar, 'time' | 'end' | 'human' | 'ai' | 'total'>

function group({ timeseries }: Timeseries, step: Step): Counted[] {
  const days = timeseries.map((one) => ({ ...one, time: readWall(one.time), end: endOf(readWall(one.time), step) }))
  if (step !== 'week') return days
  const weeks: Counted[] = []
  for (const [index, day] of days.entries()) {
    const week = index % 7 === 0 ? null : weeks.at(-1)!
    if (week === null) weeks.push({ ...day })
    else {
      week.human += day.human
      week.ai += day.ai
      week.total += day.total
    }
  }
  return weeks
}

function endOf(time: number, step: Step): number {
  if (step === 'hour') return time + 3_600_000
  if (step === 'day') return time + DAY_MS
  if (step === 'week') return time + 7 * DAY_MS
  const start = new Date(time)
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1)
}

/** A period that began with nothing and counted only later says nothing about how much there is now. */
const QUIET_SHARE_MAX = 0.25

/** Whether the period before was counted from its beginning, more or less. */
export function isComparable(before: Timeseries | null): before is Timeseries {
  if (before === null || before.timeseries.length === 0) return false
  const first = before.timeseries.findIndex(({ total }) => total > 0)
  // Nights are quiet: within a day that says nothing.
  return first !== -1 && (before.interval === 'hour' || first <= before.timeseries.length * QUIET_SHARE_MAX)
}
