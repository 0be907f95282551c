import { randomBytes } from 'node:crypto'
import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { localRemote } from '../git/mirror.ts'
import { Fault } from '../lib/fault.ts'
import type { Ids } from '../lib/ids.ts'
import { Problem } from '../lib/problem.ts'
import { fileAnchor } from '../pull-requests/file-anchor.ts'
import { pullRequestLink } from '../pull-requests/pull-request.ts'
import type { PullRequestDeps } from '../pull-requests/pull-request-deps.ts'
import {
  findPullRequestBySecret,
  insertPullRequest,
  lockPullRequestsOfHead,
  recordClose,
  updatePullRequest,
} from '../pull-requests/pull-request-store.ts'
import type { CodeHost, PullRequestRequest } from './code-host.ts'
import { findLocalRepository } from './local-repository.ts'
import { type PullRequestCalls, openOnce } from './open-once.ts'

/** 192 bits: the link is all that a reader of the page needs, so it must not be guessable. */
const SECRET_BYTES = 24

/** Keeps pull requests itself, for a repository in the data folder or any local git repository. */
export function createBuiltinHost(deps: PullRequestDeps): CodeHost {
  return {
    remote: localRemote,
    openPullRequest: async (request) => {
      // Before the transaction: SQLite has one connection, and it would wait for itself.
      await request.confirm?.()
      // The rule of the hosted code hosts, in one transaction: nobody merges or closes between the look and the change.
      return deps.database.transaction(async (tx) =>
        openOnce(callsOn(tx, deps.ids, request, await tx.now()), { ...request, confirm: async () => undefined }),
      )
    },
    readPullRequest: async (_repository, link) => {
      const found = await findPullRequestBySecret(deps.database, link.slice(link.lastIndexOf('/') + 1))
      return found && { state: found.state, isDraft: found.isDraft, mergedAt: found.mergedAt }
    },
    showsChecks: true,
    fileLink: (_repository, _commit, path) => `#${fileAnchor(path)}`,
    check: async (repository, ref) => {
      try {
        await findLocalRepository(deps.git, repository, ref)
        return null
      } catch (error) {
        if (error instanceof Problem)
          return new Fault({ code: error.code, message: error.message, hint: "Check the project's repository and ref." })
        throw error
      }
    },
  }
}

function callsOn(tx: Connection<MainSchema>, ids: Ids, request: PullRequestRequest, now: number): PullRequestCalls {
  const { projectId, head, base, title, body, baseCommit, headCommit, checks = null } = request
  let found: string[] = []
  return {
    find: async () => {
      const all = await lockPullRequestsOfHead(tx, projectId, head)
      found = all.map((one) => one.id)
      return all.map((one, number) => ({
        number,
        link: pullRequestLink(one),
        isOpen: one.state === 'open',
        headCommit: one.headCommit,
      }))
    },
    create: async (isDraft) => {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const isNew = await insertPullRequest(tx, {
        id: ids.next('pr', now),
        projectId,
        secret,
        head,
        base,
        title,
        body,
        state: 'open',
        isDraft,
        baseCommit,
        headCommit,
        checks,
        createdAt: now,
        updatedAt: now,
        mergedAt: null,
        closedAt: null,
        mergeCommit: null,
      })
      return isNew ? { link: pullRequestLink({ secret }) } : 'already-exists'
    },
    close: async ({ number }) => void (await recordClose(tx, found[number]!, now)),
    update: ({ number }) => updatePullRequest(tx, found[number]!, { body, baseCommit, headCommit, checks, updatedAt: now }),
  }
}
