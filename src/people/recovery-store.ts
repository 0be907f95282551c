import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'

type Db = Connection<MainSchema>

export interface Recovery {
  digest: string
  personId: string
  expiresAt: number
}

/** The link before is dead from then on. */
export async function replaceRecovery(tx: Db, { digest, personId, expiresAt }: Recovery): Promise<void> {
  await tx.query.deleteFrom('recovery').where('person_id', '=', personId).execute()
  await tx.query.insertInto('recovery').values({ digest, person_id: personId, expires_at: expiresAt }).execute()
}

/** Whom a link is for. */
export async function findRecovery(db: Db, digest: string, now: number): Promise<string | null> {
  const row = await db.query
    .selectFrom('recovery')
    .select('person_id')
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.person_id ?? null
}

/** Whom a link is for that this call deleted: of several callers only one gets it. */
export async function takeRecovery(tx: Db, digest: string, now: number): Promise<string | null> {
  const row = await tx.query
    .deleteFrom('recovery')
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .returning('person_id')
    .executeTakeFirst()
  return row?.person_id ?? null
}

export async function deleteRecoveriesBefore(db: Db, notAfter: number): Promise<void> {
  await db.query.deleteFrom('recovery').where('expires_at', '<=', notAfter).execute()
}
