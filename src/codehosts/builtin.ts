import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { readDiff } from '../git/diff.ts'
import { type Git, GitError } from '../git/git.ts'
import type { Mirrors, Remote } from '../git/mirror.ts'
import { Fault } from '../lib/fault.ts'
import type { Ids } from '../lib/ids.ts'
import { Problem } from '../lib/problem.ts'
import type { CodeHost } from './code-host.ts'
import { findLocalRepository } from './local-repository.ts'
import { type PullRequest, findPullRequestBySecret, upsertPullRequest } from './pull-request-store.ts'

/** 192 bits: the link is all that a reader of the page needs, so it must not be guessable. */
const SECRET_BYTES = 24

export interface BuiltinDeps {
  database: Database<MainSchema>
  ids: Ids
  git: Git
  mirrors: Mirrors
}

/** Keeps pull requests itself, for a repository in the data folder or any local git repository. */
export function createBuiltinHost(deps: BuiltinDeps): CodeHost {
  return {
    remote: localRemote,
    openPullRequest: async (request) => {
      await request.confirm?.()
      const now = await deps.database.now()
      const { projectId, head, base, title, body, baseCommit, headCommit } = request
      const pullRequest = await upsertPullRequest(deps.database, {
        projectId,
        head,
        base,
        title,
        body,
        baseCommit,
        headCommit,
        id: deps.ids.next('pr', now),
        secret: randomBytes(SECRET_BYTES).toString('base64url'),
        state: 'open',
        createdAt: now,
        updatedAt: now,
      })
      return `/pull-requests/${pullRequest.secret}`
    },
    check: async (repository, ref) => {
      try {
        await findLocalRepository(deps.git, repository, ref)
        return null
      } catch (error) {
        if (error instanceof Problem)
          return new Fault(error.code, error.message, 'Check the repository of the project and its ref.')
        throw error
      }
    },
  }
}

export function localRemote(repository: string): Remote {
  return { url: repository, protocol: 'file' }
}

export interface PullRequestWithDiff {
  pullRequest: PullRequest
  diff: string
}

/** For the page behind the link. Null for a link that leads nowhere. */
export async function readPullRequest(deps: BuiltinDeps, secret: string): Promise<PullRequestWithDiff | null> {
  const pullRequest = await findPullRequestBySecret(deps.database, secret)
  if (!pullRequest) return null
  const mirror = await deps.mirrors.open(localRemote(pullRequest.repository))
  const read = () => readDiff(deps.git, mirror.gitDir, pullRequest.baseCommit, pullRequest.headCommit)
  try {
    return { pullRequest, diff: await read() }
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    // The mirror was made anew since, or the job ran on another node: its objects are in the repository.
    await mirror.fetch([pullRequest.base, pullRequest.head], AbortSignal.timeout(60_000))
    return { pullRequest, diff: await read() }
  }
}
