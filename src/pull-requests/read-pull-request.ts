import { type ChangedFile, type Patch, readChangedFiles, readPatch } from '../git/diff.ts'
import { GitError } from '../git/git.ts'
import { type LoggedCommit, listCommits } from '../git/history.ts'
import { localRemote } from '../git/mirror.ts'
import { needChangedFiles } from '../git/need-changed-files.ts'
import { Fault } from '../lib/fault.ts'
import type { LocatedPullRequest } from './pull-request.ts'
import type { PullRequestDeps } from './pull-request-deps.ts'

/** A pull request has a handful. */
const COMMITS_MAX = 100

const TIMEOUT_MS = 60_000

export interface PullRequestChanges {
  files: ChangedFile[]
  patch: Patch
  /** Newest first. */
  commits: LoggedCommit[]
}

/** What a pull request changes. Null when the repository is gone, or its commits are: a branch that nobody merged was deleted. */
export async function readPullRequestChanges(
  deps: PullRequestDeps,
  pullRequest: LocatedPullRequest,
): Promise<PullRequestChanges | null> {
  const mirror = await deps.mirrors.open(localRemote(pullRequest.repository))
  const { baseCommit: base, headCommit: head } = pullRequest
  const read = async (): Promise<PullRequestChanges> => {
    await needChangedFiles(deps.git, mirror, base, head, AbortSignal.timeout(TIMEOUT_MS))
    const [files, patch, commits] = await Promise.all([
      readChangedFiles(deps.git, mirror.gitDir, base, head),
      readPatch(deps.git, mirror.gitDir, base, head),
      listCommits(deps.git, mirror.gitDir, base, head, COMMITS_MAX),
    ])
    return { files, patch, commits }
  }
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof GitError)) throw error
  }
  try {
    // The mirror was made anew since, or the job ran on another node: its objects are in the repository.
    await mirror.fetch([pullRequest.base, pullRequest.head], AbortSignal.timeout(TIMEOUT_MS))
    return await read()
  } catch (error) {
    if (error instanceof GitError || error instanceof Fault) return null
    throw error
  }
}
