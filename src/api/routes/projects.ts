import type { Static } from 'typebox'
import { applySettings } from '../../analytics/apply-settings.ts'
import { findRepository } from '../../codehosts/find-repository.ts'
import { listAudit } from '../../database/audit-store.ts'
import { listJobs } from '../../jobs/store.ts'
import { Fault } from '../../lib/fault.ts'
import { isId } from '../../lib/ids.ts'
import { Problem, invalid, notFound } from '../../lib/problem.ts'
import { createProject } from '../../projects/create-project.ts'
import type { Project } from '../../projects/project.ts'
import { findProject, listProjects } from '../../projects/store.ts'
import { type ProjectChange, updateProject } from '../../projects/update-project.ts'
import { readSecret, setSecretWithin } from '../../secrets/set-secret.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { useJsonBodies } from '../plugins/json-bodies.ts'
import {
  AuditList,
  AuditQuery,
  ChangedProject,
  Checklist,
  ConnectionBody,
  ConnectionResult,
  NewProjectBody,
  type ProjectBody,
  ProjectChanges,
  ProjectList,
  ProjectView,
} from '../schemas/projects.ts'
import { responses } from '../schemas/responses.ts'
import { ProjectParams } from '../schemas/parts.ts'
import { useSessions } from '../plugins/sessions.ts'

const TAG = 'Projects and keys'

export function projectRoutes(app: App, deps: ApiDeps): void {
  useSessions(app, deps)
  useJsonBodies(app)
  const useCase = { database: deps.databases.main, ids: deps.ids }

  app.get(
    '/v1/projects',
    {
      config: { role: 'viewer' },
      schema: {
        tags: [TAG],
        summary: 'List projects',
        description: 'All projects, in the order in which they were added.',
        response: responses({ 200: ProjectList }, [401, 403]),
      },
    },
    async () => ({ projects: (await listProjects(useCase.database)).map(presentProject) }),
  )

  app.post(
    '/v1/projects',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'Create a project',
        operationId: 'addProject',
        description: 'Tests the connection to the repository first.',
        body: NewProjectBody,
        sends: { 201: ['Location'] },
        response: responses({ 201: ProjectView }, [400, 401, 403, 413, 415]),
      },
    },
    async (request, reply) => {
      const { name, agent = 'auto', token, ...named } = request.body
      const value = token === undefined ? null : readSecret(token, 'token')
      const found = await asProblem(findRepository(deps, { ...named, token: value }))
      const actor = request.person!.email
      const project = await createProject(useCase, { name: readName(name), ...found, agent }, actor, async (tx, { id }) => {
        if (value === null) return
        const { ids, cipher } = deps
        await setSecretWithin(tx, { ids, cipher }, { projectId: id, name: 'code-host-token', value, actor })
      })
      return reply.code(201).header('location', `/v1/projects/${project.id}`).send(presentProject(project))
    },
  )

  app.post(
    '/v1/projects/test',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'Test a connection',
        operationId: 'testConnectionRepository',
        description: 'Says whether Docwright can work on the repository, and if not, why.',
        body: ConnectionBody,
        response: responses({ 200: ConnectionResult }, [400, 401, 403, 413, 415]),
      },
    },
    async (request) => {
      try {
        const { token } = request.body
        const named = { ...request.body, token: token === undefined ? null : readSecret(token, 'token') }
        return { ok: true as const, ...(await findRepository(deps, named)) }
      } catch (error) {
        if (!(error instanceof Problem || error instanceof Fault)) throw error
        const hint = error instanceof Fault ? error.hint : null
        return { ok: false as const, code: error.code, message: error.message, hint }
      }
    },
  )

  app.get(
    '/v1/projects/:projectId',
    {
      config: { role: 'viewer' },
      schema: {
        tags: [TAG],
        summary: 'Get a project',
        description: 'One project.',
        params: ProjectParams,
        response: responses({ 200: ProjectView }, [401, 403, 404]),
      },
    },
    async (request) => presentProject(await needProject(deps, request.params.projectId)),
  )

  app.patch(
    '/v1/projects/:projectId',
    {
      config: { role: 'admin' },
      schema: {
        tags: [TAG],
        summary: 'Update a project',
        operationId: 'changeProject',
        description:
          'Changes only the fields you send. Jobs that exist keep their settings. If a setting for views changes, recent views are judged again, and `notes` says which earlier views keep their counts.',
        params: ProjectParams,
        body: ProjectChanges,
        response: responses({ 200: ChangedProject }, [400, 401, 403, 404, 413, 415]),
      },
    },
    async (request) => {
      const project = await needProject(deps, request.params.projectId)
      const change = readChange(request.body)
      if (Object.keys(change).length === 0) return { ...presentProject(project), notes: [] }
      if (change.ref !== undefined && change.ref !== project.ref) {
        const { repository, codeHost } = project
        const check = async () => {
          const token = codeHost === 'builtin' ? null : await deps.secrets.find(project.id, 'code-host-token')
          return findRepository(deps, { repository, ref: change.ref, codeHost, token })
        }
        await asProblem(check())
      }
      const changed = await updateProject(useCase, project.id, change, request.person!.email)
      deps.rulesFor.forget(project.id)
      return { ...presentProject(changed), notes: await applySettings(deps, project.id, project.settings, changed.settings) }
    },
  )

  app.get(
    '/v1/projects/:projectId/checklist',
    {
      config: { role: 'viewer' },
      schema: {
        tags: [TAG],
        summary: 'Get the set-up checklist',
        operationId: 'getSetupChecklistProject',
        description: 'Asks the code host, so it can take a moment.',
        params: ProjectParams,
        response: responses({ 200: Checklist }, [401, 403, 404]),
      },
    },
    async (request) => {
      const { id, repository, ref } = await needProject(deps, request.params.projectId)
      const check = async () => (await deps.codeHostFor({ projectId: id })).check(repository, ref)
      const [fault, jobs, watermark] = await Promise.all([
        // A token that cannot be decrypted is one that does not work.
        check().catch((error: unknown) => {
          if (error instanceof Fault) return error
          throw error
        }),
        listJobs(useCase.database, { projectId: id, status: null, beforeId: null, limit: 1 }),
        deps.viewStore.watermark(id),
      ])
      return { repository: fault === null, job: jobs.length > 0, view: watermark > 0 }
    },
  )

  app.get(
    '/v1/projects/:projectId/audit',
    {
      config: { role: 'viewer' },
      schema: {
        tags: [TAG],
        summary: 'Get the audit log',
        operationId: 'listAuditEntriesProject',
        description: 'The audit log: who did what to keys, settings and pull requests, newest first.',
        params: ProjectParams,
        querystring: AuditQuery,
        response: responses({ 200: AuditList }, [400, 401, 403, 404]),
      },
    },
    async (request) => {
      const { id } = await needProject(deps, request.params.projectId)
      const entries = await listAudit(useCase.database, id, request.query.limit)
      return {
        entries: entries.map(({ at, action, actor, object }) => ({
          at: new Date(at).toISOString(),
          action,
          actor,
          detail: object,
        })),
      }
    },
  )
}

