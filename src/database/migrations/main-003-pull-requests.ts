import { type Kysely, sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const COLUMNS = [
  'id',
  'project_id',
  'secret',
  'head',
  'base',
  'title',
  'body',
  'state',
  'base_commit',
  'head_commit',
  'created_at',
  'updated_at',
] as const

/**
 * Pull requests that end: merged, closed, drafts, checks. A head may have several over time, but only one that is open.
 *
 * SQLite cannot drop the old rule (one for each head, for ever) from a table, so the table is made anew, on both engines.
 */
export const pullRequests: Migration = {
  number: 3,
  name: 'pull-requests',
  up: async (db) => {
    await db.schema.alterTable('pull_request').renameTo('pull_request_before').execute()
    await create(db)
    await db
      .insertInto('pull_request')
      .columns([...COLUMNS])
      .expression(db.selectFrom('pull_request_before').select([...COLUMNS]))
      .execute()
    await db.schema.dropTable('pull_request_before').execute()
    await db.schema
      .createIndex('pull_request_open_head')
      .unique()
      .on('pull_request')
      .columns(['project_id', 'head'])
      // Not a parameter: an index keeps its condition as text.
      .where(sql<boolean>`state = 'open'`)
      .execute()
    await db.schema.createIndex('pull_request_by_head').on('pull_request').columns(['project_id', 'head', 'id']).execute()
    await db.schema.createIndex('pull_request_by_project').on('pull_request').columns(['project_id', 'id']).execute()
  },
}

async function create(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('pull_request')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('project_id', 'text', (c) => c.notNull().references('project.id'))
    .addColumn('secret', 'text', (c) => c.notNull().unique())
    .addColumn('head', 'text', (c) => c.notNull())
    .addColumn('base', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('base_commit', 'text', (c) => c.notNull())
    .addColumn('head_commit', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('is_draft', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('checks', 'text')
    .addColumn('merged_at', 'bigint')
    .addColumn('closed_at', 'bigint')
    .addColumn('merge_commit', 'text')
    .execute()
}
