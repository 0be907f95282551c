import { useState } from 'preact/hooks'
import type { Project } from '../../../../client/index.ts'
import { announce } from '../../components/announcer.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'
import { Loaded, Problem } from '../../components/states.tsx'
import { formatDay } from '../../lib/format.ts'
import { noteChanges } from '../../lib/notes.ts'
import { wallNow } from '../../lib/now.ts'
import { writeWall } from '../../lib/zone.ts'
import { projectClient } from '../../lib/session.ts'
import { useAction, useRequest } from '../../lib/use-request.ts'

/** Marks on the chart, such as releases. */
export function NotesButton({ project }: { project: Project }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Add note
      </button>
      {isOpen && <NotesDialog project={project} onClose={() => setOpen(false)} />}
    </>
  )
}

function NotesDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { projectId } = project
  const client = projectClient(projectId)
  const [day, setDay] = useState(() => writeWall(wallNow(project)).slice(0, 10))
  const [text, setText] = useState('')
  const notes = useRequest(() => client.listNotes(), [projectId, noteChanges.value])
  const add = useAction(async (note: { day: string; text: string }) => {
    await client.addNote(note)
    noteChanges.value++
    setText('')
  })
  const remove = useAction(async (note: { id: string; day: string; text: string }) => {
    await client.deleteNote(note.id)
    noteChanges.value++
    announce('Note deleted.', () => void add.run({ day: note.day, text: note.text }))
  })
  return (
    <Dialog title="Notes on the chart" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void add.run({ day, text })
        }}
      >
        <TextField label="Day" type="date" required value={day} onInput={setDay} />
        <TextField
          label="Note"
          required
          maxLength={200}
          placeholder="Release 2.0"
          autofocus
          value={text}
          onInput={setText}
          hint="Merged pull requests are marked automatically."
        />
        <Problem error={add.problem ?? remove.problem} />
        <div class="actions">
          <button class="primary" disabled={add.isBusy || text.trim() === ''}>
            {add.isBusy ? 'Adding…' : 'Add note'}
          </button>
        </div>
      </form>
      <Loaded answer={notes} rows={2}>
        {({ notes: rows }) => (
          <ul class="rows">
            {rows.toReversed().map((note) => (
              <li key={note.id}>
                <span class="break">
                  {note.text} <span class="faint">{formatDay(note.day)}</span>
                </span>
                <button
                  type="button"
                  class="small"
                  aria-label={`Delete the note ${note.text}`}
                  onClick={() => void remove.run(note)}
                >
                  Delete
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}
