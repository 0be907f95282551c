import { getViews } from '../../analytics/get-views.ts'
import { recordEvents } from '../../analytics/record-events.ts'
import type { ApiDeps, App } from '../app.ts'
import { useAuthentication } from '../authentication.ts'
import { readEvents, useEventBodies } from '../event-bodies.ts'
import { useReadLimit } from '../limits.ts'
import { responses } from '../responses.ts'
import { EventsBody, EventsResult, ProjectParams, ViewsQuery, ViewsResult } from '../schemas.ts'

const TAG = 'Page views'

/** A thousand events with all their headers fit. */
const EVENT_BYTES_MAX = 4 * 1024 * 1024

export function analyticsRoutes(app: App, deps: ApiDeps): void {
  useAuthentication(app, deps)
  useEventBodies(app)
  useReadLimit(app, deps)

  app.get(
    '/v1/analytics/:projectId/views',
    {
      schema: {
        tags: [TAG],
        summary: 'Get page views',
        description:
          'Site-wide totals and per-page counts, people and AI apart. While `hasMore` is true, raise `offset` by `limit` for the next page; the pages of one export agree with each other while views keep arriving.',
        params: ProjectParams,
        querystring: ViewsQuery,
        response: responses({ 200: ViewsResult }, [400, 401, 403, 404, 429]),
      },
    },
    async (request) => {
      const { dateFrom, dateTo, limit, offset } = request.query
      return getViews(deps.rankings, {
        projectId: request.params.projectId,
        callerId: request.key!.id,
        dateFrom,
        dateTo,
        limit,
        offset,
      })
    },
  )

  app.post(
    '/v1/analytics/:projectId/events',
    {
      bodyLimit: EVENT_BYTES_MAX,
      // Each event is checked by itself, so that a wrong one does not hold up the others.
      validatorCompiler: () => (value: unknown) => ({ value }),
      schema: {
        tags: [TAG],
        summary: 'Send page views',
        description:
          'One event, an array, or one per line (`application/x-ndjson`); at most 1,000; gzip is understood. Answered after the events are stored.',
        params: ProjectParams,
        body: EventsBody,
        response: responses({ 202: EventsResult }, [400, 401, 403, 404, 413, 415]),
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      const { viewStore, classifier } = deps
      const recorded = await recordEvents(
        { viewStore, classifier, paths: deps.pathsFor(projectId) },
        projectId,
        readEvents(request.body),
        await deps.databases.views.now(),
      )
      return reply.code(202).send(recorded)
    },
  )
}
