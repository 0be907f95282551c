import { invalid } from '../../lib/problem.ts'
import { deleteSecret, noSuchSecret } from '../../secrets/delete-secret.ts'
import { SECRET_NAMES, type Secret, type SecretName } from '../../secrets/secret.ts'
import { setSecret } from '../../secrets/set-secret.ts'
import { listSecrets } from '../../secrets/store.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { useJsonBodies } from '../plugins/json-bodies.ts'
import { useSessions } from '../plugins/sessions.ts'
import { NoContent, ProjectParams } from '../schemas/parts.ts'
import { NewSecretBody, type SecretBody, SecretList, SecretParams, SecretView } from '../schemas/projects.ts'
import { responses } from '../schemas/responses.ts'
import { needProject } from './projects.ts'

const TAG = 'Projects and keys'

/** The tokens and keys of a project. They go in, and never out. */
export function secretRoutes(app: App, deps: ApiDeps): void {
  useSessions(app, deps)
  useJsonBodies(app)
  const useCase = { database: deps.databases.main, ids: deps.ids, cipher: deps.cipher }

  app.get(
    '/v1/projects/:projectId/secrets',
    {
      config: { role: 'viewer' },
      schema: {
        tags: [TAG],
        summary: 'List secrets',
        operationId: 'listSecretsProject',
        description: "Names only: values can't be read.",
        params: ProjectParams,
        response: responses({ 200: SecretList }, [401, 403, 404]),
      },
    },
    async (request) => {
      const { id } = await needProject(deps, request.params.projectId)
      return { secrets: (await listSecrets(useCase.database, id)).map(presentSecret) }
    },
  )

  app.put(
    '/v1/projects/:projectId/secrets/:name',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'Set a secret',
        operationId: 'setSecretProject',
        description: "Stores it encrypted and replaces the old value. It overrides the server's.",
        params: SecretParams,
        body: NewSecretBody,
        response: responses({ 200: SecretView }, [400, 401, 403, 404, 413, 415]),
      },
    },
    async (request) => {
      const { id: projectId } = await needProject(deps, request.params.projectId)
      const name = readName(request.params.name)
      if (!name) throw invalid('name', `must be one of ${SECRET_NAMES.join(', ')}`)
      const { value } = request.body
      return presentSecret(await setSecret(useCase, { projectId, name, value, actor: request.person!.email }))
    },
  )

  app.delete(
    '/v1/projects/:projectId/secrets/:name',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'Delete a secret',
        operationId: 'deleteSecretProject',
        description: "After that, the server's own token or key is used.",
        params: SecretParams,
        response: responses({ 204: NoContent }, [401, 403, 404]),
      },
    },
    async (request, reply) => {
      const { id } = await needProject(deps, request.params.projectId)
      const name = readName(request.params.name)
      if (!name) throw noSuchSecret(id, request.params.name)
      await deleteSecret(useCase, id, name, request.person!.email)
      return reply.code(204).send()
    },
  )
}

function readName(text: string): SecretName | undefined {
  return SECRET_NAMES.find((name) => name === text)
}

function presentSecret({ name, lastFour, setAt, setBy }: Secret): SecretBody {
  return { name, lastFour, setAt: new Date(setAt).toISOString(), setBy }
}
