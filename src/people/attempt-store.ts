import { sql } from 'kysely'
import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'

type Db = Connection<MainSchema>

/** Any number that no other program on the same PostgreSQL server is likely to lock. */
const POSTGRES_LOCK = 7_226_184_502

export interface Attempt {
  id: string
  emailDigest: string
  addressDigest: string
  at: number
}

export interface Attempts {
  count: number
  oldest: number | null
}

/** One transaction after the other counts and adds attempts: SQLite has one writer anyway. */
export async function lockAttempts(tx: Db): Promise<void> {
  if (tx.engine === 'postgres') await sql`select pg_advisory_xact_lock(${POSTGRES_LOCK})`.execute(tx.query)
}

export async function readAttempts(tx: Db, column: 'email_digest' | 'address_digest', digest: string): Promise<Attempts> {
  return tx.query
    .selectFrom('sign_in_attempt')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('at').as('oldest')])
    .where(column, '=', digest)
    .executeTakeFirstOrThrow()
}

export async function insertAttempt(tx: Db, attempt: Attempt): Promise<void> {
  await tx.query
    .insertInto('sign_in_attempt')
    .values({ id: attempt.id, email_digest: attempt.emailDigest, address_digest: attempt.addressDigest, at: attempt.at })
    .execute()
}

export async function deleteAttemptsOfEmail(tx: Db, emailDigest: string): Promise<void> {
  await tx.query.deleteFrom('sign_in_attempt').where('email_digest', '=', emailDigest).execute()
}

/** A clock that was set back leaves attempts in the future, which would lock people out for longer than the window. */
export async function deleteAttemptsOutside(tx: Db, notAfter: number, now: number): Promise<void> {
  await tx.query
    .deleteFrom('sign_in_attempt')
    .where((e) => e.or([e('at', '<=', notAfter), e('at', '>', now)]))
    .execute()
}
