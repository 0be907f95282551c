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

/** Keeps an answer, and drops those of the project that are too old to be given again: they make room for the same key. */
export async function insertAnswer(
  tx: Db,
  projectId: string,
  endpoint: string,
  key: string,
  stored: StoredAnswer,
  now: number,
  expired: number,
): Promise<void> {
  await tx.query.deleteFrom('idempotency').where('project_id', '=', projectId).where('created_at', '<=', expired).execute()
  await tx.query
    .insertInto('idempotency')
    .values({ project_id: projectId, endpoint, key, ...stored, created_at: now })
    .execute()
}

/** Drops some of those that are too old, of whatever project; returns how many. */
export async function deleteAnswersBefore(tx: Db, expired: number, countMax: number): Promise<number> {
  const { numDeletedRows } = await tx.query
    .deleteFrom('idempotency')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('project_id', 'endpoint', 'key'),
        'in',
        selectFrom('idempotency')
          .select(['project_id', 'endpoint', 'key'])
          .where('created_at', '<=', expired)
          .limit(countMax)
          .$asTuple('project_id', 'endpoint', 'key'),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
