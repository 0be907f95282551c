import { Problem } from '../../lib/problem.ts'
import { isId } from '../../lib/ids.ts'
import { changeRole, removePerson } from '../../people/change-people.ts'
import { listPeople } from '../../people/person-store.ts'
import type { Person } from '../../people/person.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { useJsonBodies } from '../plugins/json-bodies.ts'
import { ListedUser, RoleBody, UserList, UserParams } from '../schemas/people.ts'
import { presentPerson } from '../present/person.ts'
import { responses } from '../schemas/responses.ts'
import { NoContent } from '../schemas/parts.ts'
import { useSessions } from '../plugins/sessions.ts'

const TAG = 'Dashboard'

/** The people who can sign in, for admins. */
export function peopleRoutes(app: App, deps: ApiDeps): void {
  useSessions(app, deps)
  useJsonBodies(app)
  const people = { database: deps.databases.main, ids: deps.ids }

  app.get(
    '/v1/users',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'List users',
        description: 'In the order in which they joined.',
        response: responses({ 200: UserList }, [401, 403]),
      },
    },
    async () => ({ users: (await listPeople(people.database)).map(presentListed) }),
  )

  app.patch(
    '/v1/users/:id',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'Change a role',
        operationId: 'changeRoleUser',
        description: "Takes effect with the user's next request. The last admin can't be changed.",
        params: UserParams,
        body: RoleBody,
        response: responses({ 200: ListedUser }, [400, 401, 403, 404, 409, 413, 415]),
      },
    },
    async (request) => {
      const id = readId(request.params.id)
      return presentListed(await changeRole(people, id, request.body.role, request.person!.email))
    },
  )

  app.delete(
    '/v1/users/:id',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'Remove a user',
        description: "Ends all sessions of that user. You can't remove yourself.",
        params: UserParams,
        response: responses({ 204: NoContent }, [401, 403, 404, 409]),
      },
    },
    async (request, reply) => {
      const id = readId(request.params.id)
      if (id === request.person!.id)
        throw new Problem(409, 'own_user', "You can't remove yourself. Ask another admin, or use `docwright user remove`.")
      await removePerson(people, { id, actor: request.person!.email, mayBeLastAdmin: false })
      return reply.code(204).send()
    },
  )
}

function readId(id: string): string {
  if (!isId('usr', id)) throw new Problem(404, 'user_not_found', "This user doesn't exist.")
  return id
}

function presentListed(person: Person) {
  return {
    ...presentPerson(person),
    createdAt: new Date(person.createdAt).toISOString(),
    lastSignInAt: person.lastSignInAt === null ? null : new Date(person.lastSignInAt).toISOString(),
  }
}
