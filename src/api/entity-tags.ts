import { createHash } from 'node:crypto'
import type { App } from './app.ts'

/** Answers of a scope's GET routes carry a strong ETag; a client that has the same already gets a 304 without a body. */
export function useEntityTags(scope: App): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const tag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`
    reply.header('etag', tag).header('cache-control', 'private, no-cache')
    if (!matches(request.headers['if-none-match'], tag)) return payload
    reply.code(304).removeHeader('content-length')
    return null
  })
}

/** The comparison for If-None-Match is weak: a proxy may have put `W/` in front. */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((candidate) => candidate.trim() === '*' || candidate.trim().replace(/^W\//, '') === tag)
}
