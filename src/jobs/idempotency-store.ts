import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'

type Db = Connection<MainSchema>

export interface StoredAnswer {
  fingerprint: string
  answer: string
}

export async function findAnswer(
  db: Db,
  projectId: string,
  endpoint: string,
  key: string,
  after: number,
): Promise<StoredAnswer | null> {
  const row = await db.query
    .selectFrom('idempotency')
    .select(['fingerprint', 'answer'])
    .where('project_id', '=', projectId)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .where('created_at', '>', after)
    .executeTakeFirst()
  return row ?? null
}

/** Keeps an answer, and drops those that are too old to be given again: they make room for the same key. */
export async function insertAnswer(
  tx: Db,
  projectId: string,
  endpoint: string,
  key: string,
  stored: StoredAnswer,
  now: number,
  expired: number,
): Promise<void> {
  await tx.query.deleteFrom('idempotency').where('created_at', '<=', expired).execute()
  await tx.query
    .insertInto('idempotency')
    .values({ project_id: projectId, endpoint, key, ...stored, created_at: now })
    .execute()
}
