import { HOURS_PER_DAY } from '../../time.ts'
import type { Tx } from '../engine.ts'
import { readSiteDays } from './read-plan.ts'

/** Views of people on one day. */
export interface PeopleOfDay {
  day: number
  count: number
}

/** The people whom the script saw on these days. A server may have seen some of them, too: those count once. */
export async function findScriptPeople(tx: Tx, projectId: string, wanted: readonly number[]): Promise<PeopleOfDay[]> {
  if (wanted.length === 0) return []
  const from = wanted.reduce((first, day) => Math.min(first, day))
  const to = wanted.reduce((last, day) => Math.max(last, day)) + 1
  const days = await readSiteDays(tx, projectId, { from: from * HOURS_PER_DAY, to: to * HOURS_PER_DAY })
  return days.filter(({ humanBeacon }) => humanBeacon > 0).map(({ day, humanBeacon }) => ({ day, count: humanBeacon }))
}
