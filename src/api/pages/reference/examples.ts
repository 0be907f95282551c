import { readFileSync } from 'node:fs'

/** A request that a test has sent to the real service, and what came back. `test/api/examples.test.ts` writes and compares them. */
export interface Example {
  /** With the question mark; empty for none. */
  query: string
  /** Media type of the body; null when there was none. */
  type: string | null
  body?: unknown
  status: number
  /** JSON as a value, everything else as text; left out when the answer had no body. */
  answer?: unknown
}

export type Examples = Readonly<Record<string, Example>>

const FILE = new URL('./examples.json', import.meta.url)

/** By the name of the operation. Those of operations that need a browser or another service are missing. */
export function readExamples(): ReadonlyMap<string, Example> {
  return new Map(Object.entries(JSON.parse(readFileSync(FILE, 'utf8')) as Examples))
}
