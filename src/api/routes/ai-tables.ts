import { getTable } from '../../analytics/get-table.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { wantsCsv } from '../present/csv.ts'
import { askTable, sendTableCsv } from '../present/tables.ts'
import { AiAgentsQuery, AiAgentsResult, OperatorsQuery, OperatorsResult } from '../schemas/ai-readers.ts'
import { ProjectParams } from '../schemas/parts.ts'
import { responses } from '../schemas/responses.ts'

const PROBLEMS = [400, 401, 403, 404, 429]
const common = { tags: ['Page views'], params: ProjectParams, produces: ['text/csv'] }

/** How AI reads the site, and what it gives back. */
export function aiTableRoutes(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/analytics/:projectId/ai-agents',
    {
      config: { isShared: true },
      schema: {
        ...common,
        summary: 'Get AI agents',
        description:
          'AI agents by name: what they read as HTML, as Markdown, from `llms.txt` and by MCP, what they asked for that is not there, and when they were first and last seen. New ones are marked.',
        querystring: AiAgentsQuery,
        response: responses({ 200: AiAgentsResult }, PROBLEMS),
      },
    },
    async (request, reply) => {
      const asked = await askTable(deps, request)
      if (wantsCsv(request)) return sendTableCsv(deps, request, reply, 'ai-agents', asked)
      const { rows, hasMore } = await getTable(deps.viewStore, 'ai-agents', asked)
      return { agents: rows, hasMore }
    },
  )

  app.get(
    '/v1/analytics/:projectId/operators',
    {
      config: { isShared: true },
      schema: {
        ...common,
        summary: 'Get AI operators',
        description:
          'The companies behind AI agents: how much their agents read against how many people their assistants send to the site.',
        querystring: OperatorsQuery,
        response: responses({ 200: OperatorsResult }, PROBLEMS),
      },
    },
    async (request, reply) => {
      const asked = await askTable(deps, request)
      if (wantsCsv(request)) return sendTableCsv(deps, request, reply, 'operators', asked)
      const { rows, hasMore } = await getTable(deps.viewStore, 'operators', asked)
      return { operators: rows, hasMore }
    },
  )
}
