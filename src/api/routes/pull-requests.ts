import { noSuchPullRequest } from '../../codehosts/change-pull-request.ts'
import { findPullRequestBySecret } from '../../codehosts/pull-request-store.ts'
import { readPullRequestChanges } from '../../codehosts/read-pull-request.ts'
import type { ApiDeps, App } from '../app.ts'
import { sendPage } from '../pages/page.ts'
import { renderPullRequest } from '../pages/pull-request-page.ts'

/** What secrets are made of. Anything else is not looked up: PostgreSQL refuses some characters with an error. */
const SECRET_SHAPE = /^[\w-]{1,100}$/

/** The pages behind the links of built-in pull requests. Whoever has the link may read; it cannot be guessed. */
export function pullRequestRoutes(app: App, deps: ApiDeps): void {
  app.get<{ Params: { secret: string }; Querystring: { view?: unknown } }>('/pull-requests/:secret', async (request, reply) => {
    const { secret } = request.params
    const pullRequest = SECRET_SHAPE.test(secret) ? await findPullRequestBySecret(deps.builtin.database, secret) : null
    if (!pullRequest) throw noSuchPullRequest()
    const changes = await readPullRequestChanges(deps.builtin, pullRequest)
    const view = request.query.view === 'split' ? 'split' : 'unified'
    return sendPage(reply, pullRequest.title, renderPullRequest(pullRequest, changes, view))
  })
}
