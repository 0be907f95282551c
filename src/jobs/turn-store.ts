import { sql } from 'kysely'
import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'

type Db = Connection<MainSchema>

/** Projects at the head of the line that a claim looks at. Those that others claim from at this moment are among them. */
const LOOKED_AT = 100

/**
 * Notes that a project may have a job to claim from that time on. Too early costs one look; too late would leave a job waiting, so
 * everything that frees a job or a place calls it. It writes the row even when it changes nothing, because a claim that looks at the
 * project meanwhile can't see the caller's transaction yet: one of the two has to wait for the other.
 */
export async function wakeProject(db: Db, projectId: string, at: number): Promise<void> {
  await db.query
    .insertInto('project_turn')
    .values({ project_id: projectId, claimed_at: 0, wake_at: at })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ wake_at: notLaterThan(at) }))
    .execute()
}

/** The same for callers that only know the job. */
export async function wakeProjectOf(db: Db, jobId: string, at: number): Promise<void> {
  await db.query
    .updateTable('project_turn')
    .set({ wake_at: notLaterThan(at) })
    .where('project_id', '=', db.query.selectFrom('job').select('project_id').where('id', '=', jobId))
    .execute()
}

function notLaterThan(at: number) {
  return sql<number>`case when project_turn.wake_at < ${at} then project_turn.wake_at else ${at} end`
}

/**
 * The project whose turn it is, locked: of those that may have work, the one whose last claim is longest ago. So no project gets a
 * second job while another still waits for its first, and a large queue can't starve a small one.
 *
 * @param busy What to do about projects that another claim looks at right now: pass over them, or wait.
 */
export async function lockNextTurn(tx: Db, now: number, busy: 'skip' | 'wait'): Promise<string | null> {
  const line = tx.query
    .selectFrom('project_turn')
    .select(['project_id', 'claimed_at'])
    .where('wake_at', '<=', now)
    .orderBy('claimed_at')
    .orderBy('project_id')
  // SQLite has one writer at a time, so its transaction is the lock.
  if (tx.engine === 'sqlite') return (await line.limit(1).executeTakeFirst())?.project_id ?? null
  const next = tx.query
    .selectFrom(line.limit(LOOKED_AT).as('line'))
    .innerJoin('project_turn as turn', 'turn.project_id', 'line.project_id')
    // A project that another claim served since the line was read has gone to its end, and PostgreSQL would lock it all the same.
    .whereRef('turn.claimed_at', '=', 'line.claimed_at')
    .where('turn.wake_at', '<=', now)
    .select('turn.project_id')
    .orderBy('line.claimed_at')
    .orderBy('line.project_id')
    .limit(1)
    .forUpdate('turn')
    .$if(busy === 'skip', (query) => query.skipLocked())
  return (await next.executeTakeFirst())?.project_id ?? null
}

export async function isAnyTurnDue(db: Db, now: number): Promise<boolean> {
  return (
    (await db.query.selectFrom('project_turn').select('project_id').where('wake_at', '<=', now).limit(1).executeTakeFirst()) !==
    undefined
  )
}

/** Puts a project whose turn was taken back in line. `wakeAt` is null when it has nothing that could become claimable unless woken. */
export async function endTurn(tx: Db, projectId: string, turn: { claimedAt?: number; wakeAt: number | null }): Promise<void> {
  await tx.query
    .updateTable('project_turn')
    .set({ wake_at: turn.wakeAt, ...(turn.claimedAt === undefined ? {} : { claimed_at: turn.claimedAt }) })
    .where('project_id', '=', projectId)
    .execute()
}

/** Finds claimable jobs whose project wasn't woken: those of a node of the version before. */
export async function refreshTurns(db: Db, now: number): Promise<void> {
  await sql`insert into project_turn (project_id, claimed_at, wake_at)
    select distinct project_id, 0, ${sql.lit(0)} from job
    where status = 'active' and not_before <= ${now} and (lease_until is null or lease_until <= ${now})
    on conflict (project_id) do update set wake_at = excluded.wake_at
    where project_turn.wake_at is null or project_turn.wake_at > ${now}`.execute(db.query)
}
