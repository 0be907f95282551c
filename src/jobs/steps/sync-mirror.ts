import { treeOf } from '../../git/commit.ts'
import { Fault } from '../../lib/fault.ts'
import { confirmBranch, confirmUnprotected } from '../own-branch.ts'
import type { Run } from '../run.ts'

export interface Sources {
  /** Where the job's branch left its base: what the pull request is compared with. */
  base: string
  /** What the agent starts from: the job's branch if it is there, else the base. */
  parent: string
  /** The tree of that. */
  tree: string
  /** The job's branch in the repository as it was found; null when there is none yet. */
  remoteHead: string | null
}

/** Fetches the base branch and the job's own branch, after a look at whose that is. */
export async function syncMirror(run: Run): Promise<Sources> {
  const { deps, job, mirror, signal } = run
  const remote = await mirror.survey([job.ref, job.branch], signal)
  const { commits } = remote
  const ref = commits.get(job.ref) ?? null
  if (!ref)
    throw new Fault({
      code: 'ref_not_found',
      message: `The repository has no branch ${job.ref}.`,
      hint: 'Check the ref of the project or the job.',
    })
  await confirmBranch(run, remote)
  const remoteHead = commits.get(job.branch) ?? null
  if (!remoteHead) await confirmUnprotected(run)
  const parent = remoteHead ?? ref
  const base =
    ref === parent ? ref : await deps.git.text(['merge-base', '--end-of-options', ref, parent], { gitDir: mirror.gitDir })
  return { base, parent, tree: await treeOf(deps.git, mirror.gitDir, parent), remoteHead }
}
