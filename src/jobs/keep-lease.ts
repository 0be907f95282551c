import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Clock } from '../lib/clock.ts'
import { Fenced } from './fenced.ts'
import type { JobSignal } from './job-signal.ts'
import { isLeaseHeld, renewLease } from './lease-store.ts'
import type { JobRow } from './store.ts'

/** Renewals in the time of one lease: one may fail, and one may be late, before the job is lost. */
const RENEWALS_PER_LEASE = 3

/** How often it looks whether another node took the job away: at most this long does a cancelled job run on, and what it pays for. */
const LOOK_MS = 1_500

export interface LeaseDeps {
  database: Database<MainSchema>
  signal: JobSignal
  clock: Clock
  leaseMs: number
}

export interface Lease {
  /** Aborts when the job is no longer this worker's, or the worker cannot know that it still is. */
  readonly lost: AbortSignal
  /** Throws `Fenced` unless the job is this worker's at this moment. */
  confirm(): Promise<void>
  stop(): void
}

/**
 * Renews the lease while the job runs. Any change of the job makes it look at once, so that a cancelled job stops at once.
 *
 * The lease is lost when no renewal was confirmed for as long as it was for, whatever became of the questions: a connection whose other
 * end is gone neither answers nor fails.
 */
export function keepLease(deps: LeaseDeps, job: Pick<JobRow, 'id' | 'epoch'>): Lease {
  const lost = new AbortController()
  const stopped = new AbortController()
  let heldUntil = deps.clock.now() + deps.leaseMs
  const renew = async (): Promise<void> => {
    const until = deps.clock.now() + deps.leaseMs
    const isOurs = await renewLease(deps.database, job.id, job.epoch, (await deps.database.now()) + deps.leaseMs)
    if (!isOurs) lost.abort()
    // Answers may come in another order than the questions.
    else heldUntil = Math.max(heldUntil, until)
  }
  // While the database cannot be asked, the job is ours for as long as the lease was for; after that another may have it.
  const renewIfPossible = () => void renew().catch(() => undefined)
  const look = async () => {
    if (!(await isLeaseHeld(deps.database, job.id, job.epoch))) lost.abort()
  }
  const renewals = setInterval(renewIfPossible, deps.leaseMs / RENEWALS_PER_LEASE)
  const looks = setInterval(() => void look().catch(() => undefined), LOOK_MS)
  const unsubscribe = deps.signal.subscribe((jobId) => {
    if (jobId === job.id) renewIfPossible()
  })
  const watching = AbortSignal.any([lost.signal, stopped.signal])
  const watch = async () => {
    while (!watching.aborted) {
      const left = heldUntil - deps.clock.now()
      if (left <= 0) lost.abort()
      else await deps.clock.sleep(left, watching)
    }
  }
  void watch()
  const isLost = new Promise<void>((resolve) => lost.signal.addEventListener('abort', () => resolve(), { once: true }))
  return {
    lost: lost.signal,
    confirm: async () => {
      await Promise.race([renew(), isLost])
      if (lost.signal.aborted) throw new Fenced()
    },
    stop: () => {
      clearInterval(renewals)
      clearInterval(looks)
      unsubscribe()
      stopped.abort()
    },
  }
}
