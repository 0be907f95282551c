import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'

type Db = Connection<MainSchema>

/** What happened on a day, such as a release: it is marked on the chart of the readers. */
export interface Note {
  id: string
  /** In UTC, as `2026-03-15`. */
  day: string
  text: string
  createdBy: string
}

export async function insertNote(db: Db, projectId: string, note: Note): Promise<void> {
  await db.query
    .insertInto('note')
    .values({ id: note.id, project_id: projectId, day: note.day, text: note.text, created_by: note.createdBy })
    .execute()
}

/** By day, oldest first. */
export async function listNotes(db: Db, projectId: string): Promise<Note[]> {
  const query = db.query.selectFrom('note').selectAll().where('project_id', '=', projectId)
  const rows = await query.orderBy('day').orderBy('id').execute()
  return rows.map(({ id, day, text, created_by: createdBy }) => ({ id, day, text, createdBy }))
}

/** False when there is no such note. */
export async function deleteNote(db: Db, projectId: string, id: string): Promise<boolean> {
  const done = await db.query.deleteFrom('note').where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst()
  return done.numDeletedRows > 0n
}
