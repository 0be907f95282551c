import { Problem } from '../lib/problem.ts'
import { changeJob } from './change-job.ts'
import type { JobUseCaseDeps } from './create-job.ts'
import { CANCELLED } from './failures.ts'
import type { Job } from './job.ts'
import { nextStatus } from './state.ts'

/** Archives a job; an active one is stopped first. Archiving an archived job changes nothing. */
export async function archiveJob(deps: JobUseCaseDeps, projectId: string, jobId: string): Promise<Job> {
  return changeJob(deps, projectId, jobId, (job, now) => {
    const status = nextStatus(job.status, 'archive')
    if (job.status === 'archived') return null
    const wasActive = job.status === 'active'
    return {
      change: {
        status,
        archivedAt: now,
        archivedFrom: wasActive ? 'failed' : job.status,
        ...(wasActive ? { failure: CANCELLED } : {}),
      },
      stops: wasActive,
    }
  })
}

/** The only way out of `archived`: back to what the job was before. */
export async function unarchiveJob(deps: JobUseCaseDeps, projectId: string, jobId: string): Promise<Job> {
  return changeJob(deps, projectId, jobId, (job) => {
    if (job.status !== 'archived')
      throw new Problem(409, 'job_not_archived', `Only an archived job can be unarchived; this one is ${job.status}.`)
    return { change: { status: job.archivedFrom ?? 'completed', archivedAt: null, archivedFrom: null }, stops: false }
  })
}
