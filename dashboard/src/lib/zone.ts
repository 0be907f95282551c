import type { Project } from '../../../client/index.ts'

/*
 * The service counts by the hours and days of the project's time zone. Here they are wall time: a number like that of an instant, as
 * if the project were on UTC, so that hours and days are found without looking at the zone again.
 */

/** Whoever came by a share link gets the zone only. */
export function zoneOf({ settings }: Pick<Project, 'settings'>): string {
  return settings.views.timeZone
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What the clocks of a zone show at an instant. */
export function toWall(instant: number, timeZone: string): number {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    clocks.set(timeZone, clock)
  }
  const part = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute'], part['second'])
}

/** The wall time of a moment that the service wrote, whose offset says where that is. */
export function readWall(iso: string): number {
  return Date.parse(`${iso.slice(0, 19)}Z`)
}

/** A wall time for the service. Without an offset it is in the zone of the project. */
export function writeWall(wall: number): string {
  return new Date(wall).toISOString().slice(0, 19)
}
