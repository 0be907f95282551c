import { HOURS_PER_DAY } from '../../time.ts'
import type { Tx } from '../engine.ts'
import { isByScript } from '../site-day.ts'
import { readSiteDays } from './read-plan.ts'

/** People whom a server saw on one day. */
export interface PeopleOfDay {
  day: number
  count: number
}

/**
 * Those of the days on which the script counts people, so that those whom a server saw do not count.
 *
 * @param isStored False for people of a dry run: it is answered as if they were stored.
 */
export async function findScriptDays(
  tx: Tx,
  projectId: string,
  people: readonly PeopleOfDay[],
  isStored: boolean,
): Promise<number[]> {
  if (people.length === 0) return []
  const from = people.reduce((first, { day }) => Math.min(first, day), Number.POSITIVE_INFINITY)
  const to = people.reduce((last, { day }) => Math.max(last, day + 1), 0)
  const days = await readSiteDays(tx, projectId, { from: from * HOURS_PER_DAY, to: to * HOURS_PER_DAY })
  const more = new Map(isStored ? [] : people.map(({ day, count }) => [day, count]))
  const wanted = new Set(people.map(({ day }) => day))
  return days
    .filter(({ day, human, humanBeacon }) => wanted.has(day) && isByScript({ human: human + (more.get(day) ?? 0), humanBeacon }))
    .map(({ day }) => day)
}
