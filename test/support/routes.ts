import type { RouteOptions } from 'fastify'
import type { App } from '../../src/api/api-deps.ts'
import { createApp } from '../../src/api/app.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { type Visitor, newVisitor } from './people.ts'
import type { TestService } from './test-service.ts'

export interface TestRoute {
  method: string
  /** With `:name` for its parameters. */
  url: string
  options: RouteOptions
}

/** Where a request for a route goes, and what lets it in. */
export interface Address {
  path: string
  headers: Record<string, string>
}

/** Every route of the service, so that a new one is in every matrix by itself. */
export interface RouteTable {
  routes: TestRoute[]
  address(route: TestRoute): Address
}

/** An app on the stores of a running service. It listens nowhere until it is told to. */
export function createTestApp(docs: TestService): App {
  const { context } = docs.service
  return createApp({
    ...context,
    leaving: new AbortController().signal,
    draining: new AbortController().signal,
    config: { analyticsReadsPerMinute: 1_000_000, rawDays: 30, trustedProxies: [], metricsToken: null },
    baseUrl: () => docs.url,
  })
}

export async function readRouteTable(docs: TestService): Promise<RouteTable> {
  const admin = await newVisitor(docs, 'admin')
  const job = await docs.request(`/v2/agent/${docs.projectId}/job`, { json: { prompt: 'x' } })
  const { database, ids } = { database: docs.service.context.databases.main, ids: docs.service.context.ids }
  const site = await createKey(
    { database, ids },
    { projectId: docs.projectId, kind: 'site', name: 'Site', scopes: [], expiresInMs: null, actor: 'test' },
  )
  const parameters: Record<string, string> = {
    projectId: docs.projectId,
    id: job.body.id,
    jobId: job.body.id,
    siteKey: site.secret,
    vendor: 'vercel',
    keyId: site.key.id,
  }
  return {
    routes: await listRoutes(docs),
    address: ({ url, options }) => ({
      path: url.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? 'x'),
      headers: credentials(url, options, docs, admin),
    }),
  }
}

async function listRoutes(docs: TestService): Promise<TestRoute[]> {
  const app = createTestApp(docs)
  // Registered before the hook.
  const routes: TestRoute[] = ['/openapi.json', '/docs'].map((url) => ({ method: 'GET', url, options: {} as RouteOptions }))
  app.addHook('onRoute', (options) => {
    for (const method of [options.method].flat()) routes.push({ method, url: options.url, options })
  })
  await app.ready()
  const missing = routes.filter(({ method, url }) => !app.hasRoute({ method, url }))
  if (missing.length > 0) throw new Error(`no such routes: ${missing.map(({ url }) => url).join(', ')}`)
  await app.close()
  return routes
}

function credentials(url: string, { config }: RouteOptions, docs: TestService, admin: Visitor): Record<string, string> {
  const isOfProject = /^\/v\d\/(?:agent|analytics)\/:projectId/.test(url)
  if (isOfProject && config?.role === undefined) return { authorization: `Bearer ${docs.key}` }
  return { cookie: admin.cookie, origin: docs.url }
}
