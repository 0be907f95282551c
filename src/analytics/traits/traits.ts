import type { Browser, Device } from './device.ts'

/** The tags that a link carries to say which campaign it belongs to. */
export interface Campaign {
  source: string | null
  medium: string | null
  campaign: string | null
}

/**
 * What is known of a person's view besides the page: enough to break views down by it, too little to recognise anyone. Null is
 * not known.
 */
export interface Traits extends Campaign {
  /** ISO 3166-1, such as `DE`. */
  country: string | null
  device: Device | null
  browser: Browser | null
  /** ISO 639, such as `de`. */
  language: string | null
  /** True when the reader came from elsewhere, false when from another page of the site. */
  isEntry: boolean | null
}

/** Stored once per project; the order of the parts must not change. */
type Parts = [
  country: string | null,
  device: Device | null,
  browser: Browser | null,
  language: string | null,
  isEntry: boolean | null,
  source: string | null,
  medium: string | null,
  campaign: string | null,
]

/** Null when nothing is known. */
export function toTraitsName(traits: Traits): string | null {
  const { country, device, browser, language, isEntry, source, medium, campaign } = traits
  const parts: Parts = [country, device, browser, language, isEntry, source, medium, campaign]
  return parts.every((part) => part === null) ? null : JSON.stringify(parts)
}

export function readTraitsName(name: string): Traits {
  const [country, device, browser, language, isEntry, source, medium, campaign] = JSON.parse(name) as Parts
  return { country, device, browser, language, isEntry, source, medium, campaign }
}

/** Without what anyone can make up by writing a link: the names that are left are few. */
export function withoutCampaign(name: string): string {
  const parts = JSON.parse(name) as Parts
  return JSON.stringify([...parts.slice(0, 5), null, null, null])
}
