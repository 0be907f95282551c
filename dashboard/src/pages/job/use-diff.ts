import { DocwrightError, type Job, type JobDiff } from '../../../../client/index.ts'
import { projectClient } from '../../lib/session.ts'
import { type Answer, useRequest } from '../../lib/use-request.ts'

/** What a job changed; `none` as long as that is nothing. Asked again when there may be more. */
export function useDiff(projectId: string, job: Job | null): Answer<JobDiff | null> {
  const hasChanges = job !== null && (job.prLink !== null || (job.diffStat?.files ?? 0) > 0)
  return useRequest(async () => {
    if (!hasChanges) return null
    return projectClient(projectId)
      .getDiff(job.id)
      .catch((error: unknown) => {
        if (error instanceof DocwrightError && error.problem.status === 404) return null
        throw error
      })
  }, [projectId, job?.id, job?.status, job?.prLink, job?.diffStat?.additions, job?.diffStat?.deletions])
}
