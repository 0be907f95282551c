import { type ChangeDeps, changePullRequest, ended, findOpenPullRequest } from './change-pull-request.ts'
import type { LocatedPullRequest } from './pull-request.ts'
import { findPullRequest, recordReady } from './pull-request-store.ts'

/** Says that a draft may be merged. One that is no draft stays as it is. */
export async function markPullRequestReady(deps: ChangeDeps, id: string, actor: string): Promise<LocatedPullRequest> {
  const pullRequest = await findOpenPullRequest(deps, id)
  if (!pullRequest.isDraft) return pullRequest
  const ready = await changePullRequest(deps, pullRequest, {
    action: 'pull-request.ready',
    actor,
    write: (tx, now) => recordReady(tx, id, now),
  })
  if (ready) return ready
  throw ended((await findPullRequest(deps.database, id)) ?? pullRequest)
}
