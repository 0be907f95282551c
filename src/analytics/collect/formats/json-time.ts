import { parseTime } from '../../time.ts'
import { parseClfTime } from './clf-time.ts'

/** Numbers below this are seconds since 1970, above are milliseconds: in milliseconds it is March 1973, in seconds 5138. */
const SECONDS_MAX = 1e11
/** March 1973. A smaller number is a duration that was taken for a time. */
const SECONDS_MIN = 1e8
const MILLISECONDS_MAX = 1e14
const MICROSECONDS_MAX = 1e17

/**
 * Milliseconds since 1970 of a time as JSON logs write it, NaN for all else: a number or its digits in seconds,
 * milliseconds, microseconds or nanoseconds, ISO 8601 with a zone, Caddy's `2006/01/02 15:04:05` (UTC), or the time of
 * the common log format.
 */
export function parseJsonTime(value: unknown): number {
  if (typeof value === 'number') return toMilliseconds(value)
  if (typeof value !== 'string') return Number.NaN
  if (/^\d{9,19}(?:\.\d+)?$/.test(value)) return toMilliseconds(Number(value))
  const iso = parseTime(/^\d{4}[-/]\d\d[-/]\d\d \d\d:\d\d:\d\d(?:\.\d+)?$/.test(value) ? asUtc(value) : value)
  return iso ?? parseClfTime(value, 0, value.length)
}

function asUtc(wallTime: string): string {
  return `${wallTime.slice(0, 10).replaceAll('/', '-')}T${wallTime.slice(11)}Z`
}

function toMilliseconds(amount: number): number {
  if (!Number.isFinite(amount) || amount < SECONDS_MIN) return Number.NaN
  if (amount < SECONDS_MAX) return Math.round(amount * 1000)
  if (amount < MILLISECONDS_MAX) return Math.floor(amount)
  return Math.floor(amount < MICROSECONDS_MAX ? amount / 1e3 : amount / 1e6)
}
