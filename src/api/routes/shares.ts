import { invalid, tooMany } from '../../lib/problem.ts'
import { type Share, listShares } from '../../people/share-store.ts'
import { createShare, openShare, revokeShare, shareLink } from '../../people/shares.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { createAddressLimit } from '../plugins/address-limit.ts'
import { clientAddress } from '../plugins/client-address.ts'
import { useJsonBodies } from '../plugins/json-bodies.ts'
import { useSessions } from '../plugins/sessions.ts'
import { NoContent, ProjectParams } from '../schemas/parts.ts'
import { responses } from '../schemas/responses.ts'
import { CreatedShare, NewShareBody, OpenShareBody, OpenedShare, ShareList, ShareParams } from '../schemas/shares.ts'
import { needProject } from './projects.ts'

const TAG = 'Share links'

/** From one address in a minute: an office that opens a link together, and no more. */
const OPENED_PER_MINUTE = 60

/** Links with which anyone can look at the readers of a project, without an account. */
export function shareRoutes(app: App, deps: ApiDeps): void {
  useSessions(app, deps)
  useJsonBodies(app)
  const people = { database: deps.databases.main, ids: deps.ids }
  const limit = createAddressLimit(deps.clock, OPENED_PER_MINUTE)

  app.get(
    '/v1/projects/:projectId/shares',
    {
      config: { role: 'viewer' },
      schema: {
        tags: [TAG],
        summary: 'List share links',
        description: 'The links of a project that work, newest first.',
        params: ProjectParams,
        response: responses({ 200: ShareList }, [401, 403, 404]),
      },
    },
    async (request) => {
      const { id } = await needProject(deps, request.params.projectId)
      return { shares: (await listShares(people.database, id)).map(presentShare) }
    },
  )

  app.post(
    '/v1/projects/:projectId/shares',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'Create a share link',
        description:
          'Anyone who has the link can see the readers of the project: views, agents, referrers and visitors. Nothing else.',
        params: ProjectParams,
        body: NewShareBody,
        response: responses({ 201: CreatedShare }, [400, 401, 403, 404, 409, 413, 415]),
      },
    },
    async (request, reply) => {
      const { id: projectId } = await needProject(deps, request.params.projectId)
      const { name, password = null } = request.body
      if (name.trim() === '') throw invalid('name', 'must not be empty')
      const wanted = { projectId, name: name.trim(), password, actor: request.person!.email }
      const { share, token } = await createShare(people, wanted)
      return reply.code(201).send({ ...presentShare(share), link: deps.baseUrl() + shareLink(token) })
    },
  )

  app.delete(
    '/v1/projects/:projectId/shares/:shareId',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'Revoke a share link',
        description: 'The link stops working immediately, also for those who are looking.',
        params: ShareParams,
        response: responses({ 204: NoContent }, [401, 403, 404]),
      },
    },
    async (request, reply) => {
      const { id } = await needProject(deps, request.params.projectId)
      await revokeShare(people, id, request.params.shareId, request.person!.email)
      return reply.code(204).send()
    },
  )

  app.post(
    '/v1/shares/open',
    {
      config: { role: 'anyone' },
      schema: {
        tags: [TAG],
        summary: 'Open a share link',
        description:
          'For the page behind the link. The token travels in the body: addresses end up in logs. It is 401 with the code `share_password` if the link needs a password.',
        body: OpenShareBody,
        response: responses({ 200: OpenedShare }, [400, 401, 403, 404, 413, 415, 429]),
      },
    },
    async (request) => {
      const address = clientAddress(request, deps.config.trustedProxies)
      const wait = limit.take(address)
      if (wait !== null) throw tooMany('Too many links were opened from this address.', wait)
      const { token, password = null } = request.body
      const { share, pass, expiresAt } = await openShare(people, { token, password, address })
      const { id, name, settings } = await needProject(deps, share.projectId)
      return {
        project: { projectId: id, name, timeZone: settings.views.timeZone },
        pass,
        expiresAt: new Date(expiresAt).toISOString(),
      }
    },
  )
}

function presentShare({ id, name, password, createdBy, createdAt }: Share) {
  return { id, name, hasPassword: password !== null, createdBy, createdAt: new Date(createdAt).toISOString() }
}
