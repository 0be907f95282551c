import type { Outcome } from '../../site/edit/outcome.ts'

/** What became of one part of a message. */
export interface Report {
  /** What was understood, in the imperative; or the part as written, when nothing was. */
  heading: string
  details: readonly string[]
  /** `answered` is a question about earlier work. */
  kind: 'understood' | 'not_understood' | 'needs_choice' | 'answered'
  outcome: Outcome
  /** Instructions that work as they stand. */
  hints: readonly Hint[]
}

export interface Hint {
  sentence: string
  /** What it would change, when that was tried out. */
  effect: string | null
}
