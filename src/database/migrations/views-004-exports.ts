import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Exports that are under way, so that any node can answer their next page. Only for PostgreSQL: SQLite has one node, which keeps
 * them in memory. Not logged: what is lost with a crash of the database is only that the pages of an export agree.
 */
export const exports: Migration = {
  number: 4,
  name: 'exports',
  up: async (db, engine) => {
    if (engine === 'sqlite') return
    await sql`create unlogged table export (
      id bigint generated always as identity primary key,
      project_id text not null,
      question text not null,
      watermark bigint not null,
      at bigint not null,
      length integer not null,
      ends bigint[] not null,
      content bytea not null)`.execute(db)
    await sql`create index export_question on export (question, id)`.execute(db)
    await sql`create index export_project on export (project_id, id)`.execute(db)
    await sql`create index export_age on export (at)`.execute(db)
  },
}
