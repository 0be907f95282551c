import { isId } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import { addNote } from '../../projects/add-note.ts'
import { deleteNote, listNotes } from '../../projects/note-store.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { useAuthentication } from '../plugins/authentication.ts'
import { useJsonBodies } from '../plugins/json-bodies.ts'
import { NewNoteBody, NoteList, NoteParams, NoteView } from '../schemas/notes.ts'
import { NoContent, ProjectParams } from '../schemas/parts.ts'
import { responses } from '../schemas/responses.ts'

const TAG = 'Page views'

/** What happened on a day, for the chart: a deployment may add one by itself. */
export function noteRoutes(app: App, deps: ApiDeps): void {
  useAuthentication(app, deps)
  useJsonBodies(app)
  const useCase = { database: deps.databases.main, ids: deps.ids }

  app.get(
    '/v1/analytics/:projectId/notes',
    {
      config: { isShared: true },
      schema: {
        tags: [TAG],
        summary: 'List notes',
        description: 'What people and programs noted for the chart of the readers, such as releases.',
        params: ProjectParams,
        response: responses({ 200: NoteList }, [401, 403, 404]),
      },
    },
    async (request) => ({ notes: await listNotes(useCase.database, request.params.projectId) }),
  )

  app.post(
    '/v1/analytics/:projectId/notes',
    {
      schema: {
        tags: [TAG],
        summary: 'Add a note',
        description: 'Marks a day on the chart of the readers. A project has at most 1,000 notes.',
        params: ProjectParams,
        body: NewNoteBody,
        response: responses({ 201: NoteView }, [400, 401, 403, 404, 409, 413, 415]),
      },
    },
    async (request, reply) => {
      const wanted = { ...request.body, createdBy: request.caller!.name }
      return reply.code(201).send(await addNote(useCase, request.params.projectId, wanted))
    },
  )

  app.delete(
    '/v1/analytics/:projectId/notes/:noteId',
    {
      schema: {
        tags: [TAG],
        summary: 'Delete a note',
        description: 'Takes the mark off the chart.',
        params: NoteParams,
        response: responses({ 204: NoContent }, [401, 403, 404]),
      },
    },
    async (request, reply) => {
      const { projectId, noteId } = request.params
      if (!isId('note', noteId) || !(await deleteNote(useCase.database, projectId, noteId)))
        throw new Problem(404, 'note_not_found', 'There is no such note.')
      return reply.code(204).send()
    },
  )
}
