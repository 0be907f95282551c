import { createHash } from 'node:crypto'
import type { App } from '../api-deps.ts'
import { isReading } from './sessions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For the description: set where answers carry an `ETag`. */
    hasEntityTag?: boolean
  }
}

/** Answers to a scope's GET and HEAD requests carry a strong ETag; a client that has the same already gets a 304 without a body. */
export function useEntityTags(scope: App): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, hasEntityTag: true }
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    if (!isReading(request) || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const tag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`
    reply.header('etag', tag).header('cache-control', 'private, no-cache')
    if (!matches(request.headers['if-none-match'], tag)) return payload
    reply.code(304).removeHeader('content-length')
    // The framework measures what a HEAD request would have got, and cannot measure null.
    return request.method === 'HEAD' ? '' : null
  })
}

/** The comparison for If-None-Match is weak: a proxy may have put `W/` in front. */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((candidate) => candidate.trim() === '*' || candidate.trim().replace(/^W\//, '') === tag)
}
