import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'

type Db = Connection<MainSchema>

/** What the agents of a project used on one day. */
export interface DayUse {
  tokens: number
  costUsd: number
}

/** @param day Days since 1970, UTC. */
export async function addDayUse(tx: Db, projectId: string, day: number, use: DayUse): Promise<void> {
  await tx.query
    .insertInto('project_day')
    .values({ project_id: projectId, day, tokens: use.tokens, cost_usd: use.costUsd })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'day']).doUpdateSet((e) => ({
        tokens: e('project_day.tokens', '+', e.ref('excluded.tokens')),
        cost_usd: e('project_day.cost_usd', '+', e.ref('excluded.cost_usd')),
      })),
    )
    .execute()
}

export async function readDayUse(db: Db, projectId: string, day: number): Promise<DayUse> {
  const row = await db.query
    .selectFrom('project_day')
    .select(['tokens', 'cost_usd'])
    .where('project_id', '=', projectId)
    .where('day', '=', day)
    .executeTakeFirst()
  return { tokens: row?.tokens ?? 0, costUsd: row?.cost_usd ?? 0 }
}

/** Jobs of a project that were created at or after the given time, and before the job. Ids sort by the time they were made. */
export async function countEarlierJobs(db: Db, projectId: string, since: number, jobId: string): Promise<number> {
  const row = await db.query
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('created_at', '>=', since)
    .where('id', '<', jobId)
    .executeTakeFirstOrThrow()
  return row.count
}
