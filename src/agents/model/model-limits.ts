/** What one run may use up. A run that reaches a limit fails, and says which. */
export interface Limits {
  turns: number
  /** Tokens in and out, all turns together. */
  tokens: number
  wallMs: number
  /** One call of the model, from the request to the last byte. */
  callMs: number
  /** What the model may send in one call: far more than a page, far less than memory. */
  answerCharacters: number
  /** Files that differ at some time, and bytes written, all turns together. */
  files: number
  writtenBytes: number
  /** The same call with the same answer, so many times, is a loop. */
  sameCalls: number
  /** Calls of tools in one turn. */
  callsPerTurn: number
}

/** Turns, time, files and bytes as in comparable agents; tokens are the mean of a whole agentic run on code, which is larger. */
export const LIMITS: Limits = {
  turns: 50,
  tokens: 4_000_000,
  wallMs: 30 * 60_000,
  callMs: 10 * 60_000,
  answerCharacters: 2 * 1024 * 1024,
  files: 200,
  writtenBytes: 10 * 1024 * 1024,
  sameCalls: 5,
  callsPerTurn: 32,
}
