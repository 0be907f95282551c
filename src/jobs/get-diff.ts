import { type BoundedDiff, readBoundedDiff } from '../git/diff.ts'
import { needChangedFiles } from '../git/need-changed-files.ts'
import { type PushedDeps, readPushed } from './read-pushed.ts'

/** With the commit that it ends at, which is what a merge brings. */
export interface JobDiff extends BoundedDiff {
  commit: string
}

/** What a job changed, all its runs together, as of its last push. */
export function getDiff(deps: PushedDeps, projectId: string, jobId: string): Promise<JobDiff> {
  return readPushed(deps, projectId, jobId, async ({ mirror, base, commit, signal }) => {
    await needChangedFiles(deps.git, mirror, base, commit, signal)
    return { ...(await readBoundedDiff(deps.git, mirror.gitDir, base, commit)), commit }
  })
}
