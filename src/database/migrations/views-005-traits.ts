import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Migration } from '../migrate.ts'

/**
 * What is known of a view besides its page: country, device, browser, language, campaign. Views that can be judged again remember
 * it, so that it's taken out with them when they turn out not to be a person's.
 */
export const traits: Migration = {
  number: 5,
  name: 'traits',
  up: async (db, engine) => {
    await createSums(db, engine, 'trait_day', ['day', 'traits_id', 'page_id'], ['human', 'human_beacon'])
    // Written anew, because neither engine can add a column to a key, and under another name of its key, which stays with the old table.
    const keys = ['bucket', 'page_id', 'trace_id', 'client_id', 'referrer_id', 'source']
    await sql`alter table raw_hour rename to old_raw_hour`.execute(db)
    await createSums(db, engine, 'raw_hour', [...keys, 'traits_id'], ['count'], 'raw_hour_by_traits_key')
    const columns = sql.join(['project_id', ...keys].map((column) => sql.ref(column)))
    await sql`insert into raw_hour (${columns}, traits_id, count) select ${columns}, 0, count from old_raw_hour`.execute(db)
    await sql`drop table old_raw_hour`.execute(db)
  },
}

async function createSums(
  db: Kysely<any>,
  engine: Engine,
  name: string,
  keys: string[],
  counts: string[],
  keyName = `${name}_key`,
): Promise<void> {
  let table = db.schema.createTable(name).addColumn('project_id', 'text', (c) => c.notNull())
  for (const key of keys) table = table.addColumn(key, 'integer', (c) => c.notNull())
  for (const count of counts) table = table.addColumn(count, 'bigint', (c) => c.notNull())
  await table
    .addPrimaryKeyConstraint(keyName, ['project_id', ...(keys as never[])])
    .modifyEnd(engine === 'sqlite' ? sql`without rowid` : sql``)
    .execute()
}
