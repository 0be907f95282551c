import type { Static } from 'typebox'
import { VERSION } from '../../version.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { HealthResult, ReadyResult } from '../schemas/health.ts'

const TAG = 'Service'

export function healthRoutes(app: App, deps: ApiDeps): void {
  app.get(
    '/health',
    {
      schema: {
        tags: [TAG],
        summary: 'Check liveness',
        operationId: 'isProcessUp',
        description: 'Answers 200 while the process runs.',
        response: { 200: HealthResult },
      },
    },
    async () => ({ status: 'ok' as const, version: VERSION }),
  )

  app.get(
    '/ready',
    {
      schema: {
        tags: [TAG],
        summary: 'Check readiness',
        operationId: 'doesItTakeWork',
        description: "Answers 503 while a database can't be reached, and from `DOCWRIGHT_DRAIN_SECONDS` before the server stops.",
        response: { 200: ReadyResult, 503: ReadyResult },
      },
    },
    async (_request, reply) => {
      const [database, views] = await Promise.all([deps.databases.main.ping(), deps.databases.views.ping()])
      const status: Static<typeof ReadyResult>['status'] = deps.leaving.aborted
        ? 'draining'
        : database && views
          ? 'ready'
          : 'unavailable'
      if (status !== 'ready') reply.code(503).header('retry-after', '1')
      return { status, database, views }
    },
  )
}
