import { getChangedPage } from '../../jobs/get-changed-page.ts'
import { getDiff } from '../../jobs/get-diff.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { renderPreview } from '../pages/markdown/page-preview.ts'
import { useAuthentication } from '../plugins/authentication.ts'
import { useEntityTags } from '../plugins/entity-tags.ts'
import { chooseMediaType } from '../plugins/media-types.ts'
import { DiffText, JobDiff, JobPreview, PreviewQuery } from '../schemas/job-events.ts'
import { JobParams } from '../schemas/jobs.ts'
import { responses } from '../schemas/responses.ts'

const DIFF_TYPE = 'text/x-diff'
const JSON_TYPE = 'application/json'

export function jobDiffRoutes(app: App, deps: ApiDeps): void {
  useAuthentication(app, deps)
  useEntityTags(app)
  const { git, mirrors, codeHostFor } = deps
  const useCase = { database: deps.databases.main, git, mirrors, codeHostFor }

  app.get(
    '/v2/agent/:projectId/job/:id/diff',
    {
      schema: {
        tags: ['Agent jobs'],
        summary: 'Get the diff of a job',
        operationId: 'getDiffAgentJob',
        description:
          "What the job's branch changes, compared with its base. Until a change is pushed, the answer is 404 with the code `no_changes`. A diff that is too large ends early, with `X-Diff-Truncated: true`, or `isTruncated` in JSON.",
        params: JobParams,
        sends: { 200: ['X-Diff-Truncated'] },
        response: responses(
          { 200: { content: { [DIFF_TYPE]: { schema: DiffText }, [JSON_TYPE]: { schema: JobDiff } } } },
          [401, 403, 404],
        ),
      },
    },
    async (request, reply) => {
      const { projectId, id } = request.params
      const found = await getDiff(useCase, projectId, id)
      reply.header('vary', 'accept')
      if (chooseMediaType(request.headers.accept, [DIFF_TYPE, JSON_TYPE]) === JSON_TYPE) return reply.type(JSON_TYPE).send(found)
      if (found.isTruncated) reply.header('x-diff-truncated', 'true')
      return reply.type(`${DIFF_TYPE}; charset=utf-8`).send(found.diff)
    },
  )

  app.get(
    '/v2/agent/:projectId/job/:id/preview',
    {
      schema: {
        tags: ['Agent jobs'],
        summary: 'Preview a page that an agent job changed',
        description:
          'Renders a changed Markdown page before and after the change, as HTML without scripts, styles or images. It is 404 with the code `no_changes` for anything that the job did not change.',
        params: JobParams,
        querystring: PreviewQuery,
        response: responses({ 200: JobPreview }, [400, 401, 403, 404]),
      },
    },
    async (request) => {
      const { projectId, id } = request.params
      const { before, after } = await getChangedPage(useCase, projectId, id, request.query.path)
      return {
        before: before === null ? null : renderPreview(before).text,
        after: after === null ? null : renderPreview(after).text,
      }
    },
  )
}
