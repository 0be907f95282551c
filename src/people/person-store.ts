import type { Selectable } from 'kysely'
import type { Connection } from '../database/database.ts'
import type { MainSchema, PersonTable } from '../database/schema.ts'
import type { Person, Role } from './person.ts'

type Db = Connection<MainSchema>

/** False when somebody with this address, or known by this single sign-on, is there already. */
export async function insertPerson(
  db: Db,
  person: Person,
  known: { password: string | null; openidSubject: string | null },
): Promise<boolean> {
  const done = await db.query
    .insertInto('person')
    .values({
      id: person.id,
      email: person.email,
      name: person.name,
      role: person.role,
      password: known.password,
      openid_subject: known.openidSubject,
      created_at: person.createdAt,
      last_sign_in_at: person.lastSignInAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Without an admin the service still waits to be set up. */
export async function hasAdmin(db: Db): Promise<boolean> {
  return (await db.query.selectFrom('person').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()) !== undefined
}

export async function findPerson(db: Db, id: string): Promise<Person | null> {
  const row = await db.query.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toPerson(row) : null
}

export async function findPersonByEmail(db: Db, email: string): Promise<Person | null> {
  const row = await db.query.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst()
  return row ? toPerson(row) : null
}

export async function findPersonBySubject(db: Db, subject: string): Promise<Person | null> {
  const row = await db.query.selectFrom('person').selectAll().where('openid_subject', '=', subject).executeTakeFirst()
  return row ? toPerson(row) : null
}

export async function readPasswordHash(db: Db, id: string): Promise<string | null> {
  return (await db.query.selectFrom('person').select('password').where('id', '=', id).executeTakeFirst())?.password ?? null
}

/** What the single sign-on knows this person by; null when it is not linked. */
export async function readSubject(db: Db, id: string): Promise<string | null> {
  const row = await db.query.selectFrom('person').select('openid_subject').where('id', '=', id).executeTakeFirst()
  return row?.openid_subject ?? null
}

export async function listPeople(db: Db): Promise<Person[]> {
  const rows = await db.query.selectFrom('person').selectAll().orderBy('id').execute()
  return rows.map(toPerson)
}

/** The ids of all admins. Other transactions that ask the same wait, so that two admins cannot demote each other. */
export async function lockAdmins(tx: Db): Promise<string[]> {
  const query = tx.query.selectFrom('person').select('id').where('role', '=', 'admin').orderBy('id')
  const rows = await (tx.engine === 'postgres' ? query.forUpdate() : query).execute()
  return rows.map((row) => row.id)
}

export async function writeRole(db: Db, id: string, role: Role): Promise<void> {
  await db.query.updateTable('person').set({ role }).where('id', '=', id).execute()
}

export async function writePassword(db: Db, id: string, password: string): Promise<void> {
  await db.query.updateTable('person').set({ password }).where('id', '=', id).execute()
}

/** False when this person is known by another subject already. */
export async function writeSubject(db: Db, id: string, subject: string): Promise<boolean> {
  const done = await db.query
    .updateTable('person')
    .set({ openid_subject: subject })
    .where('id', '=', id)
    .where('openid_subject', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function writeLastSignIn(db: Db, id: string, at: number): Promise<void> {
  await db.query.updateTable('person').set({ last_sign_in_at: at }).where('id', '=', id).execute()
}

export async function deletePerson(db: Db, id: string): Promise<void> {
  await db.query.deleteFrom('person').where('id', '=', id).execute()
}

export function toPerson(row: Omit<Selectable<PersonTable>, 'password' | 'openid_subject'>): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role as Role,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
  }
}
