import { claimBranch, confirmBranch } from '../own-branch.ts'
import type { Run } from '../run.ts'
import type { Sources } from './sync-mirror.ts'

/** Pushes the commit to the job's branch, unless a push before a crash already did. */
export async function pushBranch(run: Run, sources: Sources, commit: string): Promise<string> {
  const { job, mirror, confirm, signal } = run
  // The base, too: git sends little to a repository only when it knows a commit that is there.
  const remote = await mirror.survey([job.branch, job.ref], signal)
  if (remote.commits.get(job.branch) === commit) return commit
  await confirmBranch(run, remote)
  await claimBranch(run, commit)
  await confirm()
  await mirror.push(commit, job.branch, sources.remoteHead, signal)
  return commit
}
