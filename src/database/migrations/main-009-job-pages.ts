import type { Migration } from '../migrate.ts'

/** The page that a job is for, so that it is found again among any number of jobs. */
export const jobPages: Migration = {
  number: 9,
  name: 'job-pages',
  up: async (db) => {
    await db.schema.alterTable('job').addColumn('page', 'text').execute()
    await db.schema.createIndex('job_page').on('job').columns(['project_id', 'page', 'id']).execute()
  },
}
