import { toCsv } from '../../analytics/csv.ts'
import { getRealtime } from '../../analytics/get-realtime.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { useEntityTags } from '../plugins/entity-tags.ts'
import { sendCsv, wantsCsv } from '../present/csv.ts'
import { RealtimeQuery, RealtimeResult } from '../schemas/analytics.ts'
import { ProjectParams } from '../schemas/parts.ts'
import { responses } from '../schemas/responses.ts'

/** What is read right now. In a scope of its own: whoever keeps asking gets another answer only when there is one. */
export function realtimeRoute(app: App, { viewStore, rulesFor }: ApiDeps): void {
  app.register(async (scope: App) => {
    useEntityTags(scope)
    scope.get(
      '/v1/analytics/:projectId/realtime',
      {
        config: { isShared: true },
        schema: {
          tags: ['Page views'],
          summary: 'Get views right now',
          description:
            'The last 30 minutes by minute, people and AI apart, with the pages that were read most. To follow it live, ask every few seconds with `If-None-Match` and the `ETag` of the last answer: while nothing changes, the answer is 304 without a body. Views count in the minute in which they happened, so those of a source that reports late appear late. With `Accept: text/csv`, the answer has the minutes.',
          params: ProjectParams,
          querystring: RealtimeQuery,
          produces: ['text/csv'],
          response: responses({ 200: RealtimeResult }, [400, 401, 403, 404, 429]),
        },
      },
      async (request, reply) => {
        const { projectId } = request.params
        const realtime = await getRealtime(viewStore, projectId, request.query.limit, (await rulesFor(projectId)).reading)
        if (!wantsCsv(request)) return realtime
        const rows = realtime.minutes.map((row) => [row.time, row.human, row.ai, row.total])
        return sendCsv(reply, 'realtime', toCsv(['time', 'human', 'ai', 'total'], rows))
      },
    )
  })
}
