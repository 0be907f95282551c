import type { FastifyRequest } from 'fastify'
import type { IdempotencyKey } from '../../jobs/idempotency.ts'
import { invalid } from '../../lib/problem.ts'

const ACCEPTED = /^[\x20-\x7e]{1,255}$/

/** Reads the header; the draft standard puts the key in quotes, most clients do not: both are taken. */
export function readIdempotencyKey(request: FastifyRequest, endpoint: string, body: unknown): IdempotencyKey | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : ''
  if (!ACCEPTED.test(key)) throw invalid('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
  return { key, endpoint, body }
}
