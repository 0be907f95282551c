import type { FastifyContextConfig } from 'fastify'

/** The headers of answers, as the description names them. */
export const ANSWER_HEADERS = {
  'X-Request-Id': "The id of the request, as in the server's log.",
  ETag: 'Changes with the answer. Send it as `If-None-Match` to get a 304 while nothing has changed.',
  'RateLimit-Policy': 'The rate limit: its name, and `q` uses in `w` seconds.',
  RateLimit: 'What is left of the rate limit: `r` uses now, more in `t` seconds.',
  'Retry-After': 'Seconds to wait before you try again.',
  'WWW-Authenticate': 'What to send: `Bearer` for a key, `Session` for a session.',
  Allow: 'The methods that this address takes.',
  'Accept-Encoding': 'The encodings that this operation takes.',
  Location: 'The address of what was created, or of the next page.',
  'Idempotency-Replayed': '`true` if this is the answer to an earlier request with the same `Idempotency-Key`.',
  'X-Kept-Since': '`keptSince`, for CSV.',
  'X-Diff-Truncated': '`true` if the diff is too large and ends early.',
} as const

export type AnswerHeader = keyof typeof ANSWER_HEADERS

const LIMIT: AnswerHeader[] = ['RateLimit-Policy', 'RateLimit']

/** Which headers a success of a route has by what the route is; those of the route alone are in its schema. */
export function headersOf(status: string, config: FastifyContextConfig): AnswerHeader[] {
  const isLimited = config.bucket !== undefined || config.isReadLimited === true
  return [
    'X-Request-Id',
    ...(config.hasEntityTag && ['200', '304'].includes(status) ? (['ETag'] as const) : []),
    ...(isLimited ? LIMIT : []),
    ...(status === '302' ? (['Location'] as const) : []),
  ]
}

/** Which headers a problem may have, whatever the route. */
export function headersOfProblem(status: string): AnswerHeader[] {
  const own: Record<string, AnswerHeader[]> = {
    401: ['WWW-Authenticate'],
    405: ['Allow'],
    415: ['Accept-Encoding'],
    429: ['Retry-After'],
    503: ['Retry-After'],
    507: ['Retry-After'],
  }
  return ['X-Request-Id', ...(own[status] ?? []), ...LIMIT]
}
