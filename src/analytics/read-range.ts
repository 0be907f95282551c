import { Problem, invalid } from '../lib/problem.ts'
import type { DayRange } from './store/read/read-tables.ts'
import { type HourRange, dayOfHour, hourOf, parseTime } from './time.ts'

export interface DateQuestion {
  dateFrom?: string | undefined
  dateTo?: string | undefined
}

/** Reads the two ends of a range: both are floored to the hour. */
export function readRange(question: DateQuestion): HourRange {
  const hours = readHours(question)
  if (hours.from !== null && hours.to !== null && hours.from >= hours.to)
    throw emptyRange('must be in an earlier hour than `dateTo`: an hour is the smallest unit that views are kept by')
  return hours
}

function readHours({ dateFrom, dateTo }: DateQuestion): HourRange {
  const from = readDate('dateFrom', dateFrom)
  const to = readDate('dateTo', dateTo)
  if (from !== null && to !== null && from >= to) throw emptyRange('must be before `dateTo`, which is exclusive')
  return { from: from === null ? null : hourOf(from), to: to === null ? null : hourOf(to) }
}

/** The same for tables that are kept by the day: both ends are floored to midnight UTC. */
export function readDays(question: DateQuestion): DayRange {
  const { from, to } = readHours(question)
  const days = { from: from === null ? null : dayOfHour(from), to: to === null ? null : dayOfHour(to) }
  if (days.from !== null && days.to !== null && days.from >= days.to)
    throw emptyRange('must be on an earlier day than `dateTo`: this table is kept by the day')
  return days
}

function emptyRange(message: string): Problem {
  return new Problem(400, 'invalid_request', `\`dateFrom\` ${message}.`, {
    details: [
      { path: 'dateFrom', message },
      { path: 'dateTo', message: 'must be after `dateFrom`' },
    ],
  })
}

function readDate(name: string, text: string | undefined): number | null {
  if (text === undefined) return null
  // Whoever asks without a zone means UTC, by which views are kept.
  const time = parseTime(text) ?? parseTime(`${text}Z`)
  if (time === null)
    throw invalid(name, 'must be a date such as 2026-01-31, or an ISO 8601 date-time such as 2026-01-31T12:00:00Z')
  return time
}
