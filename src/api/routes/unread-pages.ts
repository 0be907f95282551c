import { getUnread, getUnreadCsv } from '../../analytics/get-unread.ts'
import { readRange } from '../../analytics/read-range.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { isLimitGiven, sendCsv, wantsCsv } from '../present/csv.ts'
import { UnreadQuery, UnreadResult } from '../schemas/analytics.ts'
import { ProjectParams } from '../schemas/parts.ts'
import { responses } from '../schemas/responses.ts'
import { needProject } from './projects.ts'

/** Where views and the repository meet. Authentication and limits are those of the scope. */
export function unreadPageRoutes(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/analytics/:projectId/unread',
    {
      schema: {
        tags: ['Page views'],
        summary: 'Get unread pages',
        description:
          "Pages of the documentation without views in the range. The pages are taken from the last commit of the project's branch, at most a minute old. If the repository can't be read, the answer is 503 with the code `repository_unavailable` and the reason; without disk space it is 507.",
        params: ProjectParams,
        querystring: UnreadQuery,
        produces: ['text/csv'],
        response: responses({ 200: UnreadResult }, [400, 401, 403, 404, 429]),
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      // First: the repository of a project may take a minute to read.
      const { reading } = await deps.rulesFor(projectId)
      readRange({ ...request.query, ...reading })
      const { repository, ref, settings } = await needProject(deps, projectId)
      const remote = async () => (await deps.codeHostFor({ projectId })).remote(repository)
      const site = await deps.sitePages.get({ projectId, repository, ref, remote, signal: deps.draining })
      const known = { json: site.json, rules: settings.paths }
      if (wantsCsv(request)) {
        const { limit, ...whole } = { ...request.query, ...reading, projectId }
        const asked = isLimitGiven(request) ? { ...whole, limit } : whole
        return sendCsv(reply, 'unread', await getUnreadCsv(deps.viewStore, asked, known))
      }
      const { rows, hasMore, ...counts } = await getUnread(deps.viewStore, { ...request.query, ...reading, projectId }, known)
      return {
        site: {
          ref: site.ref,
          commit: site.commit,
          pages: counts.pageCount,
          unread: counts.unreadCount,
          everRead: counts.everReadCount,
        },
        unread: rows,
        hasMore,
      }
    },
  )
}
