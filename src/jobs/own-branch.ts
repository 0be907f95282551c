import { branchTaken } from '../git/git-fault.ts'
import { GitError } from '../git/git.ts'
import { isAncestor } from '../git/history.ts'
import type { Survey } from '../git/mirror.ts'
import { findBlocking, overlaps } from '../git/refs.ts'
import { Fault } from '../lib/fault.ts'
import { listTargets } from '../projects/store.ts'
import type { Run } from './run.ts'
import { CLAIM, findLastPusher, readBranchRecord } from './step-store.ts'

/**
 * Makes sure that the job may write to its branch: it is neither a base nor the default branch, and the job created it or will.
 *
 * Asked before the agent sees anything of the branch, and again right before the push: meanwhile people may have created the branch,
 * made it the default one, or let a project target it.
 */
export async function confirmBranch(run: Run, remote: Survey): Promise<void> {
  const { deps, job } = run
  const targets = [job.ref, ...(await listTargets(deps.database, job.repository))]
  const target = targets.find((one) => overlaps(job.branch, one))
  if (target !== undefined) throw reserved(job.branch, target, 'pull requests target it')
  if (remote.defaultBranch !== null && overlaps(job.branch, remote.defaultBranch))
    throw reserved(job.branch, remote.defaultBranch, 'it is the default branch')

  const head = remote.commits.get(job.branch) ?? null
  if (head !== null) {
    if (await isOwn(run, head)) return
    throw branchTaken(job.branch)
  }
  const other = findBlocking(job.branch, remote.names)
  if (other !== null) throw branchTaken(job.branch, other)
}

/** A rule for names can protect a branch that does not exist yet. The host is asked only where a caller chose the name. */
export async function confirmUnprotected({ job, codeHost, signal }: Run): Promise<void> {
  if (hasJobsOwnName(job)) return
  if (await codeHost.isProtected?.(job.repository, job.branch, signal))
    throw new Fault({
      code: 'branch_protected',
      message: `A rule of the repository protects ${job.branch}, so Docwright doesn't write to it.`,
      hint: 'Create the job again with another `branch`, or without one.',
    })
}

/**
 * Written before each push, so that a job whose worker dies between the push and the ledger still knows its own branch. It outlives
 * the other steps of its run, which are forgotten when what they made is lost.
 */
export async function claimBranch({ ledger }: Run, commit: string): Promise<void> {
  const name = `${CLAIM}${commit}`
  // Writing is progress, and a push that keeps failing makes none.
  if (!ledger.names().includes(name)) await ledger.write(new Map([[name, null]]))
}

/**
 * True for a branch that the job created. Its commits are in no repository until the job pushes them, and its first push takes place
 * only where no branch is: a branch that has one of them is the job's. So is any branch of that name once a push was seen to
 * succeed, because people may write that one anew; unless the name has gone over to another job since.
 */
async function isOwn({ deps, job, mirror }: Run, head: string): Promise<boolean> {
  if (!hasJobsOwnName(job)) {
    const last = await findLastPusher(deps.database, job.repository, job.branch)
    if (last !== null && last !== job.id) return false
  }
  const { hasPushed, commits } = await readBranchRecord(deps.database, job.id)
  if (hasPushed || commits.includes(head)) return true
  for (const commit of commits) if (await isIn(commit, head)) return true
  return false

  async function isIn(commit: string, descendant: string): Promise<boolean> {
    try {
      return await isAncestor(deps.git, mirror.gitDir, commit, descendant)
    } catch (error) {
      // The mirror does not have the commit. It has all that the branch has, so the branch has not, either.
      if (error instanceof GitError) return false
      throw error
    }
  }
}

/** Made from the template of the project. */
function hasJobsOwnName({ id, branch }: Run['job']): boolean {
  return branch.includes(id)
}

function reserved(branch: string, target: string, reason: string): Fault {
  return new Fault({
    code: 'branch_reserved',
    message:
      branch === target
        ? `A job can't write to ${branch}: ${reason}, so only a merge may change it.`
        : `A job can't write to ${branch}, which conflicts with ${target}: ${reason}.`,
    hint: 'Create the job again with another `branch`, or without one.',
  })
}
