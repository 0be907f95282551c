// The service as it is, and beside it a route that checks key and body like the real one and then does nothing. Its own process.
import type { App } from '../../src/api/api-deps.ts'
import { createApp } from '../../src/api/app.ts'
import { useAuthentication } from '../../src/api/plugins/authentication.ts'
import { readEvents, useEventBodies } from '../../src/api/plugins/event-bodies.ts'
import { EventsBody, EventsResult } from '../../src/api/schemas/analytics.ts'
import { ProjectParams } from '../../src/api/schemas/parts.ts'
import { responses } from '../../src/api/schemas/responses.ts'
import { readConfig } from '../../src/config.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { createProject } from '../../src/projects/create-project.ts'
import { createMetrics } from '../../src/lib/metrics.ts'
import { openContext } from '../../src/wiring/context.ts'

const context = await openContext(readConfig(), { metrics: createMetrics() })
const { databases, clock, ids } = context
const app = createApp({
  ...context,
  leaving: new AbortController().signal,
  draining: new AbortController().signal,
  config: { analyticsReadsPerMinute: 1_000_000, rawDays: 30, trustedProxies: [], metricsToken: null },
  baseUrl: () => 'http://127.0.0.1',
})
app.register(async (scope: App) => {
  useAuthentication(scope, { databases, clock, baseUrl: () => 'http://127.0.0.1' })
  useEventBodies(scope)
  scope.post(
    '/v1/analytics/:projectId/noop',
    {
      bodyLimit: 4 * 1024 * 1024,
      validatorCompiler: () => (value: unknown) => ({ value }),
      schema: { params: ProjectParams, body: EventsBody, response: responses({ 202: EventsResult }, [400]) },
    },
    async (request, reply) => {
      const events = readEvents(request.body)
      return reply.code(202).send({ accepted: events.length, duplicates: 0, rejected: [] })
    },
  )
})
const project = await createProject(
  { database: databases.main, ids },
  { name: 'Bench', repository: 'file:///nowhere.git', ref: 'main', codeHost: 'builtin', agent: 'offline' },
  'bench',
)
const { secret } = await createKey(
  { database: databases.main, ids },
  { projectId: project.id, kind: 'admin', name: 'Bench', scopes: ['read', 'write'], expiresInMs: null, actor: 'bench' },
)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.send!({ url, projectId: project.id, key: secret })
process.on('message', () => {
  void app
    .close()
    .then(() => context.close())
    .then(() => process.disconnect())
})
