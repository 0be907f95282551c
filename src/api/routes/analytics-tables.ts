import { getTable } from '../../analytics/get-table.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { wantsCsv } from '../present/csv.ts'
import { askTable, sendTableCsv } from '../present/tables.ts'
import {
  AgentsQuery,
  AgentsResult,
  BreakdownQuery,
  BreakdownResult,
  DaysQuery,
  ExclusionsResult,
  MissesQuery,
  MissesResult,
  ReferrersQuery,
  ReferrersResult,
  VisitorsQuery,
  VisitorsResult,
} from '../schemas/analytics.ts'
import { ProjectParams } from '../schemas/parts.ts'
import { responses } from '../schemas/responses.ts'

const PROBLEMS = [400, 401, 403, 404, 429]
const common = { tags: ['Page views'], params: ProjectParams, produces: ['text/csv'] }

/** The tables that are kept by the day. Authentication and limits are those of the scope. */
export function analyticsTableRoutes(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/analytics/:projectId/agents',
    {
      config: { isShared: true },
      schema: {
        ...common,
        summary: 'Get agents',
        description:
          "AI readers by name and purpose, with the evidence. Also crawlers and bots that don't count as views, with the reason.",
        querystring: AgentsQuery,
        response: responses({ 200: AgentsResult }, PROBLEMS),
      },
    },
    async (request, reply) => {
      const asked = await askTable(deps, request)
      if (wantsCsv(request)) return sendTableCsv(deps, request, reply, 'agents', asked)
      const { rows, hasMore } = await getTable(deps.viewStore, 'agents', asked)
      return { agents: rows, hasMore }
    },
  )

  app.get(
    '/v1/analytics/:projectId/referrers',
    {
      config: { isShared: true },
      schema: {
        ...common,
        summary: 'Get referrers',
        description: 'The sites that sent readers. AI assistants have their names.',
        querystring: ReferrersQuery,
        response: responses({ 200: ReferrersResult }, PROBLEMS),
      },
    },
    async (request, reply) => {
      const asked = await askTable(deps, request)
      if (wantsCsv(request)) return sendTableCsv(deps, request, reply, 'referrers', asked)
      const { rows, hasMore } = await getTable(deps.viewStore, 'referrers', asked)
      return { referrers: rows, hasMore }
    },
  )

  app.get(
    '/v1/analytics/:projectId/misses',
    {
      schema: {
        ...common,
        summary: 'Get missing pages',
        description:
          'Paths that were answered with 404 or 410: who requested them, which sites sent them there, and when. In CSV, several agents or hosts share a cell, separated by `; `.',
        querystring: MissesQuery,
        response: responses({ 200: MissesResult }, PROBLEMS),
      },
    },
    async (request, reply) => {
      const asked = await askTable(deps, request)
      if (wantsCsv(request)) return sendTableCsv(deps, request, reply, 'misses', asked)
      const { rows, hasMore } = await getTable(deps.viewStore, 'misses', asked)
      return { misses: rows, hasMore }
    },
  )

  app.get(
    '/v1/analytics/:projectId/breakdown',
    {
      config: { isShared: true },
      schema: {
        ...common,
        summary: 'Get a breakdown',
        description:
          'Views by people by country, device, browser, language, campaign, referring page or entry page. The last row, whose `value` is null, has the views for which it is not known: sources may not report it, and views from before Docwright recorded it do not have it.',
        querystring: BreakdownQuery,
        response: responses({ 200: BreakdownResult }, PROBLEMS),
      },
    },
    async (request, reply) => {
      const asked = await askTable(deps, request)
      if (wantsCsv(request)) return sendTableCsv(deps, request, reply, 'breakdown', asked)
      const { rows, hasMore } = await getTable(deps.viewStore, 'breakdown', asked)
      return { by: asked.by, breakdown: rows, hasMore }
    },
  )
  dayRoutes(app, deps)
}

/** Few rows: they are answered whole. */
function dayRoutes(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/analytics/:projectId/visitors',
    {
      config: { isShared: true },
      schema: {
        ...common,
        summary: 'Get visitors',
        description:
          'Unique visitors per day, or the sum of the days of a week or a month. No address is stored: visitors are told apart by a hash whose salt is deleted after two days.',
        querystring: VisitorsQuery,
        response: responses({ 200: VisitorsResult }, PROBLEMS),
      },
    },
    async (request, reply) => {
      const asked = await askTable(deps, request)
      if (wantsCsv(request)) return sendTableCsv(deps, request, reply, 'visitors', asked)
      const { interval } = request.query
      const { rows } = await getTable(deps.viewStore, 'visitors', asked)
      return { interval, isSumOfDays: interval !== 'day', visitors: rows }
    },
  )

  app.get(
    '/v1/analytics/:projectId/exclusions',
    {
      config: { isShared: true },
      schema: {
        ...common,
        summary: 'Get excluded traffic',
        operationId: 'getExclusions',
        description:
          'Excluded traffic by reason: assets, prefetches, errors, crawlers and other bots, and what both a server and the script saw (`counted-by-script`, `counted-by-server`).',
        querystring: DaysQuery,
        response: responses({ 200: ExclusionsResult }, PROBLEMS),
      },
    },
    async (request, reply) => {
      const asked = await askTable(deps, request)
      if (wantsCsv(request)) return sendTableCsv(deps, request, reply, 'exclusions', asked)
      const { rows } = await getTable(deps.viewStore, 'exclusions', asked)
      return { total: rows.reduce((sum, row) => sum + row.count, 0), exclusions: rows }
    },
  )
}
