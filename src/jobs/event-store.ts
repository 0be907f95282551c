import type { Selectable } from 'kysely'
import type { Connection, Transaction } from '../database/database.ts'
import type { EventTable, MainSchema } from '../database/schema.ts'

type Db = Connection<MainSchema>

/** An event as it is kept: whoever reads it knows its kinds, the store does not. */
export interface StoredEvent {
  seq: number
  at: number
  kind: string
  /** JSON. */
  data: string
}

export interface NewEvent {
  /** The run whose worker writes it; null for what a caller did. */
  run: number | null
  kind: string
  data: string
}

/** Proof that a worker still has the job. */
export interface Held {
  epoch: number
}

/**
 * Adds events to a job, numbered on from its last one; false, and nothing written, when `held` is given and the job belongs to
 * another worker by now.
 *
 * The job's row is locked until the transaction ends, so that two transactions cannot take the same number, and one that is
 * rolled back leaves no gap. SQLite has one writer anyway. Whoever also locks the project does that first.
 */
export async function appendEvents(
  tx: Transaction<MainSchema>,
  jobId: string,
  events: readonly NewEvent[],
  held: Held | null = null,
): Promise<boolean> {
  if (!(await lockJob(tx, jobId, held))) return false
  if (events.length === 0) return true
  const last = await tx.query
    .selectFrom('event')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  const at = await tx.now()
  const first = (last?.seq ?? 0) + 1
  await tx.query
    .insertInto('event')
    .values(events.map(({ run, kind, data }, index) => ({ job_id: jobId, seq: first + index, run, at, kind, data })))
    .execute()
  return true
}

async function lockJob(tx: Db, jobId: string, held: Held | null): Promise<boolean> {
  let query = tx.query.selectFrom('job').select('id').where('id', '=', jobId)
  // A job that was given back is no longer held, although its epoch stays until the next claim.
  if (held) query = query.where('epoch', '=', held.epoch).where('status', '=', 'active').where('lease_until', 'is not', null)
  return (await (tx.engine === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirst()) !== undefined
}

/** Oldest first, those after the given number. */
export async function listEvents(db: Db, jobId: string, after: number, limit: number): Promise<StoredEvent[]> {
  const rows = await db.query
    .selectFrom('event')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(toEvent)
}

export async function countEvents(db: Db, jobId: string, run: number): Promise<number> {
  const row = await db.query
    .selectFrom('event')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('job_id', '=', jobId)
    .where('run', '=', run)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Jobs that were archived before the given time and still have events to delete. */
export async function listJobsWithOldEvents(db: Db, archivedBefore: number, limit: number): Promise<string[]> {
  const rows = await db.query
    .selectFrom('job')
    .select('id')
    .where('status', '=', 'archived')
    .where('archived_at', '<', archivedBefore)
    // More than one, asked in a way that reads two entries of the index however many events there are.
    .where(
      ({ selectFrom }) =>
        selectFrom('event')
          .whereRef('event.job_id', '=', 'job.id')
          .select(({ fn }) => fn.min('seq').as('seq')),
      '<',
      ({ selectFrom }) =>
        selectFrom('event')
          .whereRef('event.job_id', '=', 'job.id')
          .select(({ fn }) => fn.max('seq').as('seq')),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Deletes the events of a job but for the last: the numbers of a job that is unarchived must go on, not begin again. */
export async function deleteEventsOf(tx: Transaction<MainSchema>, jobId: string): Promise<void> {
  await lockJob(tx, jobId, null)
  await tx.query
    .deleteFrom('event')
    .where('job_id', '=', jobId)
    .where('seq', '<', ({ selectFrom }) =>
      selectFrom('event as last')
        .whereRef('last.job_id', '=', 'event.job_id')
        .select(({ fn }) => fn.max('last.seq').as('seq')),
    )
    .execute()
}

function toEvent({ seq, at, kind, data }: Selectable<EventTable>): StoredEvent {
  return { seq, at, kind, data }
}
