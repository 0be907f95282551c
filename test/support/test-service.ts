import { mkdtempSync, rmSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import type { Engine } from '../../src/database/database.ts'
import { createKey } from '../../src/keys/create-key.ts'
import type { Scope } from '../../src/keys/key.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { createProject } from '../../src/projects/create-project.ts'
import type { AgentName } from '../../src/projects/project.ts'
import { type Service, startService } from '../../src/service.ts'
import { type TestEngine, createEngine } from './engines.ts'

// As the command does it: else each thread that a service starts would strip the types of all its files anew.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/docwright'))

export interface Answer {
  status: number
  headers: Headers
  text: string
  body: any
}

export interface RequestOptions {
  method?: string
  key?: string | null
  json?: unknown
  body?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

/** A real service on a port of its own, with an empty database, and a project with a key to start from. */
export interface TestService {
  service: Service
  url: string
  projectId: string
  key: string
  /** Every log line so far. */
  log(): string
  request(path: string, options?: RequestOptions): Promise<Answer>
  newProject(repository?: string): Promise<{ projectId: string; key: string }>
  newKey(projectId: string, scopes?: Scope[], expiresInMs?: number | null): Promise<{ id: string; key: string }>
  stop(): Promise<void>
}

export interface TestServiceOptions {
  engine?: Engine
  /** `api` leaves jobs where they are: nothing works on them. */
  role?: 'all' | 'api'
  clock?: Clock
  repository?: string
  /** Who works on the projects. */
  agent?: AgentName
  env?: Record<string, string>
}

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-test-'))
  const engine: TestEngine = await createEngine(options.engine ?? 'sqlite')
  const lines: string[] = []
  const config = readConfig({
    PATH: process.env['PATH'],
    PORT: '0',
    DOCWRIGHT_DATA: join(folder, 'data'),
    DOCWRIGHT_ROLE: options.role ?? 'api',
    DOCWRIGHT_LOG: 'debug',
    // Nothing in a test may go to the internet.
    DOCWRIGHT_SIGNATURE_DIRECTORIES: 'off',
    DOCWRIGHT_LOCAL_MODELS: 'ignore',
    ...(engine.databaseUrl ? { DOCWRIGHT_DATABASE_URL: engine.databaseUrl } : {}),
    ...options.env,
  })
  const service = await startService(config, {
    logTo: { write: (line) => void lines.push(line) },
    ...(options.clock ? { clock: options.clock } : {}),
  })
  const deps = { database: service.context.databases.main, ids: service.context.ids }

  const newKey: TestService['newKey'] = async (projectId, scopes = ['read', 'write'], expiresInMs = null) => {
    const { key, secret } = await createKey(deps, { projectId, kind: 'admin', name: 'Test', scopes, expiresInMs, actor: 'test' })
    return { id: key.id, key: secret }
  }
  const newProject: TestService['newProject'] = async (repository = options.repository ?? 'file:///nowhere.git') => {
    const project = await createProject(
      deps,
      { name: 'Test', repository, ref: 'main', codeHost: 'builtin', agent: options.agent ?? 'offline' },
      'test',
    )
    return { projectId: project.id, key: (await newKey(project.id)).key }
  }
  const { projectId, key } = await newProject()

  return {
    service,
    url: service.url,
    projectId,
    key,
    log: () => lines.join(''),
    newProject,
    newKey,
    request: async (path, { method, key: other, json, body, headers } = {}) => {
      const secret = other === undefined ? key : other
      const content = json === undefined ? body : JSON.stringify(json)
      const answer = await fetch(service.url + path, {
        redirect: 'manual',
        method: method ?? (content === undefined ? 'GET' : 'POST'),
        headers: {
          ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(content === undefined ? {} : { body: content }),
      })
      const text = await answer.text()
      return {
        status: answer.status,
        headers: answer.headers,
        text,
        body: /json/.test(answer.headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : undefined,
      }
    },
    stop: async () => {
      await service.stop()
      await engine.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
