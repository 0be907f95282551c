import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Migration } from '../migrate.ts'

/** The four counts of a roll-up: people and AI, each as a server saw them and as the beacon did. */
const COUNTS = ['human', 'human_beacon', 'ai', 'ai_beacon']

/**
 * Who reads: agents, referrers, misses, visitors, and what re-classification needs.
 *
 * The day and month sums move into blocks (one binary value per bucket). They can all be made again from the hours, which
 * the next fold does.
 */
export const readers: Migration = {
  number: 2,
  name: 'readers',
  up: async (db, engine) => {
    for (const table of ['view_day', 'view_month']) await db.schema.dropTable(table).execute()
    for (const column of ['human_beacon', 'ai_beacon'])
      await db.schema
        .alterTable('view_hour')
        .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
        .execute()
    await db.schema.createIndex('page_by_project').on('page').columns(['project_id', 'id']).execute()
    await createBlocks(db, engine)
    await createName(db, engine)
    const create = (name: string, keys: Record<string, 'integer' | 'text'>, counts: string[]) =>
      createSums(db, engine, name, keys, counts)
    // Views before this version came from servers; their days are summed up here, so that the modes of days are known.
    await create('site_hour', { bucket: 'integer' }, COUNTS)
    await create('site_day', { bucket: 'integer' }, COUNTS)
    await sql`insert into site_hour select project_id, bucket, sum(human), 0, sum(ai), 0 from view_hour group by project_id, bucket`.execute(
      db,
    )
    await sql`insert into site_day select project_id, bucket / 24, sum(human), 0, sum(ai), 0 from site_hour group by project_id, bucket / 24`.execute(
      db,
    )
    await create('agent_day', { day: 'integer', client_id: 'integer' }, ['views', 'views_beacon'])
    await create('agent_page_day', { day: 'integer', client_id: 'integer', page_id: 'integer' }, ['views', 'views_beacon'])
    await create('referrer_day', { day: 'integer', referrer_id: 'integer', page_id: 'integer' }, COUNTS)
    await create(
      'miss_day',
      { day: 'integer', missing_id: 'integer', client_id: 'integer', referrer_id: 'integer', status: 'integer' },
      ['count', 'first_at', 'last_at'],
    )
    await create(
      'raw_hour',
      {
        bucket: 'integer',
        page_id: 'integer',
        trace_id: 'integer',
        client_id: 'integer',
        referrer_id: 'integer',
        source: 'integer',
      },
      ['count'],
    )
    await createVisitors(db, engine)
    await createImports(db)
  },
}

/** Whole buckets in one binary value each. `unit` is `hour` (all hours of the day `bucket`), `day` or `month`. */
async function createBlocks(db: Kysely<any>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('view_block')
    .addColumn('project_id', 'text', (c) => c.notNull())
    .addColumn('unit', 'text', (c) => c.notNull())
    .addColumn('bucket', 'integer', (c) => c.notNull())
    .addColumn('content', engine === 'sqlite' ? 'blob' : 'bytea', (c) => c.notNull())
    .addPrimaryKeyConstraint('view_block_key', ['project_id', 'unit', 'bucket'])
    .execute()
}

/** Texts that are stored once: clients, referrers, traces, missing paths. `day` is the last one on which the name was used. */
async function createName(db: Kysely<any>, engine: Engine): Promise<void> {
  const id =
    engine === 'sqlite' ? sql`id integer primary key autoincrement` : sql`id integer generated always as identity primary key`
  const collation = engine === 'sqlite' ? sql`` : sql` collate "C"`
  await sql`create table name (${id}, project_id text not null, kind text not null, name text${collation} not null, day integer not null, unique (project_id, kind, name))`.execute(
    db,
  )
  await db.schema.createIndex('name_by_age').on('name').columns(['kind', 'day']).execute()
}

async function createSums(
  db: Kysely<any>,
  engine: Engine,
  name: string,
  keys: Record<string, 'integer' | 'text'>,
  counts: string[],
): Promise<void> {
  let table = db.schema.createTable(name).addColumn('project_id', 'text', (c) => c.notNull())
  for (const [key, type] of Object.entries(keys)) table = table.addColumn(key, type, (c) => c.notNull())
  for (const count of counts) table = table.addColumn(count, 'bigint', (c) => c.notNull())
  await table
    .addPrimaryKeyConstraint(`${name}_key`, ['project_id', ...(Object.keys(keys) as never[])])
    .modifyEnd(engine === 'sqlite' ? sql`without rowid` : sql``)
    .execute()
}

/** The salt of a day is here only while it may be used; without it the hashes of that day say nothing, and they go with it. */
async function createVisitors(db: Kysely<any>, engine: Engine): Promise<void> {
  await createSums(db, engine, 'visitor', { day: 'integer', hash: 'text' }, [])
  await db.schema
    .createTable('visitor_day')
    .addColumn('project_id', 'text', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('salt', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('visitors', 'bigint', (c) => c.notNull())
    .addColumn('visitors_beacon', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('visitor_day_key', ['project_id', 'day'])
    .execute()
}

/** How far each log was counted, and facts about this database. */
async function createImports(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('imported_log')
    .addColumn('project_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('position', 'text', (c) => c.notNull())
    .addColumn('log', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('imported_log_key', ['project_id', 'id'])
    .execute()
  await db.schema.createIndex('imported_log_by_key').on('imported_log').columns(['project_id', 'key']).execute()
  await db.schema
    .createTable('fact')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
}
