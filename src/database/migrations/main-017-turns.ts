import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Whose turn it is: one row per project that ever had a job. A claim looks at one row instead of at all active jobs, and renewing a
 * lease changes no index.
 *
 * Nodes of the version before still claim by `job` alone. They write no turns; `refreshTurns` finds their jobs.
 */
export const turns: Migration = {
  number: 17,
  name: 'turns',
  up: async (db, engine) => {
    await db.schema
      .createTable('project_turn')
      .addColumn('project_id', 'text', (column) => column.primaryKey().references('project.id'))
      .addColumn('claimed_at', 'bigint', (column) => column.notNull())
      .addColumn('wake_at', 'bigint')
      .execute()
    await sql`create index project_turn_next on project_turn (claimed_at, project_id) where wake_at is not null`.execute(db)
    await sql`insert into project_turn (project_id, claimed_at, wake_at)
      select distinct project_id, 0, 0 from job where status = 'active'`.execute(db)
    await sql`create index job_waiting on job (project_id, id) where status = 'active' and lease_owner is null`.execute(db)
    await sql`create index job_held on job (project_id) where status = 'active' and lease_owner is not null`.execute(db)
    await db.schema.dropIndex('job_active').execute()
    // Room on each page for the new version of a row, so that a renewed lease stays on it.
    if (engine === 'postgres') await sql`alter table job set (fillfactor = 80)`.execute(db)
  },
}
