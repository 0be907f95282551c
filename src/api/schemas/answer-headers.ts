import type { FastifyContextConfig } from 'fastify'

/** The headers of answers, as the description names them. */
export const ANSWER_HEADERS = {
  'X-Request-Id': 'The id of the request, for the log of the service.',
  ETag: 'Changes with the answer. Send it as `If-None-Match`, and the answer is 304 while nothing changed.',
  'RateLimit-Policy': 'On limited routes: the limit that the route belongs to: its name, `q` uses in `w` seconds.',
  RateLimit: 'On limited routes: what is left of the limit: `r` uses; more are free in `t` seconds.',
  'Retry-After': 'Seconds after which the request may succeed.',
  'WWW-Authenticate': 'What is asked for: `Bearer` for a key, `Session` for a session.',
  Allow: 'The methods that the route takes.',
  'Accept-Encoding': 'If the content encoding is why: the ones that the route takes.',
  Location: 'Where to go on: what was created, or the next page.',
  'Idempotency-Replayed': '`true` if an earlier request with the same `Idempotency-Key` was answered so.',
  'X-Kept-Since': 'In CSV, what `keptSince` is in JSON.',
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
