import type { Migration } from '../migrate.ts'

/** What the agents of a project used on each day, for its budgets. */
export const projectDays: Migration = {
  number: 8,
  name: 'project-days',
  up: async (db) => {
    await db.schema
      .createTable('project_day')
      .addColumn('project_id', 'text', (c) => c.notNull().references('project.id').onDelete('cascade'))
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('tokens', 'bigint', (c) => c.notNull())
      .addColumn('cost_usd', 'double precision', (c) => c.notNull())
      .addPrimaryKeyConstraint('project_day_pk', ['project_id', 'day'])
      .execute()
    await db.schema.createIndex('job_by_project_and_creation').on('job').columns(['project_id', 'created_at']).execute()
  },
}
