import type { Exclusion } from '../exclusion.ts'
import type { Sighting } from './normalise.ts'

/** Sightings that were added up where they were read: an import has too many of them to hand over one by one. */
export interface SightingSums {
  /** The number of sightings; of the rows that they are packed into; and of the people among them. */
  readonly size: number
  readonly rows: number
  readonly people: number
  packTo(packer: Packer): void
}

/** Texts that rows refer to by their places in these lists. */
export const NAMES = ['path', 'client', 'trace', 'referrer', 'traits', 'reason', 'address', 'userAgent'] as const
export type ListName = (typeof NAMES)[number]

/** What rows say, with texts by their numbers. */
export interface RowColumns {
  /** The number of sightings. */
  count: Int32Array | Float64Array
  /** The first and the last time. All are in one hour, those of misses in one day. */
  firstAt: Float64Array
  lastAt: Float64Array
  path: Int32Array
  /** 0 where it is not known. */
  status: Int32Array
  client: Int32Array
  /** -1 for what is no view, whoever asks. */
  trace: Int32Array
  /** Why it counts in neither column; -1 when it counts. */
  reason: Int32Array
  /** -1 for none. */
  referrer: Int32Array
  /** -1 for what is not a person's view, or of which nothing is known. */
  traits: Int32Array
  /** Of a view, as `recentMinute` has it. */
  minute: Int32Array
}

/** Puts a group together. */
export interface Packer {
  /** The number of a text in a list; it is added when it is not there yet. */
  number(list: Exclude<ListName, 'client'>, text: string): number
  /** @param isView False for requests that are no views whoever makes them. */
  client(verdict: Sighting['verdict'], isView: boolean): number
  addRows(rows: RowColumns): void
  addExcluded(day: number, reason: Exclusion, count: number): void
  addVisitors(day: Int32Array, address: Int32Array, userAgent: Int32Array): void
}
