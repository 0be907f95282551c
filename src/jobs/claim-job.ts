import type { Connection, Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { earliestStart, listHeld, takeLease } from './lease-store.ts'
import type { JobRow } from './store.ts'
import { endTurn, isAnyTurnDue, lockNextTurn } from './turn-store.ts'

export interface Claimer {
  owner: string
  leaseMs: number
  /** Jobs of one project at once, in all processes. */
  jobsPerProject: number
}

/**
 * Gives the next job to a worker; null when there is none that may start. Live leases are counted under the lock of the project's
 * turn, so two workers can't both take its last free place.
 */
export async function claimJob(database: Database<MainSchema>, claimer: Claimer): Promise<JobRow | null> {
  let busy: 'skip' | 'wait' = 'skip'
  for (;;) {
    const now = await database.now()
    const claim = await database.transaction(async (tx) => {
      const projectId = await lockNextTurn(tx, now, busy)
      return projectId ? { job: await takeTurn(tx, projectId, claimer, now) } : null
    })
    if (claim?.job) return claim.job
    if (claim) continue
    if (!(await isAnyTurnDue(database, now))) return null
    // Others look at all projects that have work, and may leave some of it.
    busy = 'wait'
  }
}

async function takeTurn(
  tx: Connection<MainSchema>,
  projectId: string,
  { owner, leaseMs, jobsPerProject }: Claimer,
  now: number,
): Promise<JobRow | null> {
  const held = await listHeld(tx, projectId)
  const running = held.filter((lease) => lease.until > now)
  const isFull = running.length >= jobsPerProject
  const job = isFull ? null : await takeLease(tx, projectId, owner, now, now + leaseMs, running.length < held.length)
  if (job) {
    await endTurn(tx, projectId, { claimedAt: now, wakeAt: now })
    return job
  }
  const ends = held.map((lease) => Math.max(lease.until, isFull ? 0 : lease.notBefore))
  const starts = isFull ? [] : [await earliestStart(tx, projectId)]
  const next = Math.min(...ends, ...starts.filter((start) => start !== null))
  // Later than now in any case, so that a claim that found nothing doesn't look here again.
  await endTurn(tx, projectId, { wakeAt: Number.isFinite(next) ? Math.max(next, now + 1) : null })
  return null
}
