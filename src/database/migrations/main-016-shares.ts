import type { Migration } from '../migrate.ts'

/** Links with which anyone can look at the readers of a project, who looks at the moment, and notes on the chart. */
export const shares: Migration = {
  number: 16,
  name: 'shares',
  up: async (db) => {
    await db.schema
      .createTable('share')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('project.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('digest', 'text', (c) => c.notNull().unique())
      .addColumn('password', 'text')
      .addColumn('created_by', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('share_by_project').on('share').columns(['project_id']).execute()
    await db.schema
      .createTable('share_visit')
      .addColumn('digest', 'text', (c) => c.primaryKey())
      .addColumn('share_id', 'text', (c) => c.notNull().references('share.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('share_visit_by_share').on('share_visit').columns(['share_id', 'expires_at']).execute()
    await db.schema
      .createTable('note')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('project.id').onDelete('cascade'))
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('created_by', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('note_by_project').on('note').columns(['project_id', 'day']).execute()
  },
}
