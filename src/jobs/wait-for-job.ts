import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Clock } from '../lib/clock.ts'
import type { Job } from './job.ts'
import type { JobSignal } from './job-signal.ts'
import { findJob } from './store.ts'

/** How often a waiting request looks for itself, for changes that another process made. */
const LOOK_MS = 1_000

/** The job once it is no longer active, or as it is when the time is up; null when there is none. */
export async function waitForJob(
  deps: { database: Database<MainSchema>; clock: Clock; signal: JobSignal },
  projectId: string,
  jobId: string,
  seconds: number,
  aborted: AbortSignal,
): Promise<Job | null> {
  const until = deps.clock.now() + seconds * 1000
  for (;;) {
    // Listen before looking: a change between the two is not missed.
    const changed = new AbortController()
    const unsubscribe = deps.signal.subscribe((id) => {
      if (id === jobId) changed.abort()
    })
    try {
      const job = await findJob(deps.database, projectId, jobId)
      const left = until - deps.clock.now()
      if (!job || job.status !== 'active' || left <= 0 || aborted.aborted) return job
      await deps.clock.sleep(Math.min(left, LOOK_MS), AbortSignal.any([changed.signal, aborted]))
    } finally {
      unsubscribe()
    }
  }
}
