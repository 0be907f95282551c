import { notFound } from '../lib/problem.ts'
import { lockProject } from '../projects/store.ts'
import type { JobUseCaseDeps } from './create-job.ts'
import { recordEvents } from './events.ts'
import type { Job } from './job.ts'
import { type JobChange, type JobRow, cancelQueuedMessages, findJob, updateJob } from './store.ts'

interface Decision {
  change: JobChange
  /** Takes the job away from its worker and drops what is queued. */
  stops: boolean
}

/** Reads a job, decides, writes, under the project's lock; null leaves it as it is. */
export async function changeJob(
  deps: JobUseCaseDeps,
  projectId: string,
  jobId: string,
  decide: (job: JobRow, now: number) => Decision | null,
): Promise<Job> {
  return deps.database.transaction(async (tx) => {
    const found = (await lockProject(tx, projectId)) ? await findJob(tx, projectId, jobId) : null
    if (!found) throw notFound()
    const now = await tx.now()
    const decision = decide(found, now)
    if (!decision) return found
    await updateJob(tx, jobId, now, decision.change, decision.stops ? 'bump' : 'keep')
    if (decision.stops) await cancelQueuedMessages(tx, jobId, now)
    const job = (await findJob(tx, projectId, jobId))!
    await recordEvents(tx, jobId, { kind: 'status', data: { status: job.status, failure: job.failure } })
    tx.afterCommit(() => deps.signal.notify(jobId))
    return job
  })
}
