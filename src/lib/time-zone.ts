/** All offsets of today change at a quarter of an hour, so within one they are the same. */
const QUARTER_MS = 15 * 60_000
/** Quarters of an hour that are remembered: some months of them. */
const QUARTERS_MAX = 10_000

/**
 * What clocks of a place show. Wall time is a number like that of an instant, as if the place were on UTC: then its hours and days are
 * found without looking at the zone again.
 */
export interface Zone {
  toWall(instant: number): number
  /** Of two instants with the same wall time, when clocks are put back, the first. */
  toInstant(wall: number): number
  /** ISO 8601 with the offset: `2026-03-29T00:00:00.000+01:00`, or `Z` on UTC. */
  toIso(wall: number): string
}

export const UTC: Zone = {
  toWall: (instant) => instant,
  toInstant: (wall) => wall,
  toIso: (wall) => new Date(wall).toISOString(),
}

/** True for names of the IANA database, such as `Europe/Berlin`. Offsets aren't places: their clocks don't change in summer. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** @param name One that `isTimeZone`. */
export function createZone(name: string): Zone {
  if (/^(?:etc\/)?utc$/i.test(name)) return UTC
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const offsets = new Map<number, number>()
  const readOffset = (instant: number): number => {
    const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    const { year, month, day, hour, minute, second } = parts as Record<string, number>
    return Date.UTC(year!, month! - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
  }
  const offsetAt = (instant: number): number => {
    const quarter = Math.floor(instant / QUARTER_MS)
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    if (offsets.size >= QUARTERS_MAX) offsets.clear()
    const offset = readOffset(quarter * QUARTER_MS)
    offsets.set(quarter, offset)
    return offset
  }
  const toInstant = (wall: number): number => {
    const guess = wall - offsetAt(wall)
    const earlier = wall - Math.max(offsetAt(guess), offsetAt(guess - 3 * 3_600_000))
    return earlier + offsetAt(earlier) === wall ? earlier : wall - offsetAt(guess)
  }
  return {
    toWall: (instant) => instant + offsetAt(instant),
    toInstant,
    toIso: (wall) => {
      const minutes = Math.round((wall - toInstant(wall)) / 60_000)
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
      const offset = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
      return new Date(wall).toISOString().replace('Z', offset)
    },
  }
}
