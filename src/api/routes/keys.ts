import { createKey } from '../../keys/create-key.ts'
import { type Key, SCOPES } from '../../keys/key.ts'
import { readOrigin } from '../../keys/origins.ts'
import { noSuchKey, revokeKey } from '../../keys/revoke-key.ts'
import { rotateKey } from '../../keys/rotate-key.ts'
import { listKeys } from '../../keys/store.ts'
import { isId } from '../../lib/ids.ts'
import { invalid } from '../../lib/problem.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { useJsonBodies } from '../plugins/json-bodies.ts'
import { useSessions } from '../plugins/sessions.ts'
import { NoContent, ProjectParams } from '../schemas/parts.ts'
import { type KeyBody, KeyList, KeyParams, MadeKeyView, NewKeyBody, RotateBody } from '../schemas/projects.ts'
import { responses } from '../schemas/responses.ts'
import { needProject } from './projects.ts'

const TAG = 'Projects and keys'
const HOUR_MS = 3_600_000

/** A day, in which whoever uses a key can put the new one in its places. */
const OVERLAP_HOURS = 24

/** The API keys page of a project. */
export function keyRoutes(app: App, deps: ApiDeps): void {
  useSessions(app, deps)
  useJsonBodies(app)
  const useCase = { database: deps.databases.main, ids: deps.ids }

  app.get(
    '/v1/projects/:projectId/keys',
    {
      config: { role: 'viewer' },
      schema: {
        tags: [TAG],
        summary: 'List keys',
        operationId: 'listKeysProject',
        description: 'Newest first, including revoked and expired keys.',
        params: ProjectParams,
        response: responses({ 200: KeyList }, [401, 403, 404]),
      },
    },
    async (request) => {
      const { id } = await needProject(deps, request.params.projectId)
      // Secrets of log drains are looked after by `docwright drain`.
      const keys = (await listKeys(useCase.database, id)).filter(({ kind }) => kind !== 'drain')
      return { keys: keys.map(presentKey) }
    },
  )

  app.post(
    '/v1/projects/:projectId/keys',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'Create a key',
        description: 'The answer has the key, only this once. Docwright stores its digest.',
        params: ProjectParams,
        body: NewKeyBody,
        response: responses({ 201: MadeKeyView }, [400, 401, 403, 404, 413, 415]),
      },
    },
    async (request, reply) => {
      const { id: projectId } = await needProject(deps, request.params.projectId)
      const { kind = 'admin', name, scopes = [...SCOPES], origins = [], expiresAt = null } = request.body
      if (name.trim() === '') throw invalid('name', 'must not be empty')
      if (origins.length > 0 && kind !== 'site') throw invalid('origins', 'are for site keys only')
      const { key, secret } = await createKey(useCase, {
        projectId,
        kind,
        name: name.trim(),
        scopes,
        origins: origins.map((text, at) => readOrigin(text, `origins.${at}`)),
        expiresInMs: null,
        ...(expiresAt === null ? {} : { expiresAt: readExpiry(expiresAt, await useCase.database.now()) }),
        actor: request.person!.email,
      })
      return reply.code(201).send({ ...presentKey(key), key: secret })
    },
  )

  app.delete(
    '/v1/projects/:projectId/keys/:keyId',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'Revoke a key',
        description: 'Takes effect with the next request. Revoking twice changes nothing.',
        params: KeyParams,
        response: responses({ 204: NoContent }, [401, 403, 404]),
      },
    },
    async (request, reply) => {
      const { projectId, keyId } = await readKeyParams(deps, request.params)
      await revokeKey(useCase, projectId, keyId, request.person!.email)
      return reply.code(204).send()
    },
  )

  app.post(
    '/v1/projects/:projectId/keys/:keyId/rotate',
    {
      config: { role: 'admin' },
      preValidation: async (request) => {
        // All of the body is optional, and so is the body.
        request.body ??= {}
      },
      schema: {
        tags: [TAG],
        summary: 'Rotate a key',
        description:
          'Creates a key with the same name, scopes, origins and lifetime. The old key keeps working until the overlap ends.',
        params: KeyParams,
        body: RotateBody,
        response: responses({ 201: MadeKeyView }, [400, 401, 403, 404, 409, 413, 415]),
      },
    },
    async (request, reply) => {
      const { projectId, keyId } = await readKeyParams(deps, request.params)
      const overlapMs = (request.body.overlapHours ?? OVERLAP_HOURS) * HOUR_MS
      const { key, secret } = await rotateKey(useCase, { projectId, id: keyId, overlapMs, actor: request.person!.email })
      return reply.code(201).send({ ...presentKey(key), key: secret })
    },
  )
}

async function readKeyParams(deps: ApiDeps, params: { projectId: string; keyId: string }) {
  const { id: projectId } = await needProject(deps, params.projectId)
  if (!isId('key', params.keyId)) throw noSuchKey(projectId, params.keyId)
  return { projectId, keyId: params.keyId }
}

function readExpiry(text: string, now: number): number {
  const at = Date.parse(text)
  if (!(at > now)) throw invalid('expiresAt', 'must be a date-time in the future')
  return at
}

function presentKey(key: Key): KeyBody {
  const [prefix = '', lastFour = ''] = key.display.split('…')
  return {
    id: key.id,
    kind: key.kind === 'site' ? 'site' : 'admin',
    name: key.name,
    scopes: key.scopes,
    origins: key.origins,
    prefix,
    lastFour,
    createdAt: new Date(key.createdAt).toISOString(),
    createdBy: key.createdBy,
    lastUsedAt: toIso(key.lastUsedAt),
    expiresAt: toIso(key.expiresAt),
    revokedAt: toIso(key.revokedAt),
  }
}

function toIso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
