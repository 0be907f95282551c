/** One wrong field of a request: where it is and what is wrong with it. */
export interface ProblemDetail {
  path: string
  message: string
}

/** An expected error: features throw it, and the API or the command line turns it into an answer in one place. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly details: ProblemDetail[] | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    detail: string,
    more: { details?: ProblemDetail[]; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.details = more.details
    this.headers = more.headers ?? {}
  }
}

/** The same words for what does not exist and for what the key may not see, so that ids cannot be probed. */
export function notFound(): Problem {
  return new Problem(404, 'not_found', "This project or job doesn't exist, or your key can't see it. Check both ids.")
}

/** @param detail Without the wait, which is added. */
export function tooMany(detail: string, retryAfterSeconds: number): Problem {
  return new Problem(429, 'limit_reached', `${detail} Try again in ${retryAfterSeconds} s.`, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

export function invalid(path: string, message: string): Problem {
  return new Problem(400, 'invalid_request', `\`${path}\` ${message}.`, { details: [{ path, message }] })
}
