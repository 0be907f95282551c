import type { Run } from '../run.ts'
import type { Sources } from './sync-mirror.ts'

/** Pushes the commit to the job's branch, unless a push before a crash already did. */
export async function pushBranch({ job, mirror, confirm, signal }: Run, sources: Sources, commit: string): Promise<string> {
  // The base, too: git sends little to a repository only when it knows a commit that is there.
  const found = (await mirror.fetch([job.branch, job.ref], signal)).get(job.branch) ?? null
  if (found === commit) return commit
  await confirm()
  await mirror.push(commit, job.branch, sources.remoteHead, signal)
  return commit
}
