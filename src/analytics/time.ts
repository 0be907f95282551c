/** Views are summed by the hour, the day and the month of the project's time zone. Each is a number that counts from 1970. */
export const HOUR_MS = 3_600_000
export const HOURS_PER_DAY = 24

export function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS)
}

/** The last minutes have sums of their own, for as long as they are the last. They are instants, whatever clocks show. */
export const MINUTE_MS = 60_000
export const RECENT_MINUTES = 30

export function minuteOf(time: number): number {
  return Math.floor(time / MINUTE_MS)
}

/** The minute of an instant, if it is one of the last; else 0. */
export function recentMinute(instant: number, now: number): number {
  return instant > now - RECENT_MINUTES * MINUTE_MS && instant <= now + MINUTE_MS ? minuteOf(instant) : 0
}

export function dayOfHour(hour: number): number {
  return Math.floor(hour / HOURS_PER_DAY)
}

export function monthOfDay(day: number): number {
  const date = new Date(day * HOURS_PER_DAY * HOUR_MS)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

export function firstDayOfMonth(month: number): number {
  return dayOfHour(hourOf(Date.UTC(1970, month, 1)))
}

/** Whole hours, `from` inclusive, `to` exclusive; null is without limit. */
export interface HourRange {
  from: number | null
  to: number | null
}

export interface Segment {
  unit: 'hour' | 'day' | 'month'
  from: number | null
  to: number | null
}

/** Cuts a range into whole months, then whole days, then the hours at its edges: as few rows as can answer it. */
export function toSegments(range: HourRange): Segment[] {
  const dayFrom = range.from === null ? null : Math.ceil(range.from / HOURS_PER_DAY)
  const dayTo = range.to === null ? null : Math.floor(range.to / HOURS_PER_DAY)
  if (isEmpty(dayFrom, dayTo)) return keep([{ unit: 'hour', from: range.from, to: range.to }])

  const edges: Segment[] = []
  if (dayFrom !== null) edges.push({ unit: 'hour', from: range.from, to: dayFrom * HOURS_PER_DAY })
  if (dayTo !== null) edges.push({ unit: 'hour', from: dayTo * HOURS_PER_DAY, to: range.to })

  const monthFrom = dayFrom === null ? null : monthOfDay(dayFrom - 1) + 1
  const monthTo = dayTo === null ? null : monthOfDay(dayTo)
  if (isEmpty(monthFrom, monthTo)) return keep([...edges, { unit: 'day', from: dayFrom, to: dayTo }])

  if (monthFrom !== null) edges.push({ unit: 'day', from: dayFrom, to: firstDayOfMonth(monthFrom) })
  if (monthTo !== null) edges.push({ unit: 'day', from: firstDayOfMonth(monthTo), to: dayTo })
  return keep([...edges, { unit: 'month', from: monthFrom, to: monthTo }])
}

function isEmpty(from: number | null, to: number | null): boolean {
  return from !== null && to !== null && from >= to
}

function keep(segments: Segment[]): Segment[] {
  return segments.filter((segment) => !isEmpty(segment.from, segment.to))
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
/** A `+` that was not percent-encoded arrives as a space. */
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(?:[Zz]|([+ -])(\d{2}):?(\d{2})?)$/

/** True for what `parseTime` takes for the midnight of a day. */
export function isDate(text: string): boolean {
  return DATE.test(text)
}

/** Milliseconds since 1970 of `YYYY-MM-DD` (midnight UTC) or an ISO 8601 date-time with `Z` or an offset; null for all else. */
export function parseTime(text: string): number | null {
  const date = DATE.exec(text)
  if (date) return utc(date.slice(1, 4), ['0', '0', '0'], '0')
  const [, year, month, day, hour, minute = '0', second = '0', fraction = '0', sign, offsetHours = '0', offsetMinutes = '0'] =
    DATE_TIME.exec(text) ?? []
  if (year === undefined) return null
  const local = utc([year, month!, day!], [hour!, minute, second], fraction)
  if (local === null || Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return null
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000
  return sign === '-' ? local + offset : local - offset
}

function utc(date: string[], time: string[], fraction: string): number | null {
  const [year, month, day] = date.map(Number) as [number, number, number]
  const [hour, minute, second] = time.map(Number) as [number, number, number]
  if (hour > 23 || minute > 59 || second > 59) return null
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, day)
  // A day that the month does not have would roll over into the next one.
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null
  return at.setUTCHours(hour, minute, second, Math.floor(Number(`0.${fraction}`) * 1000))
}

export function daysOf(hours: Int32Array): Int32Array {
  const days = new Int32Array(hours.length)
  for (let index = 0; index < hours.length; index++) days[index] = dayOfHour(hours[index]!)
  return days
}

/** The first millisecond of an hour, a day or a month. */
export function startOf(unit: Segment['unit'], bucket: number): number {
  if (unit === 'hour') return bucket * HOUR_MS
  return (unit === 'day' ? bucket : firstDayOfMonth(bucket)) * HOURS_PER_DAY * HOUR_MS
}
