import type { Migration } from '../migrate.ts'

/**
 * What the code host last said about the pull request of a job, so that jobs can be listed by it. Null until it was asked. Pull
 * requests of the built-in code host have a table of their own and are not repeated here.
 */
export const pullRequestStates: Migration = {
  number: 15,
  name: 'pull-request-states',
  up: async (db) => {
    await db.schema.alterTable('job').addColumn('pr_state', 'text').execute()
    await db.schema.alterTable('job').addColumn('pr_merged_at', 'bigint').execute()
  },
}
