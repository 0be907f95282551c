import { SIGN_OFF, writeCommit } from '../git/commit.ts'
import { compareTrees, fileIds } from '../git/compare-trees.ts'
import type { Git } from '../git/git.ts'
import { findCommitSaying, isAncestor } from '../git/history.ts'
import { mergeTrees } from '../git/merge.ts'
import { type Mirror, localRemote } from '../git/mirror.ts'
import { Fault } from '../lib/fault.ts'
import { Problem } from '../lib/problem.ts'
import { changePullRequest, ended, findOpenPullRequest } from './change-pull-request.ts'
import type { LocatedPullRequest } from './pull-request.ts'
import type { PullRequestDeps } from './pull-request-deps.ts'
import { findPullRequest, recordMerge } from './pull-request-store.ts'

/** Each try needs somebody else's push in the same fraction of a second to fail. */
const TRIES_MAX = 4

/** Paths that an answer names; a change that conflicts in more of them is not mended by reading a list. */
const CONFLICTS_NAMED_MAX = 50

/** Shorter ones could mean several commits. */
const COMMIT_CHARACTERS_MIN = 10

const TIMEOUT_MS = 120_000

export interface MergeRequest {
  /** What was looked at, the id of a commit or its beginning. Default: what the page shows. */
  expectedHead: string | null
  actor: string
}

/** What a merge made of the two branches. `commit` is null when the base had the change already, from somebody who merged by hand. */
interface Merged {
  commit: string | null
  head: string
}

/**
 * Merges the head of a pull request into its base, in the repository itself.
 *
 * It is always a merge commit, also where the base could simply move forward: the base then tells which pull request brought a
 * change, and one `git revert -m 1` takes it back, however many follow-ups it had.
 *
 * The push compares and sets: a base that moved meanwhile is merged with anew. A crash after the push leaves a pull request that
 * looks open; merging it again finds the change on the base, and only writes that down. The same holds for a merge by hand.
 */
export async function mergePullRequest(deps: PullRequestDeps, id: string, request: MergeRequest): Promise<LocatedPullRequest> {
  return deps.turns.take(id, async () => {
    const pullRequest = await findOpenPullRequest(deps, id)
    if (pullRequest.isDraft)
      throw new Problem(409, 'pull_request_draft', 'The pull request is a draft. Mark it as ready before you merge it.')
    const { commit, head } = await mergeBranches(deps, pullRequest, request)
    const merged = await changePullRequest(deps, pullRequest, {
      action: 'pull-request.merge',
      actor: request.actor,
      write: (tx, at) =>
        recordMerge(tx, id, { at, mergeCommit: commit, headCommit: head, headCommitBefore: pullRequest.headCommit }),
    })
    if (merged) return merged
    const now = (await findPullRequest(deps.database, id)) ?? pullRequest
    if (now.state !== 'open') throw ended(now)
    throw new Problem(
      409,
      'head_moved',
      `The change was merged up to ${short(head)}. Newer work arrived at that moment, so the pull request stays open.`,
    )
  })
}

async function mergeBranches(deps: PullRequestDeps, pullRequest: LocatedPullRequest, request: MergeRequest): Promise<Merged> {
  const mirror = await deps.mirrors.open(localRemote(pullRequest.repository))
  const at = await deps.database.now()
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  for (let attempt = 1; ; attempt++) {
    try {
      return await mergeOnce(deps, mirror, pullRequest, request, at, signal)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const isWorthAnother = error.code === 'branch_moved' || error.isPassing
      if (!isWorthAnother || attempt === TRIES_MAX) throw toProblem(error, pullRequest)
    }
  }
}

