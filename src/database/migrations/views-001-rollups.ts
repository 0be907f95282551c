import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Migration } from '../migrate.ts'

/** Hour, day and month sums per page, with the page's path stored once. */
export const rollups: Migration = {
  number: 1,
  name: 'rollups',
  up: async (db, engine) => {
    await createPage(db, engine)
    for (const table of ['view_hour', 'view_day', 'view_month']) {
      await db.schema
        .createTable(table)
        .addColumn('project_id', 'text', (c) => c.notNull())
        .addColumn('bucket', 'integer', (c) => c.notNull())
        .addColumn('page_id', 'integer', (c) => c.notNull())
        .addColumn('human', 'bigint', (c) => c.notNull())
        .addColumn('ai', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint(`${table}_key`, ['project_id', 'bucket', 'page_id'])
        .modifyEnd(withoutRowid(engine))
        .execute()
    }
    await db.schema
      .createTable('exclusion')
      .addColumn('project_id', 'text', (c) => c.notNull())
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('count', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('exclusion_key', ['project_id', 'day', 'reason'])
      .execute()
    await db.schema
      .createTable('seen_event')
      .addColumn('project_id', 'text', (c) => c.notNull())
      .addColumn('event_id', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('seen_event_key', ['project_id', 'event_id'])
      .execute()
    await db.schema.createIndex('seen_event_by_age').on('seen_event').columns(['at']).execute()
    await db.schema
      .createTable('watermark')
      .addColumn('project_id', 'text', (c) => c.primaryKey())
      .addColumn('value', 'bigint', (c) => c.notNull())
      .execute()
  },
}

/** Paths sort by code point on both engines: SQLite compares bytes by itself, PostgreSQL needs the "C" collation for it. */
async function createPage(db: Kysely<any>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    await sql`create table page (id integer primary key, project_id text not null, path text not null, unique (project_id, path))`.execute(
      db,
    )
  } else {
    await sql`create table page (id integer generated always as identity primary key, project_id text not null, path text collate "C" not null, unique (project_id, path))`.execute(
      db,
    )
  }
}

/** A range of buckets is then one run of neighbouring rows, without a second look-up for each. */
function withoutRowid(engine: Engine) {
  return engine === 'sqlite' ? sql`without rowid` : sql``
}
