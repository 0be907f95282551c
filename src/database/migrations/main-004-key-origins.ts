import type { Migration } from '../migrate.ts'

/** The origins whose pages may use a site key. */
export const keyOrigins: Migration = {
  number: 4,
  name: 'key-origins',
  up: async (db) => {
    await db.schema
      .alterTable('key')
      .addColumn('origins', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  },
}
