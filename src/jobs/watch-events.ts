import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Clock } from '../lib/clock.ts'
import { type RecordedEvent, readEvents } from './events.ts'
import type { JobSignal } from './job-signal.ts'
import type { JobStatus } from './job.ts'
import { findJob } from './store.ts'

/** How often a watcher looks for itself, for events that another process wrote. */
const LOOK_MS = 1_000

/** Events read at once: with the largest data 400 KiB. */
const BATCH = 50

export interface WatchOptions {
  projectId: string
  jobId: string
  /** Begins after this event. */
  after: number
  /** Goes on after the job has ended: a follow-up may come. */
  isFollowing: boolean
}

/** What a watcher gets: events, or none when there was nothing new for a while. */
export interface WatchedBatch {
  events: RecordedEvent[]
  /** The job's status when it has ended and this is the last batch. */
  end: JobStatus | null
}

/**
 * The events of a job as they are written, in order, each once.
 *
 * The store is read only when the consumer asks for more, so a slow one costs no memory. The last batch says how the job ended;
 * there is none when `stopped` aborts.
 */
export async function* watchEvents(
  deps: { database: Database<MainSchema>; clock: Clock; signal: JobSignal },
  { projectId, jobId, after, isFollowing }: WatchOptions,
  stopped: AbortSignal,
): AsyncGenerator<WatchedBatch, void, void> {
  let last = after
  while (!stopped.aborted) {
    // Listen before looking: an event between the two is not missed.
    const changed = new AbortController()
    const unsubscribe = deps.signal.subscribeEvents((id) => {
      if (id === jobId) changed.abort()
    })
    try {
      // The status before the events: the event of a status is written with it, so no event is behind a status that is seen.
      const job = await findJob(deps.database, projectId, jobId)
      if (!job) return
      const events = await readEvents(deps.database, jobId, last, BATCH)
      last = events.at(-1)?.seq ?? last
      const hasMore = events.length === BATCH
      const end = !hasMore && !isFollowing && job.status !== 'active' ? job.status : null
      if (events.length > 0 || end) yield { events, end }
      if (end) return
      if (events.length > 0) continue
      await deps.clock.sleep(LOOK_MS, AbortSignal.any([changed.signal, stopped]))
      yield { events: [], end: null }
    } finally {
      unsubscribe()
    }
  }
}
