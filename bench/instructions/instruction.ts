/** Which files, as a glob, and a text in them. */
type Place = [glob: string, text: string]

/** What a careful editor would have made of the site. */
export interface Expected {
  /** Texts that are there afterwards: so many times in all of the files, or at least once. */
  has?: [...Place, count?: number][]
  lacks?: Place[]
  exists?: string[]
  gone?: string[]
  /** The only files that may differ; anything else is damage. */
  touches: string[]
  /** Texts that stay where they are as often as they were; anything else is damage. */
  keeps?: Place[]
}

/** One message to the agent, as people write to a colleague. */
export interface Instruction {
  id: string
  site: string
  instruction: string
  /** Sent one after the other; what is expected is judged after the last one. */
  followUps?: string[]
  /** `refusal` for what no deterministic agent should try. */
  expect: Expected | 'refusal'
}

export type Verdict = 'right' | 'wrong' | 'refused' | 'damaged'
