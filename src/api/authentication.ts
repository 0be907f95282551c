import { authenticate } from '../keys/authenticate.ts'
import type { Key } from '../keys/key.ts'
import { Problem, notFound } from '../lib/problem.ts'
import type { ApiDeps, App } from './app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The admin key of the request; set on every route of a project before its handler runs. */
    key?: Key
  }
}

/**
 * Guards all routes of a scope whose path has `:projectId`, before their bodies are read: first the key, then the project, then
 * the scope. A key for another project gets the same 404 as a project that does not exist.
 */
export function useAuthentication(scope: App, deps: Pick<ApiDeps, 'databases' | 'clock'>): void {
  scope.addHook('onRequest', async (request) => {
    const key = await authenticate(deps.databases.main, deps.clock, request.headers.authorization)
    const { projectId } = request.params as { projectId: string }
    if (key.projectId !== projectId) throw notFound()
    const needed = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'
    if (!key.scopes.includes(needed)) throw new Problem(403, 'scope_missing', `This key lacks the scope \`${needed}\`.`)
    request.key = key
  })
}
