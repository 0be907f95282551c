import { Type } from 'typebox'
import { NO_NUL } from '../../lib/well-formed.ts'
import { ProjectParams } from './parts.ts'

const Day = Type.String({
  pattern: '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$',
  description: 'A day in UTC, as `YYYY-MM-DD`.',
})

export const NewNoteBody = Type.Object(
  {
    day: Day,
    text: Type.String({ minLength: 1, maxLength: 200, pattern: NO_NUL, description: 'What happened, such as a release.' }),
  },
  { description: 'A note on the chart of the readers.' },
)

export const NoteView = Type.Object({
  id: Type.String(),
  day: Type.String({ description: 'A day in UTC, as `YYYY-MM-DD`.' }),
  text: Type.String(),
  createdBy: Type.String({ description: 'The name of a person or of a key.' }),
})

export const NoteList = Type.Object({ notes: Type.Array(NoteView, { description: 'By day, oldest first.' }) })

export const NoteParams = Type.Object({
  ...ProjectParams.properties,
  noteId: Type.String({ description: 'The ID of the note.' }),
})
