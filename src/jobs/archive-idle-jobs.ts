import { archiveJob } from './archive-job.ts'
import type { JobUseCaseDeps } from './create-job.ts'
import { listIdleJobs } from './store.ts'

const DAY_MS = 24 * 3_600_000
const BATCH = 100

/** Archives jobs that nothing happened to for that many days; returns how many. */
export async function archiveIdleJobs(deps: JobUseCaseDeps, idleDays: number): Promise<number> {
  const before = (await deps.database.now()) - idleDays * DAY_MS
  for (let count = 0; ;) {
    const jobs = await listIdleJobs(deps.database, before, BATCH)
    for (const job of jobs) await archiveJob(deps, job.projectId, job.id)
    count += jobs.length
    if (jobs.length < BATCH) return count
  }
}
