import type { Dates, Interval } from '../../../client/index.ts'

const DAY_MS = 86_400_000

export const PRESETS = [
  ['today', 'Today'],
  ['7d', '7 days'],
  ['30d', '30 days'],
  ['90d', '90 days'],
  ['12m', '12 months'],
  ['all', 'All time'],
] as const

export type Preset = (typeof PRESETS)[number][0]

const DAYS: Record<Exclude<Preset, 'all'>, number> = { today: 1, '7d': 7, '30d': 30, '90d': 90, '12m': 365 }

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Days in UTC, by which the service counts. */
export interface Range {
  preset: Preset | 'dates'
  dateFrom?: string
  /** Exclusive, as the service has it. */
  dateTo?: string
  /** The period of the same length before; null for all time, which has nothing before. */
  before: { dateFrom: string; dateTo: string } | null
  interval: Interval
}

/** Reads the range from the address of the page; what makes no sense becomes the default. */
export function readRange(query: URLSearchParams, now: number): Range {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  if (isDate(from) && isDate(to) && from <= to) return makeRange('dates', Date.parse(from), Date.parse(to) + DAY_MS)
  const preset = PRESETS.find(([name]) => name === query.get('range'))?.[0] ?? '30d'
  if (preset === 'all') return { preset, before: null, interval: 'month' }
  const tomorrow = Math.floor(now / DAY_MS) * DAY_MS + DAY_MS
  return makeRange(preset, tomorrow - DAYS[preset] * DAY_MS, tomorrow)
}

/** The last day of a range as people say it. */
export function lastDay({ dateTo }: Range): string {
  return dateTo === undefined ? '' : toDate(Date.parse(dateTo) - DAY_MS)
}

/** The two ends as the service takes them. */
export function datesOf({ dateFrom, dateTo }: Range): Dates {
  return { ...(dateFrom === undefined ? {} : { dateFrom }), ...(dateTo === undefined ? {} : { dateTo }) }
}

/** The day after a moment, in UTC. */
export function nextDay(time: string): string {
  return toDate(Math.floor(Date.parse(time) / DAY_MS) * DAY_MS + DAY_MS)
}

function makeRange(preset: Range['preset'], from: number, to: number): Range {
  const days = (to - from) / DAY_MS
  return {
    preset,
    dateFrom: toDate(from),
    dateTo: toDate(to),
    before: { dateFrom: toDate(from - (to - from)), dateTo: toDate(from) },
    interval: days <= 2 ? 'hour' : days <= 400 ? 'day' : 'month',
  }
}

function isDate(text: string): boolean {
  return DATE.test(text) && !Number.isNaN(Date.parse(text))
}

function toDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
