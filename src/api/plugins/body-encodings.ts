import type { FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import type { App } from '../api-deps.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True where a body may be compressed. */
    takesGzip?: boolean
  }
}

/** ASCII is a part of UTF-8. */
const UTF8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])

const GZIP: ReadonlySet<string> = new Set(['gzip', 'x-gzip'])

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i

/**
 * Refuses bodies that say they are in an encoding that the route doesn't read. What is not refused here would be read as something that it
 * isn't. It comes after the key was checked, and before the body is read.
 */
export function useBodyEncodings(app: App): void {
  app.addHook('preParsing', async (request) => {
    if (!hasBody(request)) return
    const { takesGzip = false } = request.routeOptions.config
    if (!isPlain(request) && !(takesGzip && isGzip(request))) throw unsupportedEncoding(takesGzip)
    const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1]
    if (charset !== undefined && !UTF8.has(charset.toLowerCase()))
      throw new Problem(415, 'unsupported_media_type', 'Send the body in UTF-8.')
  })
}

export function isGzip(request: FastifyRequest): boolean {
  return GZIP.has(encodingOf(request))
}

export function isPlain(request: FastifyRequest): boolean {
  return ['', 'identity'].includes(encodingOf(request))
}

/** Several encodings, one upon the other, are one text with commas, which is the name of none. */
function encodingOf({ headers }: FastifyRequest): string {
  return (headers['content-encoding'] ?? '').trim().toLowerCase()
}

function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function unsupportedEncoding(takesGzip: boolean): Problem {
  const detail = takesGzip
    ? 'Send the body uncompressed, or with `Content-Encoding: gzip`.'
    : 'Send the body uncompressed, without `Content-Encoding`.'
  return new Problem(415, 'unsupported_encoding', detail, {
    headers: { 'accept-encoding': takesGzip ? 'gzip, identity' : 'identity' },
  })
}
