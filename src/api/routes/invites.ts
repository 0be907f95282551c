import { isId } from '../../lib/ids.ts'
import { acceptInvite, invite, inviteLink, noSuchInvite, peekInvite, revokeInvite } from '../../people/invites.ts'
import { listInvites } from '../../people/invite-store.ts'
import type { ApiDeps, App } from '../app.ts'
import { useJsonBodies } from '../json-bodies.ts'
import {
  AcceptInviteBody,
  InviteBody,
  InviteList,
  InviteParams,
  InvitePeek,
  InviteTokenParams,
  NewInvite,
  UserAnswer,
} from '../people-schemas.ts'
import { responses } from '../responses.ts'
import { NoContent } from '../schemas.ts'
import { readSessionToken } from '../session-cookie.ts'
import { useSessions } from '../sessions.ts'
import { welcome } from './session.ts'

const TAG = 'Dashboard'

export function inviteRoutes(app: App, deps: ApiDeps): void {
  useSessions(app, deps)
  useJsonBodies(app)
  const people = { database: deps.databases.main, ids: deps.ids }

  app.post(
    '/v1/invites',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'Invite a person',
        description:
          'Makes a link that works once, for a week. A new one for the same address takes the place of the one before.',
        body: InviteBody,
        response: responses({ 201: NewInvite }, [400, 401, 403, 409, 413, 415]),
      },
    },
    async (request, reply) => {
      const { invite: made, token } = await invite(people, { ...request.body, actor: request.person!.email })
      const expiresAt = new Date(made.expiresAt).toISOString()
      return reply.code(201).send({ id: made.id, link: deps.baseUrl() + inviteLink(token), expiresAt })
    },
  )

  app.get(
    '/v1/invites',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'List invites',
        description: 'Those that still work, newest first.',
        response: responses({ 200: InviteList }, [401, 403]),
      },
    },
    async () => ({
      invites: (await listInvites(people.database, await people.database.now())).map(
        ({ id, email, role, createdAt, expiresAt }) => ({
          id,
          email,
          role,
          createdAt: new Date(createdAt).toISOString(),
          expiresAt: new Date(expiresAt).toISOString(),
        }),
      ),
    }),
  )

  app.delete(
    '/v1/invites/:id',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'Revoke an invite',
        description: 'Its link is dead from then on.',
        params: InviteParams,
        response: responses({ 204: NoContent }, [401, 403, 404]),
      },
    },
    async (request, reply) => {
      if (!isId('inv', request.params.id)) throw noSuchInvite()
      await revokeInvite(people, request.params.id, request.person!.email)
      return reply.code(204).send()
    },
  )

  app.get(
    '/v1/invites/:token/peek',
    {
      config: { role: 'anyone' },
      schema: {
        tags: [TAG],
        summary: 'Look at an invite',
        description: 'For the page behind the link.',
        params: InviteTokenParams,
        response: responses({ 200: InvitePeek }, [404]),
      },
    },
    async (request) => {
      const { email, role } = await peekInvite(people, request.params.token)
      return { email, role }
    },
  )

  app.post(
    '/v1/invites/:token/accept',
    {
      config: { role: 'anyone' },
      schema: {
        tags: [TAG],
        summary: 'Accept an invite',
        description: 'Makes the user that was invited, and signs in.',
        params: InviteTokenParams,
        body: AcceptInviteBody,
        response: responses({ 201: UserAnswer }, [400, 403, 404, 409, 413, 415]),
      },
    },
    async (request, reply) => {
      const wanted = { ...request.body, token: request.params.token, before: readSessionToken(deps, request) }
      return welcome(deps, request, reply.code(201), await acceptInvite(people, wanted))
    },
  )
}
