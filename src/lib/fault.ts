interface FaultParts {
  code: string
  message: string
  hint?: string | null
  isPassing?: boolean
  retryAfterSeconds?: number | null
}

/** An end that a user is told about: a code for programs, a sentence, and a hint on what to do. */
export class Fault extends Error {
  readonly code: string
  readonly hint: string | null
  /** True when the same may work in a moment (a network, a lock), so that it is worth another try. */
  readonly isPassing: boolean
  /** When the other side said how long to wait: another try before that is refused too. */
  readonly retryAfterSeconds: number | null

  constructor({ code, message, hint = null, isPassing = false, retryAfterSeconds = null }: FaultParts) {
    super(message)
    this.name = 'Fault'
    this.code = code
    this.hint = hint
    this.isPassing = isPassing
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** What happened and what to do about it, for an answer that has one text for both. */
  get sentences(): string {
    return this.hint === null ? this.message : `${this.message} ${this.hint}`
  }
}
