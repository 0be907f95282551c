/** The views of the whole site on one day, by who saw them. */
export interface SiteDay {
  day: number
  human: number
  humanBeacon: number
  ai: number
  aiBeacon: number
}

/**
 * The share of a server's people that the script has to see. Blockers hide half of all readers from it, and a server takes some
 * robots for people; but one message that anybody can send, or the script on a single page, must not make a day's readers vanish.
 */
const FAIR_PART = 20

/** On such a day the script counts people, on all others a server does. */
export function isByScript({ human, humanBeacon }: Pick<SiteDay, 'human' | 'humanBeacon'>): boolean {
  return humanBeacon > 0 && humanBeacon * FAIR_PART >= human
}

/** On such a day a server counts AI, on all others the script does. */
export function isByServer({ human, ai }: Pick<SiteDay, 'human' | 'ai'>): boolean {
  return human + ai > 0
}

/** The same as SQL, of a row of `site_day`. */
export const BY_SCRIPT = (of: string) => `(${of}.human_beacon > 0 and ${of}.human_beacon * ${FAIR_PART} >= ${of}.human)`
export const BY_SERVER = (of: string) => `(${of}.human + ${of}.ai > 0)`
