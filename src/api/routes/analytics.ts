import { getTimeseries } from '../../analytics/get-timeseries.ts'
import { getViews, rankViews } from '../../analytics/get-views.ts'
import { recordEvents } from '../../analytics/record-events.ts'
import { toCsv } from '../../analytics/csv.ts'
import {
  EventLines,
  EventsBody,
  EventsResult,
  TimeseriesQuery,
  TimeseriesResult,
  ViewsQuery,
  ViewsResult,
} from '../schemas/analytics.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { useAuthentication } from '../plugins/authentication.ts'
import { useBodyBudget } from '../plugins/body-budget.ts'
import { isLimitGiven, sendCsv, streamViews, wantsCsv } from '../present/csv.ts'
import { readEvents, useEventBodies } from '../plugins/event-bodies.ts'
import { useReadLimit } from '../plugins/rate-limits.ts'
import { responses } from '../schemas/responses.ts'
import { ProjectParams } from '../schemas/parts.ts'
import { aiTableRoutes } from './ai-tables.ts'
import { analyticsTableRoutes } from './analytics-tables.ts'
import { registryRoute } from './registry.ts'
import { realtimeRoute } from './realtime.ts'
import { unreadPageRoutes } from './unread-pages.ts'

const TAG = 'Page views'

/** A thousand events with all their headers fit. */
const EVENT_BYTES_MAX = 4 * 1024 * 1024

/** Of all requests under way together. Far more than a group commit takes at once; measured with `npm run chaos -- overload`. */
const EVENT_BYTES_UNDER_WAY_MAX = 8 * 1024 * 1024

export function analyticsRoutes(app: App, deps: ApiDeps): void {
  useAuthentication(app, deps)
  // After the key: a stranger takes nothing of it.
  useBodyBudget(app, EVENT_BYTES_UNDER_WAY_MAX)
  useEventBodies(app)
  useReadLimit(app, deps)
  viewsRoute(app, deps)
  timeseriesRoute(app, deps)
  analyticsTableRoutes(app, deps)
  unreadPageRoutes(app, deps)
  realtimeRoute(app, deps)
  aiTableRoutes(app, deps)
  registryRoute(app, deps)
  eventsRoute(app, deps)
}

function viewsRoute(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/analytics/:projectId/views',
    {
      config: { isShared: true },
      schema: {
        tags: [TAG],
        summary: 'Get page views',
        description:
          'Totals for the site and counts per page, split into people and AI. While `hasMore` is true, raise `offset` by `limit` to get the next page. The pages of one export agree with each other while views arrive. If you run two exports of the same range at the same time, use a key for each. With `Accept: text/csv` you get a CSV file, with all rows unless you set `limit`.',
        params: ProjectParams,
        querystring: ViewsQuery,
        produces: ['text/csv'],
        sends: { 200: ['X-Kept-Since'] },
        response: responses({ 200: ViewsResult }, [400, 401, 403, 404, 429]),
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      const { reading } = await deps.rulesFor(projectId)
      const question = { ...request.query, ...reading, projectId, callerId: request.caller!.id }
      if (!wantsCsv(request)) return getViews(deps, question)
      const limit = isLimitGiven(request) ? question.limit : Number.MAX_SAFE_INTEGER
      const { ranking, keptSince } = await rankViews(deps, { ...question, limit })
      if (keptSince) reply.header('x-kept-since', keptSince)
      return sendCsv(reply, 'views', streamViews(ranking, question.offset, limit))
    },
  )
}

function timeseriesRoute(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/analytics/:projectId/timeseries',
    {
      config: { isShared: true },
      schema: {
        tags: [TAG],
        summary: 'Get views over time',
        description:
          'Views by hour, day or month, for the whole site or some pages. Steps without views are included, with zeros.',
        params: ProjectParams,
        querystring: TimeseriesQuery,
        produces: ['text/csv'],
        sends: { 200: ['X-Kept-Since'] },
        response: responses({ 200: TimeseriesResult }, [400, 401, 403, 404, 429]),
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      const { reading } = await deps.rulesFor(projectId)
      const series = await getTimeseries(deps.viewStore, { ...request.query, ...reading, projectId })
      if (!wantsCsv(request)) return series
      if (series.keptSince) reply.header('x-kept-since', series.keptSince)
      const rows = series.timeseries.map((row) => [row.time, row.human, row.ai, row.total])
      return sendCsv(reply, 'timeseries', toCsv(['time', 'human', 'ai', 'total'], rows))
    },
  )
}

function eventsRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/analytics/:projectId/events',
    {
      bodyLimit: EVENT_BYTES_MAX,
      config: { takesGzip: true },
      // Each event is checked by itself, so that a wrong one does not hold up the others.
      validatorCompiler: () => (value: unknown) => ({ value }),
      schema: {
        tags: [TAG],
        summary: 'Send page views',
        description:
          'Send one event, an array, or one event per line (`application/x-ndjson`): up to 1,000, plain or gzip. The answer comes after they are stored.',
        params: ProjectParams,
        body: EventsBody,
        consumes: { 'application/x-ndjson': EventLines },
        response: responses({ 202: EventsResult }, [400, 401, 403, 404, 413, 415]),
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      const { viewStore, classifier, signatures } = deps
      const recorded = await recordEvents(
        { viewStore, classifier, signatures, ...(await deps.rulesFor(projectId)) },
        projectId,
        readEvents(request.body),
      )
      return reply.code(202).send(recorded)
    },
  )
}
