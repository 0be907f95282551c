import type { Migration } from '../migrate.ts'

/**
 * What a job is to be done with, as it was asked for. `model` says what really ran, which `auto` decides anew for each message.
 * Null in jobs of earlier versions, where the two are the same.
 */
export const requestedModels: Migration = {
  number: 13,
  name: 'requested-models',
  up: async (db) => {
    await db.schema.alterTable('job').addColumn('requested_model', 'text').execute()
  },
}
