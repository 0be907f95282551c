import type { Migration } from '../migrate.ts'

/** Tokens and keys of projects, encrypted (`secrets/cipher.ts`). */
export const secrets: Migration = {
  number: 7,
  name: 'secrets',
  up: async (db) => {
    await db.schema
      .createTable('secret')
      .addColumn('project_id', 'text', (c) => c.notNull().references('project.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('last_four', 'text')
      .addColumn('set_at', 'bigint', (c) => c.notNull())
      .addColumn('set_by', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('secret_pk', ['project_id', 'name'])
      .execute()
  },
}
