import type { FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import type { App } from '../api-deps.ts'
import { isPlain } from './body-encodings.ts'

/** Text shrinks to about a tenth; a sender that claims more is held to the limit of its route anyway. */
const GZIP_FACTOR = 8
/** Taken for a body whose length is not told beforehand. */
const UNKNOWN_BYTES = 1024 * 1024

/**
 * Refuses requests, before their bodies are read, while those under way hold as many bytes as the service has room for. A body
 * takes several times its size in memory until its views are stored, so a thousand senders at once would take gigabytes.
 */
export function useBodyBudget(scope: App, bytesMax: number): void {
  let bytes = 0
  scope.addHook('onRequest', async (request, reply) => {
    const size = sizeOf(request)
    // One that is larger than the whole budget is taken when nothing else is under way.
    if (bytes > 0 && bytes + size > bytesMax) throw overloaded()
    bytes += size
    // Comes for every answer, also one whose client went away.
    reply.raw.once('close', () => (bytes -= size))
  })
}

function sizeOf(request: FastifyRequest): number {
  const { method, headers, routeOptions } = request
  if (method === 'GET' || method === 'HEAD') return 0
  const length = headers['content-length'] === undefined ? UNKNOWN_BYTES : Number(headers['content-length'])
  return isPlain(request) ? length : Math.min(length * GZIP_FACTOR, Math.max(length, routeOptions.bodyLimit ?? length))
}

function overloaded(): Problem {
  return new Problem(503, 'overloaded', 'Too many views are arriving at once. Nothing was stored. Send the request again.', {
    headers: { 'retry-after': '1' },
  })
}