export async function needProject({ databases }: Pick<ApiDeps, 'databases'>, id: string): Promise<Project> {
  const project = isId('prj', id) ? await findProject(databases.main, id) : null
  if (!project) throw notFound()
  return project
}

function readChange(body: Static<typeof ProjectChanges>): ProjectChange {
  const change = keepKnown(ProjectChanges, body)
  return change.name === undefined ? change : { ...change, name: readName(change.name) }
}

/** Only what the schema knows: other fields are ignored, not stored. */
function keepKnown<Value>({ properties = {} }: { properties?: object }, value: Value): Value {
  const given = Object.entries(properties).filter(([name]) => Object.hasOwn(value as object, name))
  return Object.fromEntries(
    given.map(([name, schema]) => {
      const inner = value[name as keyof Value]
      return [name, 'properties' in schema ? keepKnown(schema, inner) : inner]
    }),
  ) as Value
}

function readName(text: string): string {
  const name = text.trim()
  if (name === '') throw invalid('name', 'must not be empty')
  return name
}

/** What keeps Docwright from working on a repository is the mistake of who named it. */
async function asProblem<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Fault) throw new Problem(400, error.code, error.sentences)
    throw error
  }
}

function presentProject(project: Project): ProjectBody {
  const { id, name, repository, ref, codeHost, agent, settings, createdAt } = project
  return {
    projectId: id,
    name,
    repository,
    ref,
    codeHost,
    agent,
    settings,
    createdAt: new Date(createdAt).toISOString(),
  }
}
