import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'

type Db = Connection<MainSchema>

export async function insertUse(tx: Db, use: { id: string; projectId: string; bucket: string; at: number }): Promise<void> {
  await tx.query
    .insertInto('limit_use')
    .values({ id: use.id, project_id: use.projectId, bucket: use.bucket, at: use.at })
    .execute()
}

export interface Uses {
  count: number
  oldest: number | null
  newest: number | null
}

/** Uses after the given time: how many, the first and the last of them. */
export async function readUses(db: Db, projectId: string, bucket: string, after: number): Promise<Uses> {
  return db.query
    .selectFrom('limit_use')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('at').as('oldest'), fn.max('at').as('newest')])
    .where('project_id', '=', projectId)
    .where('bucket', '=', bucket)
    .where('at', '>', after)
    .executeTakeFirstOrThrow()
}

/** A clock that was set back leaves uses in the future, which would lock the project out for longer than the window. */
export async function clampUses(tx: Db, projectId: string, bucket: string, now: number): Promise<void> {
  await tx.query
    .updateTable('limit_use')
    .set({ at: now })
    .where('project_id', '=', projectId)
    .where('bucket', '=', bucket)
    .where('at', '>', now)
    .execute()
}

export async function deleteUsesBefore(tx: Db, projectId: string, bucket: string, notAfter: number): Promise<void> {
  await tx.query
    .deleteFrom('limit_use')
    .where('project_id', '=', projectId)
    .where('bucket', '=', bucket)
    .where('at', '<=', notAfter)
    .execute()
}
