import type { FastifyReply, FastifyRequest } from 'fastify'
import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isUnavailable, needsOperator } from '../../database/unavailable.ts'
import { diskFull, isDiskFull } from '../../lib/disk-full.ts'
import { Problem } from '../../lib/problem.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { discardBody } from './discard-body.ts'
import { isPercentEncoded } from './read-text.ts'

/** Seconds after which a client may ask again when the service is overloaded or going down. */
const RETRY_AFTER_SECONDS = '1'

/** Fastify's own refusals, in our words. */
const FRAMEWORK: Record<string, [status: number, code: string, detail: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', 'The body is too large for this operation.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'unsupported_media_type',
    'Send the body as JSON, with `Content-Type: application/json`.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'invalid_request', "The body isn't as long as its Content-Length says."],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'invalid_json', 'The body is empty.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'invalid_json', "The body isn't valid JSON."],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'url_too_long', 'A part of the path is too long to be an id.'],
  FST_ERR_BAD_URL: [400, 'invalid_request', 'The URL is malformed.'],
}

/** The one place where errors become answers. */
export function useProblems(app: App, deps: Pick<ApiDeps, 'draining' | 'clock'>): void {
  const allowed = collectMethods(app)

  app.addHook('onRequest', async (request) => {
    if (deps.draining.aborted && !['/health', '/ready', '/metrics'].includes(request.routeOptions.url ?? '')) {
      throw new Problem(503, 'draining', 'The server is stopping. Send the request again.', {
        headers: { 'retry-after': RETRY_AFTER_SECONDS, connection: 'close' },
      })
    }
    refuseUnaddressed(request, allowed)
  })
  app.setErrorHandler(async (error, request, reply) => {
    const problem = toProblem(error, request)
    if (problem.status === 413) await discardBody(request, deps.clock)
    return sendProblem(request, reply, problem)
  })
  app.server.on('checkExpectation', refuseExpectation)
}

/** Before anything of the body is read, so that a wrong address is the same answer whatever the body. */
function refuseUnaddressed(request: FastifyRequest, allowed: (path: string) => string[]): void {
  const { url, raw } = request
  if (raw.httpVersion === '1.1' && request.headers.host === undefined)
    throw new Problem(400, 'invalid_request', 'The request has no `Host` header.')
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  if (request.is404) {
    const methods = allowed(path.replace(/#.*$/s, ''))
    if (methods.length === 0) throw new Problem(404, 'route_not_found', "This address doesn't exist. See /docs.")
    throw new Problem(405, 'method_not_allowed', `This route takes ${methods.join(', ')}.`, {
      headers: { allow: methods.join(', ') },
    })
  }
  // The router sees to the path, and Node to bytes that are not encoded at all.
  if (!isPercentEncoded(query)) throw new Problem(400, 'invalid_request', "The query isn't percent-encoded UTF-8.")
}

/** For requests that the router refuses before any route is found. */
export function refuseUnroutable(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  void sendProblem(request, reply, toProblem(error, request))
}

function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  const { code = '', statusCode } = error as { code?: string; statusCode?: number }
  const known = FRAMEWORK[code]
  if (known) return new Problem(...known)
  if (error instanceof SyntaxError && statusCode === 400)
    return new Problem(400, 'invalid_json', `The body is not valid JSON: ${error.message}.`)
  if (isDiskFull(error)) {
    request.log.warn({ err: error }, 'the disk is full')
    return diskFull()
  }
  if (isUnavailable(error)) {
    request.log[needsOperator(error) ? 'error' : 'warn']({ err: error }, 'the database is not available')
    return new Problem(503, 'unavailable', "The database isn't available right now. Try again soon.", {
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    })
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem(statusCode, 'invalid_request', "The request can't be read.")
  request.log.error({ err: error }, 'unexpected error')
  return new Problem(500, 'internal', "Internal error. Look for the id of this request in the server's log.")
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(toBody(problem, request.id))
}

function toBody(problem: Problem, requestId: string) {
  return {
    type: `/guide/errors#${problem.code}`,
    title: STATUS_CODES[problem.status] ?? 'Error',
    status: problem.status,
    detail: problem.message,
    instance: requestId,
    code: problem.code,
    error: problem.message,
    ...(problem.details ? { details: problem.details } : {}),
  }
}

/** For requests that Node could not even parse: there is no route and no reply object yet. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Problem(431, 'headers_too_large', 'The URL and headers together are larger than 16 KiB.')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new Problem(408, 'request_timeout', "The request didn't arrive in time.")
        : new Problem(400, 'invalid_request', "The request isn't valid HTTP.")
  const body = JSON.stringify(toBody(problem, 'none'))
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroySoon()
}

/** For what Node would refuse without a word: it expects `100-continue` to be the only expectation. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const problem = new Problem(417, 'expectation_failed', 'Only `Expect: 100-continue` is supported.')
  response
    .writeHead(problem.status, { 'content-type': 'application/problem+json', 'cache-control': 'no-store', connection: 'close' })
    .end(JSON.stringify(toBody(problem, 'none')))
}

/** Knows which methods a path takes, so that a wrong one is told from a wrong path. */
function collectMethods(app: App): (path: string) => string[] {
  const routes: { shape: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', (route) => {
    const shape = new RegExp(`^${route.url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`)
    routes.push({ shape, methods: [route.method].flat() })
  })
  return (path) => [...new Set(routes.filter((route) => route.shape.test(path)).flatMap((route) => route.methods))].sort()
}
