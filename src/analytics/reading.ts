/** Who counts people: by page and hour whoever saw more of them, or one of the two alone. */
export type PeopleSource = 'auto' | 'script' | 'server'

/** What a project says about how its views are read. Left out, as usual: days of UTC, and people by whoever saw more. */
export interface Reading {
  /** Of the IANA database. By it views were counted, so it says what the days in the store are. */
  timeZone?: string
  people?: PeopleSource
}
