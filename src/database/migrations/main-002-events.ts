import type { Migration } from '../migrate.ts'

/** What happened to a job, one row after the other. */
export const events: Migration = {
  number: 2,
  name: 'events',
  up: async (db) => {
    await db.schema
      .createTable('event')
      .addColumn('job_id', 'text', (c) => c.notNull().references('job.id'))
      .addColumn('seq', 'integer', (c) => c.notNull())
      // Null for what no worker wrote, which is not counted against a run.
      .addColumn('run', 'integer')
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('data', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('event_key', ['job_id', 'seq'])
      .execute()
  },
}
