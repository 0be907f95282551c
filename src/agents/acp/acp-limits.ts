/** What one run of an agent program may use up. A run that reaches a limit fails, and says which. */
export interface AcpLimits {
  /** Calls of the model; programs make more of them than the built-in agent, for titles and summaries. */
  calls: number
  /** Tokens in and out, all calls together. */
  tokens: number
  wallMs: number
  /** From the start of the program to its answer to the first message. */
  startMs: number
  /** One request to the model, and one answer. */
  requestBytes: number
  answerBytes: number
  /** What the program may say over the protocol, all messages together, and in one of them. */
  outputBytes: number
  messageBytes: number
  /** One file, and everything in the workspace and the home folder, beyond what was there. */
  fileBytes: number
  diskBytes: number
  files: number
  processes: number
  /** Memory of all processes together. */
  memoryBytes: number
}

const MEGABYTE = 1024 * 1024

export const ACP_LIMITS: AcpLimits = {
  calls: 200,
  tokens: 4_000_000,
  wallMs: 30 * 60_000,
  startMs: 2 * 60_000,
  requestBytes: 8 * MEGABYTE,
  answerBytes: 16 * MEGABYTE,
  outputBytes: 64 * MEGABYTE,
  messageBytes: 8 * MEGABYTE,
  fileBytes: 64 * MEGABYTE,
  diskBytes: 512 * MEGABYTE,
  files: 20_000,
  processes: 256,
  memoryBytes: 4096 * MEGABYTE,
}
