import type { PeopleSource } from '../reading.ts'

/**
 * The views of the whole site on one day, by who saw them.
 *
 * A server and the script often see the same view, and nothing that is stored tells which. People count by page and hour: of both numbers
 * the larger one. So no view that a server saw can be talked away by whoever has the public site key, nothing counts twice, and a site
 * that is served by halves, or that changes from logs to the script at noon, loses nobody. A project may want one of them alone.
 */
export interface SiteDay {
  day: number
  human: number
  humanBeacon: number
  ai: number
  aiBeacon: number
}

/** By how much people count whom a server saw, and whom the script saw; with `auto`, those whom both saw are taken out again. */
export function peopleFactors(people: PeopleSource): [byServer: 0 | 1, byScript: 0 | 1] {
  return [people === 'script' ? 0 : 1, people === 'server' ? 0 : 1]
}

/** On such a day some people may have been seen twice. */
export function isSeenByBoth({ human, humanBeacon }: Pick<SiteDay, 'human' | 'humanBeacon'>): boolean {
  return human > 0 && humanBeacon > 0
}

/** On such a day a server counts AI, on all others the script does. */
export function isByServer({ human, ai }: Pick<SiteDay, 'human' | 'ai'>): boolean {
  return human + ai > 0
}

/** The same as SQL, of a row of `site_day`. */
export const BY_SERVER = (of: string) => `(${of}.human + ${of}.ai > 0)`
