import type { Migration } from '../migrate.ts'

/** Who sent a message, in words for the pull request: the name of a person or of a key. Null where nobody knows. */
export const askers: Migration = {
  number: 14,
  name: 'askers',
  up: async (db) => {
    await db.schema.alterTable('message').addColumn('asked_by', 'text').execute()
  },
}
