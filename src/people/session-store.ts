import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { toPerson } from './person-store.ts'
import type { Person } from './person.ts'

type Db = Connection<MainSchema>

export interface StoredSession {
  person: Person
  createdAt: number
  lastUsedAt: number
}

export async function insertSession(db: Db, digest: string, personId: string, now: number): Promise<void> {
  await db.query.insertInto('session').values({ digest, person_id: personId, created_at: now, last_used_at: now }).execute()
}

export async function findSessionByDigest(db: Db, digest: string): Promise<StoredSession | null> {
  const row = await db.query
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['person.id', 'person.email', 'person.name', 'person.role', 'person.created_at', 'person.last_sign_in_at'])
    .select(['session.created_at as session_created_at', 'session.last_used_at'])
    .where('session.digest', '=', digest)
    .executeTakeFirst()
  return row ? { person: toPerson(row), createdAt: row.session_created_at, lastUsedAt: row.last_used_at } : null
}

export async function recordSessionUse(db: Db, digest: string, now: number): Promise<void> {
  await db.query.updateTable('session').set({ last_used_at: now }).where('digest', '=', digest).execute()
}

export async function deleteSession(db: Db, digest: string): Promise<void> {
  await db.query.deleteFrom('session').where('digest', '=', digest).execute()
}

export async function deleteSessionsOf(db: Db, personId: string): Promise<void> {
  await db.query.deleteFrom('session').where('person_id', '=', personId).execute()
}

export async function deleteSessionsBefore(db: Db, times: { usedBefore: number; createdBefore: number }): Promise<void> {
  await db.query
    .deleteFrom('session')
    .where((e) => e.or([e('last_used_at', '<=', times.usedBefore), e('created_at', '<=', times.createdBefore)]))
    .execute()
}
