import type { ExcludedCount } from './packed-group.ts'

export interface RecordOptions {
  now: number
  /** Days for which views are kept in a form that can be judged again; 0 for none. */
  rawDays: number
}

/** What is counted of one project in a group. */
export interface Portion {
  projectId: string
  /** Which rows, by batches. */
  spans: { batch: number; from: number; to: number; source: number }[]
  exclusions: ExcludedCount[]
}

/** By row: the source of one that counts; -1 for those of other portions, and for those that were counted before. */
export type RowSources = Int8Array
