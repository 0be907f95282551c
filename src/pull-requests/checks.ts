/** One thing that is wrong with the documentation, and that the change brought in. */
export interface CheckProblem {
  code: string
  path: string
  line: number
  /** A sentence for people. */
  message: string
}

/** What a look at the whole documentation found before and after a change. Stored as JSON. */
export interface Checks {
  /** How many problems of each kind (`broken-link`, …). */
  before: Readonly<Record<string, number>>
  after: Readonly<Record<string, number>>
  added: readonly CheckProblem[]
}

export interface CheckRow {
  code: string
  before: number
  after: number
}

/** One row for each kind that was found before or after, by name. */
export function toCheckRows({ before, after }: Checks): CheckRow[] {
  const codes = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return codes.map((code) => ({ code, before: before[code] ?? 0, after: after[code] ?? 0 }))
}
