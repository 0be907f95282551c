import type { JobUseCaseDeps } from './create-job.ts'
import type { Job } from './job.ts'
import { changeJob } from './change-job.ts'
import { nextStatus } from './state.ts'
import { CANCELLED } from './failures.ts'

/** Stops an active job. Its worker notices at its next write or lease renewal, and can write nothing from now on. */
export async function cancelJob(deps: JobUseCaseDeps, projectId: string, jobId: string): Promise<Job> {
  return changeJob(deps, projectId, jobId, (job) => ({
    change: { status: nextStatus(job.status, 'cancel'), failure: CANCELLED },
    stops: true,
  }))
}
