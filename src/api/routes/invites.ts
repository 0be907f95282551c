import { isId } from '../../lib/ids.ts'
import { acceptInvite, invite, inviteLink, noSuchInvite, peekInvite, revokeInvite } from '../../people/invites.ts'
import { listInvites } from '../../people/invite-store.ts'
import { INVITE_ROLE } from '../../people/person.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { useJsonBodies } from '../plugins/json-bodies.ts'
import {
  AcceptInviteBody,
  InviteBody,
  InviteList,
  InviteParams,
  InvitePeek,
  NewInvite,
  TokenBody,
  UserAnswer,
} from '../schemas/people.ts'
import { responses } from '../schemas/responses.ts'
import { NoContent } from '../schemas/parts.ts'
import { readSessionToken } from '../plugins/session-cookie.ts'
import { useSessions } from '../plugins/sessions.ts'
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
        description: 'Creates a link that works once, for a week. A new invite for the same address replaces the old one.',
        body: InviteBody,
        response: responses({ 201: NewInvite }, [400, 401, 403, 409, 413, 415]),
      },
    },
    async (request, reply) => {
      const { email, role = INVITE_ROLE } = request.body
      const { invite: made, token } = await invite(people, { email, role, actor: request.person!.email })
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
        description: 'Pending invites, newest first.',
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
      defaultRole: INVITE_ROLE,
    }),
  )

  app.delete(
    '/v1/invites/:id',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'Revoke an invite',
        description: 'Its link stops working.',
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

  app.post(
    '/v1/invites/peek',
    {
      config: { role: 'anyone' },
      schema: {
        tags: [TAG],
        summary: 'Look at an invite',
        description: 'For the page behind the link. The token is in the body, because addresses end up in logs.',
        body: TokenBody,
        response: responses({ 200: InvitePeek }, [400, 403, 404, 413, 415]),
      },
    },
    async (request) => {
      const { email, role } = await peekInvite(people, request.body.token)
      return { email, role }
    },
  )

  app.post(
    '/v1/invites/accept',
    {
      config: { role: 'anyone' },
      schema: {
        tags: [TAG],
        summary: 'Accept an invite',
        description: 'Creates the invited user and signs in.',
        body: AcceptInviteBody,
        response: responses({ 201: UserAnswer }, [400, 403, 404, 409, 413, 415]),
      },
    },
    async (request, reply) => {
      const wanted = { ...request.body, before: readSessionToken(deps, request) }
      return welcome(deps, request, reply.code(201), await acceptInvite(people, wanted))
    },
  )
}
