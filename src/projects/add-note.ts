import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Ids } from '../lib/ids.ts'
import { Problem, invalid } from '../lib/problem.ts'
import { type Note, insertNote, listNotes } from './note-store.ts'
import { lockProject } from './store.ts'

/** A release every other day for years. */
const NOTES_MAX = 1000

export async function addNote(
  { database, ids }: { database: Database<MainSchema>; ids: Ids },
  projectId: string,
  wanted: Omit<Note, 'id'>,
): Promise<Note> {
  const text = wanted.text.trim()
  if (text === '') throw invalid('text', 'must not be empty')
  // A day that is in no month is read as one of the next.
  if (new Date(wanted.day).toISOString().slice(0, 10) !== wanted.day) throw invalid('day', 'must be a day of the calendar')
  return database.transaction(async (tx) => {
    await lockProject(tx, projectId)
    if ((await listNotes(tx, projectId)).length >= NOTES_MAX)
      throw new Problem(409, 'too_many_notes', `A project has at most ${NOTES_MAX} notes. Delete one first.`)
    const note = { ...wanted, text, id: ids.next('note', await tx.now()) }
    await insertNote(tx, projectId, note)
    return note
  })
}
