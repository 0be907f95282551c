import { HOUR_MS } from '../../time.ts'

/** From the design: an event id counts once within this time, which begins anew whenever it is sent again. */
export const SEEN_MS = 72 * HOUR_MS

export interface Outcome {
  accepted: number
  duplicates: number
  /** True when another import of the same log was quicker: then nothing of the batch was counted. */
  isStale: boolean
  /** Of an import: the places in its batch of those that were counted before. */
  repeated?: number[]
  /** Likewise of further ranges of files, which are no views. */
  furtherParts?: number[]
}
