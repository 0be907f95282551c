import { Problem, invalid } from '../lib/problem.ts'
import { type Zone, createZone } from '../lib/time-zone.ts'
import type { Reading } from './reading.ts'
import type { DayRange } from './store/read/read-tables.ts'
import { type HourRange, dayOfHour, hourOf, isDate, parseTime } from './time.ts'

export interface DateQuestion extends Reading {
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

function readHours({ dateFrom, dateTo, timeZone = 'UTC' }: DateQuestion): HourRange {
  const zone = createZone(timeZone)
  const from = readDate('dateFrom', dateFrom, zone)
  const to = readDate('dateTo', dateTo, zone)
  if (from !== null && to !== null && from >= to) throw emptyRange('must be before `dateTo`, which is exclusive')
  return { from: from === null ? null : hourOf(from), to: to === null ? null : hourOf(to) }
}

/** The same for tables that are kept by the day: both ends are floored to midnight. */
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

/** In wall time of the project, by which views are kept. */
function readDate(name: string, text: string | undefined, zone: Zone): number | null {
  if (text === undefined) return null
  // Whoever asks without a zone means the one of the project: a date is midnight there.
  const wall = isDate(text) ? parseTime(text) : parseTime(`${text}Z`)
  const time = isDate(text) ? null : parseTime(text)
  if (time === null && wall === null)
    throw invalid(name, 'must be a date such as 2026-01-31, or an ISO 8601 date-time such as 2026-01-31T12:00:00Z')
  return time === null ? wall : zone.toWall(time)
}
