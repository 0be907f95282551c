import { recordAudit } from '../database/audit-store.ts'
import type { Transaction } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { Problem } from '../lib/problem.ts'
import type { LocatedPullRequest } from './pull-request.ts'
import type { PullRequestDeps } from './pull-request-deps.ts'
import { findPullRequest } from './pull-request-store.ts'

export type ChangeDeps = Pick<PullRequestDeps, 'database' | 'ids'>

/** Reads a pull request that something is to be done with; a 409 for one that has ended. */
export async function findOpenPullRequest({ database }: ChangeDeps, id: string): Promise<LocatedPullRequest> {
  const pullRequest = await findPullRequest(database, id)
  if (!pullRequest) throw noSuchPullRequest()
  if (pullRequest.state !== 'open') throw ended(pullRequest)
  return pullRequest
}

export function noSuchPullRequest(): Problem {
  return new Problem(404, 'pull_request_not_found', "This pull request doesn't exist.")
}

export function ended({ state }: LocatedPullRequest): Problem {
  return state === 'merged'
    ? new Problem(409, 'pull_request_merged', 'The pull request is already merged.')
    : new Problem(409, 'pull_request_closed', 'The pull request is closed.')
}

/**
 * Writes a change of an open pull request, and who made it, in one transaction. `write` answers false when the stored state does
 * not allow the change any more; null is returned then.
 */
export async function changePullRequest(
  { database, ids }: ChangeDeps,
  { id, projectId }: LocatedPullRequest,
  change: { action: string; actor: string; write: (tx: Transaction<MainSchema>, now: number) => Promise<boolean> },
): Promise<LocatedPullRequest | null> {
  return database.transaction(async (tx) => {
    const now = await tx.now()
    if (!(await change.write(tx, now))) return null
    await recordAudit(tx, {
      id: ids.next('audit', now),
      projectId,
      at: now,
      actor: change.actor,
      action: change.action,
      object: id,
    })
    return findPullRequest(tx, id)
  })
}
