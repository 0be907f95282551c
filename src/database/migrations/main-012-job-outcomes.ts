import type { Migration } from '../migrate.ts'

/** What came of the last instruction of a job, for programs to read, and the sentences to choose from where there is a choice. */
export const jobOutcomes: Migration = {
  number: 12,
  name: 'job-outcomes',
  up: async (db) => {
    await db.schema.alterTable('job').addColumn('outcome', 'text').execute()
    await db.schema.alterTable('job').addColumn('choices', 'text').execute()
  },
}
