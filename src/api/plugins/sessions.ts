import type { FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import { type Person, type Role, mayAct } from '../../people/person.ts'
import { findSession } from '../../people/sessions.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { readSessionToken } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The least role that a session needs for this route, where only sessions count; `anyone` needs none. */
    role?: Role | 'anyone'
    /** True where sessions do not count. */
    isKeyOnly?: boolean
  }
  interface FastifyRequest {
    /** Whose session it is; set on every route that needs one before its handler runs. */
    person?: Person
  }
}

export type SessionDeps = Pick<ApiDeps, 'databases' | 'clock' | 'baseUrl'>

/**
 * Guards all routes of a scope by session, before their bodies are read: first the session, then where the request comes from,
 * then the role. Keys do not count here. A route without a role in its `config` is a mistake, and answers nobody.
 */
export function useSessions(scope: App, deps: SessionDeps): void {
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { role } = request.routeOptions.config
    if (role === undefined) throw new Error(`${request.routeOptions.url} names no role`)
    if (role === 'anyone') return refuseForeignOrigin(deps, request)
    const person = await needSession(deps, request)
    needRole(person, role)
    return undefined
  })
}

/** Who asks, by session. What changes something must come from our own pages: the browser adds the cookie to any request. */
export async function needSession(deps: SessionDeps, request: FastifyRequest): Promise<Person> {
  const token = readSessionToken(deps, request)
  const person = token === null ? null : await findSession(deps.databases.main, deps.clock, token)
  if (!person)
    throw new Problem(401, 'no_session', 'Sign in first.', {
      headers: { 'www-authenticate': 'Session' },
    })
  if (!isReading(request) && !isOwnOrigin(deps, request)) throw badOrigin()
  request.person = person
  return person
}

export function needRole(person: Person, role: Role): void {
  if (!mayAct(person.role, role))
    throw new Problem(403, 'role_too_low', `This needs the role \`${role}\`; yours is \`${person.role}\`.`)
}

export function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Without a session there is nothing to abuse but the sign-in itself: a page elsewhere must not sign a visitor in. */
function refuseForeignOrigin(deps: SessionDeps, request: FastifyRequest): void {
  const isFromBrowser = request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined
  if (!isReading(request) && isFromBrowser && !isOwnOrigin(deps, request)) throw badOrigin()
}

/**
 * True when a browser says that one of our own pages sent the request. `Sec-Fetch-Site` cannot be set by a page. Without https,
 * where the operator need not have named the address, the host that was asked counts as our own, too: the cookie belongs to it.
 */
function isOwnOrigin({ baseUrl }: SessionDeps, { headers }: FastifyRequest): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true
  const own = new URL(baseUrl())
  return headers.origin === own.origin || (own.protocol === 'http:' && headers.origin === `http://${headers.host ?? ''}`)
}

function badOrigin(): Problem {
  return new Problem(403, 'bad_origin', "This request doesn't come from a page of this server.")
}
