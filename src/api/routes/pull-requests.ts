import { readPullRequest } from '../../codehosts/builtin.ts'
import { Problem } from '../../lib/problem.ts'
import type { ApiDeps, App } from '../app.ts'
import { sendPage } from '../pages/page.ts'
import { renderPullRequest } from '../pages/pull-request-page.ts'

/** The pages behind the links of built-in pull requests. Whoever has the link may read; it cannot be guessed. */
export function pullRequestRoutes(app: App, deps: ApiDeps): void {
  app.get<{ Params: { secret: string } }>('/pull-requests/:secret', async (request, reply) => {
    const found = await readPullRequest(deps.builtin, request.params.secret)
    if (!found) throw new Problem(404, 'pull_request_not_found', 'There is no such pull request.')
    return sendPage(reply, found.pullRequest.title, renderPullRequest(found))
  })
}
