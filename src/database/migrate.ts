import { type Kysely, sql } from 'kysely'
import type { Database, Engine } from './database.ts'

export interface Migration {
  /** Stored; counts from 1 without gaps within its set. */
  readonly number: number
  readonly name: string
  up(db: Kysely<any>, engine: Engine): Promise<void>
}

/** Any number that no other program on the same PostgreSQL server is likely to lock. */
const POSTGRES_LOCK = 7_226_184_501

export class NewerSchemaError extends Error {
  constructor(set: string, found: number, known: number) {
    super(`the ${set} database is at version ${found}, and this Docwright knows only ${known}: it was written by a newer one`)
    this.name = 'NewerSchemaError'
  }
}

/** Brings a database up to date, all in one transaction. Several processes may start at once: one does it, the others wait. */
export async function migrate(database: Database<any>, set: string, migrations: readonly Migration[]): Promise<void> {
  const known = migrations.at(-1)?.number ?? 0
  await database.transaction(async (tx) => {
    if (tx.engine === 'postgres') await sql`select pg_advisory_xact_lock(${POSTGRES_LOCK})`.execute(tx.query)
    await sql`create table if not exists migration (set_name text not null, number integer not null, name text not null, applied_at bigint not null, primary key (set_name, number))`.execute(
      tx.query,
    )
    const found = await currentVersion(tx.query, set)
    if (found > known) throw new NewerSchemaError(set, found, known)
    for (const migration of migrations.filter(({ number }) => number > found)) {
      await migration.up(tx.query, tx.engine)
      await tx.query
        .insertInto('migration')
        .values({ set_name: set, number: migration.number, name: migration.name, applied_at: await tx.now() })
        .execute()
    }
  })
}

async function currentVersion(db: Kysely<any>, set: string): Promise<number> {
  const row = await db
    .selectFrom('migration')
    .select(({ fn }) => fn.max('number').as('version'))
    .where('set_name', '=', set)
    .executeTakeFirst()
  return Number(row?.version ?? 0)
}
