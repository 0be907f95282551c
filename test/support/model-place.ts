import type { ProjectSettings, SettingsChange } from '../../src/projects/settings.ts'
import { updateProject } from '../../src/projects/update-project.ts'
import { setSecret } from '../../src/secrets/set-secret.ts'
import type { SecretName } from '../../src/secrets/secret.ts'
import { type TestRepository, createRepository } from './repository.ts'
import { type TestService, type TestServiceOptions, startTestService } from './test-service.ts'

/** A service whose project has an agent that uses a model, and what tests do with it. */
export interface ModelPlace {
  docs: TestService
  repository: TestRepository
  /** The path of the project's jobs. */
  base: string
  change(settings: SettingsChange): Promise<ProjectSettings>
  setSecret(name: SecretName, value: string): Promise<void>
  create(prompt: string, more?: object): Promise<any>
  follow(id: string): Promise<any>
  run(prompt: string, more?: object): Promise<any>
  /** All of the job's events, as text. */
  events(id: string): Promise<string>
  close(): Promise<void>
}

export async function openModelPlace(
  files: Record<string, string>,
  env: Record<string, string>,
  options: TestServiceOptions = {},
): Promise<ModelPlace> {
  const repository = createRepository(files)
  const docs = await startTestService({
    role: 'all',
    agent: 'model',
    repository: repository.url,
    ...options,
    env: { ...env, ...options.env },
  })
  const { databases, ids, cipher } = docs.service.context
  const deps = { database: databases.main, ids, cipher }
  const base = `/v2/agent/${docs.projectId}`
  const create = async (prompt: string, more: object = {}) =>
    (await docs.request(`${base}/job`, { json: { prompt, ...more } })).body
  const follow = async (id: string) =>
    (await docs.request(`${base}/job/${id}?wait=50&include=failure,summary,usage,diffStat,messages,outcome`)).body
  return {
    docs,
    repository,
    base,
    change: async (settings) => (await updateProject(deps, docs.projectId, { settings }, 'test')).settings,
    setSecret: async (name, value) => void (await setSecret(deps, { projectId: docs.projectId, name, value, actor: 'test' })),
    create,
    follow,
    run: async (prompt, more) => follow((await create(prompt, more)).id),
    events: async (id) => (await docs.request(`${base}/job/${id}/events?limit=250`)).text,
    close: async () => {
      await docs.stop()
      repository.remove()
    },
  }
}
