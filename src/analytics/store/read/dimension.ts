import type { Traits } from '../../traits/traits.ts'

/** What people's views can be broken down by, apart from pages, and where it is known from. */
const TRAITS = {
  country: ({ country }) => country,
  device: ({ device }) => device,
  browser: ({ browser }) => browser,
  language: ({ language }) => language,
  'utm-source': ({ source }) => source,
  'utm-medium': ({ medium }) => medium,
  'utm-campaign': ({ campaign }) => campaign,
} as const satisfies Record<string, (traits: Traits) => string | null>

type TraitDimension = keyof typeof TRAITS
export type Dimension = TraitDimension | 'referrer-page' | 'entry-page'

export function traitOf(dimension: TraitDimension): (traits: Traits) => string | null {
  return TRAITS[dimension]
}
