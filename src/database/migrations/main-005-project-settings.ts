import type { Migration } from '../migrate.ts'

/** What the admins of a project chose, as JSON; what is not in it has its default. */
export const projectSettings: Migration = {
  number: 5,
  name: 'project-settings',
  up: async (db) => {
    await db.schema
      .alterTable('project')
      .addColumn('settings', 'text', (c) => c.notNull().defaultTo('{}'))
      .execute()
  },
}
