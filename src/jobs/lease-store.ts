import { type ExpressionBuilder, sql } from 'kysely'
import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { type JobRow, toJob } from './store.ts'

type Db = Connection<MainSchema>

/** Projects with work that nobody has, the least busy first, so that a large queue does not starve a small one. */
export async function listProjectsWithWork(db: Db, now: number, runningMax: number): Promise<string[]> {
  const rows = await db.query
    .selectFrom('job')
    .select('project_id')
    .where('status', '=', 'active')
    .groupBy('project_id')
    .having(sql<number>`sum(case when lease_until > ${now} then 1 else 0 end)`, '<', runningMax)
    .having(sql<number>`sum(case when coalesce(lease_until, 0) <= ${now} and not_before <= ${now} then 1 else 0 end)`, '>', 0)
    .orderBy(sql`sum(case when lease_until > ${now} then 1 else 0 end)`)
    .orderBy(sql`min(id)`)
    .limit(20)
    .execute()
  return rows.map((row) => row.project_id)
}

export async function countRunning(db: Db, projectId: string, now: number): Promise<number> {
  const row = await db.query
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('status', '=', 'active')
    .where('lease_until', '>', now)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Claims in a row that may be lost to bad luck; after that, each one more makes the next one wait longer. */
const QUICK_CLAIMS = 4
const PAUSE_MS_MAX = 15_000

/** Gives the project's oldest free job to a worker. The caller holds the project's lock. */
export async function takeLease(tx: Db, projectId: string, owner: string, now: number, until: number): Promise<JobRow | null> {
  const free = await tx.query
    .selectFrom('job')
    .select(['id', 'attempt'])
    .where('project_id', '=', projectId)
    .where('status', '=', 'active')
    .where('not_before', '<=', now)
    .where((e) => e.or([e('lease_until', 'is', null), e('lease_until', '<=', now)]))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
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

/** A job that brings its worker down does so less and less often, and others get their turn. */
function pauseAfter(attempt: number): number {
  return attempt <= QUICK_CLAIMS ? 0 : Math.min(1000 * 2 ** (attempt - QUICK_CLAIMS - 1), PAUSE_MS_MAX)
}

/** False when the lease is no longer this worker's: the job was cancelled, archived or taken over. */
export async function renewLease(db: Db, id: string, epoch: number, until: number): Promise<boolean> {
  const done = await db.query.updateTable('job').set({ lease_until: until }).where(isHeld(id, epoch)).executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Gives a job back. `refundAttempt` for a stop that was not the job's fault. */
export async function releaseLease(db: Db, id: string, epoch: number, refundAttempt: boolean): Promise<void> {
  await db.query
    .updateTable('job')
    .set({ lease_owner: null, lease_until: null })
    .$if(refundAttempt, (query) => query.set((e) => ({ attempt: e('attempt', '-', 1), not_before: 0 })))
    .where(isHeld(id, epoch))
    .execute()
}

/** Frees what an earlier process of the same installation held: it is dead, because this one has the folder's lock. */
export async function releaseLeasesOf(db: Db, owner: string): Promise<void> {
  await db.query
    .updateTable('job')
    .set((e) => ({ epoch: e('epoch', '+', 1), lease_owner: null, lease_until: null }))
    .where('lease_owner', '=', owner)
    .where('status', '=', 'active')
    .execute()
}

/** A job that was given back is no longer held, although its epoch stays until the next claim. */
function isHeld(id: string, epoch: number) {
  return (e: ExpressionBuilder<MainSchema, 'job'>) =>
    e.and([e('id', '=', id), e('epoch', '=', epoch), e('status', '=', 'active'), e('lease_until', 'is not', null)])
}
