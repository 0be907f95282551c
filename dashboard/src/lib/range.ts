import type { Dates, Interval } from '../../../client/index.ts'
import { writeWall } from './zone.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

export const PRESETS = [
  ['today', 'Today'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
  ['90d', 'Last 90 days'],
  ['12m', 'Last 12 months'],
  ['all', 'All time'],
] as const

export type Preset = (typeof PRESETS)[number][0]

/** Twelve months are 52 whole weeks, so that each bar of the chart stands for the same number of days. */
const DAYS: Record<Exclude<Preset, 'all'>, number> = { today: 1, '7d': 7, '30d': 30, '90d': 90, '12m': 364 }

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** The length of one bar. The service knows all of them but weeks, which are sums of its days. */
export type Step = Interval | 'week'

/** Days of the project's time zone, by which the service counts. */
export interface Range {
  preset: Preset | 'dates'
  dateFrom?: string
  /** Exclusive, as the service has it. */
  dateTo?: string
  /** What to compare with: the period of the same length before. Null for all time, which has nothing before. */
  before: { dateFrom: string; dateTo: string } | null
  /** How many days it covers; null for all time. */
  days: number | null
  step: Step
  /** What the reader can choose from. */
  steps: readonly Step[]
}

/**
 * Reads the range from the address of the page; what makes no sense becomes the default.
 *
 * @param now In wall time of the project.
 */
export function readRange(query: URLSearchParams, now: number): Range {
  const step = query.get('by')
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  if (isDate(from) && isDate(to) && from <= to) return makeRange('dates', Date.parse(from), Date.parse(to) + DAY_MS, now, step)
  const preset = PRESETS.find(([name]) => name === query.get('range'))?.[0] ?? '30d'
  if (preset === 'all') return { preset, before: null, days: null, step: 'month', steps: ['month'] }
  const tomorrow = Math.floor(now / DAY_MS) * DAY_MS + DAY_MS
  return makeRange(preset, tomorrow - DAYS[preset] * DAY_MS, tomorrow, now, step)
}

/** The last day of a range as people say it. */
export function lastDay({ dateTo }: Range): string {
  return dateTo === undefined ? '' : toDate(Date.parse(dateTo) - DAY_MS)
}

/** The two ends as the service takes them. */
export function datesOf({ dateFrom, dateTo }: Range): Dates {
  return { ...(dateFrom === undefined ? {} : { dateFrom }), ...(dateTo === undefined ? {} : { dateTo }) }
}

/** The day after a wall time. */
export function nextDay(wall: number): string {
  return toDate(Math.floor(wall / DAY_MS) * DAY_MS + DAY_MS)
}

function makeRange(preset: Range['preset'], from: number, to: number, now: number, chosen: string | null): Range {
  const days = (to - from) / DAY_MS
  const steps: Step[] = days <= 2 ? ['hour'] : days <= 27 ? ['day'] : days <= 100 ? ['day', 'week'] : ['day', 'week', 'month']
  return {
    preset,
    dateFrom: toDate(from),
    dateTo: toDate(to),
    before: { dateFrom: toDate(from - (to - from)), dateTo: endOfBefore(from, to, now) },
    days,
    step: steps.find((step) => step === chosen) ?? (days > 400 ? 'month' : days > 100 ? 'week' : steps[0]!),
    steps,
  }
}

/** A period that isn't over is compared with as much of the one before, to the hour. */
function endOfBefore(from: number, to: number, now: number): string {
  const hour = Math.ceil(now / HOUR_MS) * HOUR_MS
  return hour <= from || hour >= to ? toDate(from) : writeWall(hour - (to - from))
}

function isDate(text: string): boolean {
  return DATE.test(text) && !Number.isNaN(Date.parse(text))
}

function toDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
