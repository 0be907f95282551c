import type { Connection, Database, Transaction } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Ids } from '../lib/ids.ts'
import { Problem } from '../lib/problem.ts'
import { type Uses, clampUses, deleteUsesBefore, insertUse, readUses } from './limit-store.ts'

export type Bucket = 'agent-job' | 'agent-message'

/** From the specification: 100 uses per project per hour, for each of the two endpoints. */
const QUOTA = 100
const WINDOW_MS = 3_600_000
/** Uses are kept for longer than they count: after the clock was set back by up to an hour they count again. */
const KEPT_MS = 2 * WINDOW_MS

/** As headers name it. */
export const AGENT_LIMIT = { quota: QUOTA, windowSeconds: WINDOW_MS / 1000 }

/** What is left of a bucket, for the `RateLimit` header. */
export interface Quota {
  bucket: Bucket
  quota: number
  windowSeconds: number
  remaining: number
  /** Until at least one more use is free; 0 when none is taken. */
  resetSeconds: number
}

/**
 * Takes one use, or refuses with a 429.
 *
 * A log of the single uses, not a counter: fixed windows and token buckets let up to twice the quota pass in some rolling
 * hour. The caller's transaction holds the project's lock and inserts what the use is for, so both happen or neither.
 */
export async function takeUse(
  tx: Transaction<MainSchema>,
  ids: Ids,
  bucket: Bucket,
  projectId: string,
  now: number,
): Promise<Quota> {
  const before = await readPast(tx, projectId, bucket, now)
  if (before.count >= QUOTA) throw limitReached(bucket, before, now)
  await deleteUsesBefore(tx, projectId, bucket, now - KEPT_MS)
  await insertUse(tx, { id: ids.next('req', now), projectId, bucket, at: now })
  return toQuota(bucket, { count: before.count + 1, oldest: before.oldest ?? now }, now)
}

/**
 * Refuses what is over the limit for certain, before anything is locked: uses only become more. Under a flood this keeps the
 * refused from standing in line with the accepted. It takes the database and not a transaction, because on SQLite a transaction
 * begins with the lock.
 */
export async function refuseEarly(database: Database<MainSchema>, bucket: Bucket, projectId: string): Promise<void> {
  const now = await database.now()
  const uses = await readUses(database, projectId, bucket, now - WINDOW_MS)
  if (uses.count >= QUOTA && uses.newest !== null && uses.newest <= now) throw limitReached(bucket, uses, now)
}

function limitReached(bucket: Bucket, uses: Uses, now: number): Problem {
  const { resetSeconds } = toQuota(bucket, uses, now)
  const what = bucket === 'agent-job' ? 'new jobs' : 'follow-up messages'
  return new Problem(
    429,
    'limit_reached',
    `The limit of ${QUOTA} ${what} per project and hour is reached. Try again in ${resetSeconds} s.`,
    {
      headers: { 'retry-after': String(resetSeconds) },
    },
  )
}

/** Uses in the future come from a clock that was set back since: they count as of now. */
async function readPast(tx: Transaction<MainSchema>, projectId: string, bucket: Bucket, now: number): Promise<Uses> {
  const uses = await readUses(tx, projectId, bucket, now - WINDOW_MS)
  if (uses.newest === null || uses.newest <= now) return uses
  await clampUses(tx, projectId, bucket, now)
  return readUses(tx, projectId, bucket, now - WINDOW_MS)
}

export async function peekQuota(db: Connection<MainSchema>, bucket: Bucket, projectId: string): Promise<Quota> {
  const now = await db.now()
  return toQuota(bucket, await readUses(db, projectId, bucket, now - WINDOW_MS), now)
}

function toQuota(bucket: Bucket, uses: Pick<Uses, 'count' | 'oldest'>, now: number): Quota {
  return {
    bucket,
    ...AGENT_LIMIT,
    remaining: Math.max(0, QUOTA - uses.count),
    resetSeconds: uses.oldest === null ? 0 : Math.max(1, Math.ceil((uses.oldest + WINDOW_MS - now) / 1000)),
  }
}
