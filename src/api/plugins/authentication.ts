import type { FastifyRequest } from 'fastify'
import { authenticate } from '../../keys/authenticate.ts'
import { isId } from '../../lib/ids.ts'
import { Problem, notFound } from '../../lib/problem.ts'
import { findVisited, isPass } from '../../people/shares.ts'
import { findProject } from '../../projects/store.ts'
import type { App } from '../api-deps.ts'
import { readSessionToken } from './session-cookie.ts'
import { type SessionDeps, isReading, needRole, needSession } from './sessions.ts'

/** Who asks about a project: an admin key, or somebody with a session. */
export interface Caller {
  /** Of the key or of the user. */
  id: string
  /** How people know it. */
  name: string
  projectId: string
  /** By a share link: they have limits of their own, so that strangers cannot use up those of the project. */
  isVisitor?: true
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whoever has a share link may read this, too. */
    isShared?: boolean
  }
  interface FastifyRequest {
    /** Set on every route of a project before its handler runs. */
    caller?: Caller
  }
}

/**
 * Guards all routes of a scope whose path has `:projectId`, before their bodies are read: first the key or the session, then the
 * project, then the scope or the role. A key for another project gets the same 404 as a project that does not exist.
 */
export function useAuthentication(scope: App, deps: SessionDeps): void {
  scope.addHook('onRequest', async (request) => {
    request.caller = await admit(deps, request)
  })
}

/** For answers that go on and on: false once the key is revoked, the session has ended, or the role was taken away. */
export async function isStillAdmitted(deps: SessionDeps, request: FastifyRequest): Promise<boolean> {
  try {
    await admit(deps, request)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

async function admit(deps: SessionDeps, request: FastifyRequest): Promise<Caller> {
  const { projectId } = request.params as { projectId: string }
  if (isPass(request.headers.authorization)) return { ...(await admitVisitor(deps, request, projectId)), projectId }
  const isSession = request.headers.authorization === undefined && readSessionToken(deps, request) !== null
  return { ...(await (isSession ? admitSession : admitKey)(deps, request, projectId)), projectId }
}

async function admitKey(deps: SessionDeps, request: FastifyRequest, projectId: string): Promise<Pick<Caller, 'id' | 'name'>> {
  const key = await authenticate(deps.databases.main, deps.clock, request.headers.authorization)
  if (key.projectId !== projectId) throw notFound()
  const needed = isReading(request) ? 'read' : 'write'
  if (!key.scopes.includes(needed)) throw new Problem(403, 'scope_missing', `This key lacks the scope \`${needed}\`.`)
  return { id: key.id, name: `the key “${key.name}”` }
}

/** Whoever has a share link may read the numbers that the page behind it shows. Of all else they learn nothing. */
async function admitVisitor(deps: SessionDeps, request: FastifyRequest, projectId: string): Promise<Omit<Caller, 'projectId'>> {
  const share = await findVisited(deps.databases.main, request.headers.authorization!, deps.clock.now())
  if (!share || !isReading(request) || !request.routeOptions.config.isShared)
    throw new Problem(401, 'unauthorized', 'The share link does not allow this, was revoked, or has to be opened again.', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  if (share.projectId !== projectId) throw notFound()
  return { id: share.id, name: `the share link “${share.name}”`, isVisitor: true }
}

async function admitSession(deps: SessionDeps, request: FastifyRequest, projectId: string): Promise<Pick<Caller, 'id' | 'name'>> {
  const person = await needSession(deps, request)
  if (!isId('prj', projectId) || !(await findProject(deps.databases.main, projectId))) throw notFound()
  needRole(person, isReading(request) ? 'viewer' : 'editor')
  return { id: person.id, name: person.name }
}
