import { type ChangeDeps, changePullRequest, ended, findOpenPullRequest } from './change-pull-request.ts'
import type { LocatedPullRequest } from './pull-request.ts'
import { findPullRequest, recordClose } from './pull-request-store.ts'

/** Ends a pull request without merging it. Its branch stays: a follow-up to the job goes on there, with a new pull request. */
export async function closePullRequest(deps: ChangeDeps, id: string, actor: string): Promise<LocatedPullRequest> {
  const pullRequest = await findOpenPullRequest(deps, id)
  const closed = await changePullRequest(deps, pullRequest, {
    action: 'pull-request.close',
    actor,
    write: (tx, now) => recordClose(tx, id, now),
  })
  if (closed) return closed
  // Another was first, between the look and the change.
  throw ended((await findPullRequest(deps.database, id)) ?? pullRequest)
}
