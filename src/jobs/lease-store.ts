import type { ExpressionBuilder } from 'kysely'
import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { QueueState } from '../lib/meter.ts'
import { type JobRow, toJob } from './store.ts'
import { refreshTurns, wakeProjectOf } from './turn-store.ts'

type Db = Connection<MainSchema>

/** The project's leases, also those that have run out: few, however many jobs wait. */
export async function listHeld(db: Db, projectId: string): Promise<{ until: number; notBefore: number }[]> {
  const rows = await db.query
    .selectFrom('job')
    .select(['lease_until', 'not_before'])
    .where('project_id', '=', projectId)
    .where('status', '=', 'active')
    .where('lease_owner', 'is not', null)
    .execute()
  return rows.map((row) => ({ until: row.lease_until ?? 0, notBefore: row.not_before }))
}

/** When the first of the project's waiting jobs may start; null when none waits. */
export async function earliestStart(db: Db, projectId: string): Promise<number | null> {
  const row = await db.query
    .selectFrom('job')
    .select(({ fn }) => fn.min('not_before').as('at'))
    .where('project_id', '=', projectId)
    .where('status', '=', 'active')
    .where('lease_owner', 'is', null)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Claims in a row that may be lost to bad luck; after that, each one more makes the next one wait longer. */
const QUICK_CLAIMS = 4
const PAUSE_MS_MAX = 15_000

/**
 * Gives the project's oldest free job to a worker. The caller has locked the project's turn.
 *
 * @param hasLapsed Whether the project has leases that ran out; if the caller knows that it has none, nobody looks for them.
 */
export async function takeLease(
  tx: Db,
  projectId: string,
  owner: string,
  now: number,
  until: number,
  hasLapsed = true,
): Promise<JobRow | null> {
  const free = await findFree(tx, projectId, now, hasLapsed)
  if (!free) return null
  const row = await tx.query
    .updateTable('job')
    .set((e) => ({
      epoch: e('epoch', '+', 1),
      attempt: e('attempt', '+', 1),
      lease_owner: owner,
      lease_until: until,
      // Counts only if this claim is lost as well: a finished step and every other end of a run set it anew.
      not_before: now + pauseAfter(free.attempt + 1),
    }))
    .where('id', '=', free.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toJob(row)
}

/** Jobs that wait and jobs whose lease ran out are asked for apart: each question has an index of its own. */
async function findFree(
  tx: Db,
  projectId: string,
  now: number,
  hasLapsed: boolean,
): Promise<{ id: string; attempt: number } | null> {
  const claimable = tx.query
    .selectFrom('job')
    .select(['id', 'attempt'])
    .where('project_id', '=', projectId)
    .where('status', '=', 'active')
    .where('not_before', '<=', now)
    .orderBy('id')
    .limit(1)
    // A job that is being cancelled or settled at this moment isn't waited for: whoever changes it wakes the project.
    .$if(tx.engine === 'postgres', (query) => query.forUpdate().skipLocked())
  const waiting = await claimable.where('lease_owner', 'is', null).executeTakeFirst()
  if (!hasLapsed) return waiting ?? null
  const lapsed = await claimable.where('lease_owner', 'is not', null).where('lease_until', '<=', now).executeTakeFirst()
  if (waiting && lapsed) return waiting.id < lapsed.id ? waiting : lapsed
  return waiting ?? lapsed ?? null
}

/** A job that brings its worker down does so less and less often, and others get their turn. */
function pauseAfter(attempt: number): number {
  return attempt <= QUICK_CLAIMS ? 0 : Math.min(1000 * 2 ** (attempt - QUICK_CLAIMS - 1), PAUSE_MS_MAX)
}

/** False when the lease is no longer this worker's: the job was cancelled, archived or taken over. */
export async function renewLease(db: Db, id: string, epoch: number, until: number): Promise<boolean> {
  const done = await db.query.updateTable('job').set({ lease_until: until }).where(isHeld(id, epoch)).executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** The same answer as a renewal, without writing. */
export async function isLeaseHeld(db: Db, id: string, epoch: number): Promise<boolean> {
  return (await db.query.selectFrom('job').select('id').where(isHeld(id, epoch)).executeTakeFirst()) !== undefined
}

/** Gives a job back. `refundAttempt` for a stop that was not the job's fault. */
export async function releaseLease(db: Db, id: string, epoch: number, refundAttempt: boolean): Promise<void> {
  await db.query
    .updateTable('job')
    .set({ lease_owner: null, lease_until: null })
    .$if(refundAttempt, (query) => query.set((e) => ({ attempt: e('attempt', '-', 1), not_before: 0 })))
    .where(isHeld(id, epoch))
    .execute()
  await wakeProjectOf(db, id, 0)
}

/** Frees what an earlier process of the same installation held: it is dead, because this one has the folder's lock. */
export async function releaseLeasesOf(db: Db, owner: string): Promise<void> {
  await db.query
    .updateTable('job')
    .set((e) => ({ epoch: e('epoch', '+', 1), lease_owner: null, lease_until: null }))
    .where('lease_owner', '=', owner)
    .where('status', '=', 'active')
    .execute()
  await refreshTurns(db, await db.now())
}

/** A job that was given back is no longer held, although its epoch stays until the next claim. */
function isHeld(id: string, epoch: number) {
  return (e: ExpressionBuilder<MainSchema, 'job'>) =>
    e.and([e('id', '=', id), e('epoch', '=', epoch), e('status', '=', 'active'), e('lease_until', 'is not', null)])
}

/** How long the queue is. Both counts come from small indexes, however long the history. */
export async function readQueue(db: Db, now: number): Promise<QueueState> {
  const active = db.query.selectFrom('job').where('status', '=', 'active')
  const { running } = await active
    .where('lease_owner', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('running'))
    .executeTakeFirstOrThrow()
  const { waiting, oldest } = await active
    .where('lease_owner', 'is', null)
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('not_before').as('oldest')])
    .executeTakeFirstOrThrow()
  return { waiting, running, oldestSeconds: oldest === null ? 0 : Math.max(0, now - oldest) / 1000 }
}