async function mergeOnce(
  { git }: PullRequestDeps,
  mirror: Mirror,
  pullRequest: LocatedPullRequest,
  request: MergeRequest,
  at: number,
  signal: AbortSignal,
): Promise<Merged> {
  const { gitDir } = mirror
  const branches = await mirror.fetch([pullRequest.base, pullRequest.head], signal)
  const base = branches.get(pullRequest.base) ?? null
  if (!base) throw new Problem(409, 'base_missing', `The branch ${pullRequest.base} no longer exists.`)
  const head = checkHead(pullRequest, branches.get(pullRequest.head) ?? null, request.expectedHead)
  const mark = `Docwright-Pull-Request: ${pullRequest.id}`

  if (await isAncestor(git, gitDir, head, base)) {
    if (head === pullRequest.baseCommit)
      throw new Problem(409, 'nothing_to_merge', `${pullRequest.head} has no changes that ${pullRequest.base} doesn't have.`)
    return { commit: await findCommitSaying(git, gitDir, mark, head, base), head }
  }

  await needFiles(git, mirror, base, head, signal)
  const merged = await mergeTrees(git, gitDir, base, head)
  if (merged === 'unrelated')
    throw new Problem(
      409,
      'unrelated_histories',
      `${pullRequest.head} and ${pullRequest.base} have no commit in common: someone rewrote one of them.`,
    )
  if ('conflicts' in merged) throw conflict(pullRequest, merged.conflicts)
  const message = `Merge: ${pullRequest.title}\n\nMerges ${pullRequest.head} into ${pullRequest.base}.\n\n${mark}\n${SIGN_OFF}\n`
  const commit = await writeCommit(git, gitDir, { tree: merged.tree, parent: base, mergedParent: head, message, at })
  await mirror.push(commit, pullRequest.base, base, signal, true)
  return { commit, head }
}

/** A merge reads what both sides changed, and a mirror has only the files that somebody asked for. */
async function needFiles(git: Git, mirror: Mirror, base: string, head: string, signal: AbortSignal): Promise<void> {
  const { gitDir } = mirror
  const fork = await git.text(['merge-base', '--end-of-options', base, head], { gitDir }).catch(() => null)
  // Without a commit in common there is nothing to merge, and the merge itself says so.
  if (fork === null) return
  const changes = [
    ...(await compareTrees(git, gitDir, fork, base, signal)),
    ...(await compareTrees(git, gitDir, fork, head, signal)),
  ]
  await mirror.needBlobs(fileIds(changes), signal)
}

/** Only what somebody has seen is merged. */
function checkHead(pullRequest: LocatedPullRequest, found: string | null, expected: string | null): string {
  if (!found) throw new Problem(409, 'head_missing', `The branch ${pullRequest.head} no longer exists.`)
  const wanted = expected ?? pullRequest.headCommit
  if (wanted.length >= COMMIT_CHARACTERS_MIN && found.startsWith(wanted)) return found
  throw new Problem(
    409,
    'head_moved',
    `${pullRequest.head} is at ${short(found)}, not at ${short(wanted)}: someone pushed to it. Review the change again.`,
  )
}

function conflict({ head, base }: LocatedPullRequest, paths: string[]): Problem {
  const where = paths.length === 0 ? '' : `: ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ', …' : ''}`
  return new Problem(409, 'merge_conflict', `${head} and ${base} changed the same lines in different ways${where}.`, {
    details: paths.slice(0, CONFLICTS_NAMED_MAX).map((path) => ({ path, message: 'was changed on both branches' })),
  })
}

/**
 * A clean work tree moves along with its branch. Docwright leaves a work tree alone if someone has uncommitted changes in it, or if
 * updating it could start programs that the repository's settings name (`git/work-tree.ts`).
 */
function toProblem(fault: Fault, { head, base }: LocatedPullRequest): Problem {
  switch (fault.code) {
    case 'branch_moved':
      return new Problem(409, 'base_moved', `${base} keeps changing. Try again in a moment.`)
    case 'branch_checked_out':
      return new Problem(
        409,
        'base_checked_out',
        `${base} is checked out in the repository, and its git settings name filters or other programs, so Docwright doesn't update its files. Run \`git merge --no-ff ${head}\` there, or check out another branch and try again.`,
      )
    case 'working_copy_changed':
      return new Problem(
        409,
        'base_checked_out',
        `${base} is checked out in the repository, and its files have uncommitted changes. Commit or stash them, then try again.`,
      )
    default:
      return new Problem(fault.isPassing ? 503 : 409, fault.code, fault.sentences)
  }
}

function short(commit: string): string {
  return commit.slice(0, COMMIT_CHARACTERS_MIN)
}
