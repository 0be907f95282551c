import type { Migration } from '../migrate.ts'

/** How far each log was counted, so that a log that is imported again adds only what is new. */
export const imports: Migration = {
  number: 2,
  name: 'imports',
  up: async (db) => {
    await db.schema
      .createTable('imported_log')
      .addColumn('project_id', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('marks', 'text', (c) => c.notNull())
      .addColumn('byte', 'bigint', (c) => c.notNull())
      .addColumn('is_mid_line', 'integer', (c) => c.notNull())
      .addColumn('directives', 'text', (c) => c.notNull())
      .addColumn('tail_hash', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('imported_log_key', ['project_id', 'id'])
      .execute()
    await db.schema.createIndex('imported_log_by_key').on('imported_log').columns(['project_id', 'key']).execute()
  },
}
