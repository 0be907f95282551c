import type { Campaign } from './traits.ts'

const TAG_CHARACTERS_MAX = 100
// oxlint-disable-next-line no-control-regex -- PostgreSQL can't keep all of them, and none belongs in a name.
const CONTROL = /[\u0000-\u001F\u007F]/g
const TAGS = { source: 'utm_source', medium: 'utm_medium', campaign: 'utm_campaign' } as const
export const NO_CAMPAIGN: Campaign = Object.freeze({ source: null, medium: null, campaign: null })

/** The UTM tags in the query of an address. */
export function findCampaign(address: string): Campaign {
  // The short question first: few addresses have any.
  const mark = address.includes('utm_') ? address.indexOf('?') : -1
  if (mark < 0) return NO_CAMPAIGN
  const values = new URLSearchParams(address.slice(mark + 1).split('#', 1)[0])
  const tag = (name: string) => {
    const text = values.get(name)?.replace(CONTROL, ' ').trim().slice(0, TAG_CHARACTERS_MAX).toWellFormed()
    return text === undefined || text === '' ? null : text
  }
  return { source: tag(TAGS.source), medium: tag(TAGS.medium), campaign: tag(TAGS.campaign) }
}
