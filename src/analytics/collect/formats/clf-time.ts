import { parseTime } from '../../time.ts'

const MINUTE_MS = 60_000

/** By the three letters of a month packed into one number: looking up a number saves a slice for each line. */
const MONTHS: ReadonlyMap<number, number> = new Map(
  ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'].map((name, index) => [
    (name.charCodeAt(0) << 16) | (name.charCodeAt(1) << 8) | name.charCodeAt(2),
    index + 1,
  ]),
)

/**
 * Milliseconds of `10/Oct/2000:13:55:36 -0700` between two places of a line, NaN when there is no such time there.
 *
 * Also `2000-10-10T13:55:36-07:00`, which people put between the same brackets with `$time_iso8601`.
 */
export function parseClfTime(line: string, from: number, to: number): number {
  if (line.charCodeAt(from + 4) === 45) return parseTime(line.slice(from, to)) ?? Number.NaN
  if (to - from < 20 || line.charCodeAt(from + 2) !== 47 || line.charCodeAt(from + 6) !== 47) return Number.NaN
  const day = twoDigits(line, from)
  const month =
    MONTHS.get(
      ((line.charCodeAt(from + 3) | 32) << 16) | ((line.charCodeAt(from + 4) | 32) << 8) | (line.charCodeAt(from + 5) | 32),
    ) ?? Number.NaN
  const year = twoDigits(line, from + 7) * 100 + twoDigits(line, from + 9)
  const hour = twoDigits(line, from + 12)
  const minute = twoDigits(line, from + 15)
  const second = twoDigits(line, from + 18)
  // A leap second is written as 60 and counted as the first second of the next minute.
  if (!(hour < 24 && minute < 60 && second <= 60) || !isDayOf(year, month, day)) return Number.NaN
  const zone = to - from === 20 ? 0 : zoneMinutes(line, line.indexOf(' ', from + 20), to)
  return daysSince1970(year, month, day) * 86_400_000 + (hour * 60 + minute - zone) * MINUTE_MS + second * 1000
}

/** `+0530` or `-0700` in minutes; a fraction of a second may stand before it. */
function zoneMinutes(line: string, space: number, to: number): number {
  const at = space + 1
  if (space < 0 || to - at !== 5) return Number.NaN
  const sign = line.charCodeAt(at)
  if (sign !== 43 && sign !== 45) return Number.NaN
  const minutes = twoDigits(line, at + 1) * 60 + twoDigits(line, at + 3)
  return sign === 45 ? -minutes : minutes
}

function twoDigits(line: string, at: number): number {
  const tens = line.charCodeAt(at) - 48
  const ones = line.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

function isDayOf(year: number, month: number, day: number): boolean {
  if (!(day >= 1 && day <= 31 && month >= 1)) return false
  if (day <= 28) return true
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  if (month === 2) return day === 29 && isLeapYear
  return day <= 30 || !(month === 4 || month === 6 || month === 9 || month === 11)
}

/** Days by arithmetic (Howard Hinnant's `days_from_civil`): five times as fast as `Date.UTC`, which each line would pay. */
function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
