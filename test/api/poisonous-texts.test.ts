import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../src/keys/create-key.ts'
import { createPool } from '../../src/lib/pool.ts'
import { ENGINES } from '../support/engines.ts'
import { PASSWORD, type Visitor, newVisitor } from '../support/people.ts'
import { HEADER_POISONS, POISONS } from '../support/poisons.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type Schema, poisonBodies } from '../support/poisoned-bodies.ts'
import { type Answer, type RequestOptions, type TestService, startTestService } from '../support/test-service.ts'

interface Operation {
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  security: Record<string, unknown>[]
}

const description = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const OPERATIONS = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, method, path, operation })),
)
const WRITES = OPERATIONS.filter(({ operation }) => operation.requestBody !== undefined)
const READS = OPERATIONS.filter(({ method }) => method === 'get')

const resolve = (reference: string): Schema => description.components.schemas[reference.split('/').at(-1)!]!

/** What a field has to hold for the others to be looked at. */
const GIVEN: Record<string, Record<string, unknown>> = {
  'POST /v1/analytics/{projectId}/events': { path: '/poisoned', userAgent: 'Claude-User/1.0', time: '2026-01-05T10:00:00Z' },
  'POST /v1/projects': { repository: 'file:///nowhere.git' },
  'POST /v1/invites': { email: 'someone@example.com' },
  'POST /v1/setup': { email: 'someone@example.com', password: PASSWORD },
  'POST /v1/invites/{token}/accept': { password: PASSWORD },
  'POST /v1/password': { new: PASSWORD },
}

/** Pages whose names and words are members of every object. */
const PAGES = {
  'constructor.md': '# constructor\n\n[a](__proto__.md#toString) [b][valueOf] &constructor;\n\n[valueOf]: hasOwnProperty.md\n',
  '__proto__.md': '---\ntitle: __proto__\nconstructor: x\n---\n# toString\n',
  'toString/hasOwnProperty.md': '# valueOf\n',
  'docs.json': '{"__proto__":{},"navigation":["constructor","__proto__"],"redirects":{"constructor":"toString"}}',
}

/** The most that an answer has. */
const PAGE_ROWS = 250

const RANGE = 'dateFrom=2026-01-01&dateTo=2026-02-01'

/** One record of each vendor; every text in them is replaced in turn. */
const DRAINED: Record<string, unknown> = {
  vercel: {
    requestId: 'a',
    environment: 'production',
    proxy: {
      timestamp: '2026-01-05T10:00:00Z',
      method: 'GET',
      host: 'a.example',
      path: '/poisoned',
      userAgent: ['x'],
      referer: 'https://b.example/',
      clientIp: '203.0.113.9',
      scheme: 'https',
    },
  },
  netlify: {
    log_type: 'traffic',
    url: 'https://a.example/poisoned',
    method: 'GET',
    timestamp: '2026-01-05T10:00:00Z',
    request_id: 'a',
    status_code: '200',
    referrer: 'https://b.example/',
    user_agent: 'x',
    client_ip: '203.0.113.9',
  },
  cloudflare: {
    ClientRequestURI: '/poisoned',
    ClientRequestMethod: 'GET',
    ClientRequestHost: 'a.example',
    ClientRequestScheme: 'https',
    EdgeStartTimestamp: '2026-01-05T10:00:00Z',
    EdgeResponseStatus: '200',
    RayID: 'a',
    ClientRequestReferer: 'https://b.example/',
    ClientRequestUserAgent: 'x',
    ClientIP: '203.0.113.9',
    RequestHeaders: { accept: 'text/html' },
  },
}

describe.each(ENGINES)('a poisonous text, on %s', (engine) => {
  let docs: TestService
  let admin: Visitor
  let siteKey: string
  let repository: TestRepository

  beforeAll(async () => {
    repository = createRepository(PAGES)
    docs = await startTestService({
      engine,
      repository: repository.url,
      env: { DOCWRIGHT_ANALYTICS_READS_PER_MINUTE: '1000000' },
    })
    admin = await newVisitor(docs, 'admin')
    const deps = { database: docs.service.context.databases.main, ids: docs.service.context.ids }
    const { secret } = await createKey(deps, {
      projectId: docs.projectId,
      kind: 'site',
      name: 'Site',
      scopes: [],
      actor: 'test',
      expiresInMs: null,
    })
    siteKey = secret
    await docs.request(`/v1/analytics/${docs.projectId}/events`, { json: CLEAN })
  })
  afterAll(async () => {
    await docs.stop()
    repository.remove()
  })

  /** Sends as whoever the operation is for. */
  const send = (operation: Operation, path: string, options: RequestOptions): Promise<Answer> =>
    operation.security.some((scheme) => 'adminKey' in scheme) ? docs.request(path, options) : admin.request(path, options)

  const fill = (path: string, values: Record<string, string>): string =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? 'none'))

  /** What the paths of operations name. A project of its own for each field of a job: a project has a hundred jobs in an hour. */
  const newPlace = async (): Promise<{ values: Record<string, string>; key: string }> => {
    const { projectId, key } = await docs.newProject()
    const job = await docs.request(`/v2/agent/${projectId}/job`, { key, json: { prompt: 'x' } })
    const { id: keyId } = await docs.newKey(projectId)
    return {
      values: { projectId, id: job.body.id, keyId, siteKey, vendor: 'vercel', token: 'none', name: 'code-host-token' },
      key,
    }
  }

  it.each(WRITES.map((write) => [write.name, write] as const))(
    'is stored or refused in any field of %s',
    async (name, { method, path, operation }) => {
      const schema = operation.requestBody!.content['application/json']!.schema
      const isOfAnalytics = path.startsWith('/v1/analytics') || path.startsWith('/v1/collect')
      const places = new Map<string, ReturnType<typeof newPlace>>()
      await forEach([...poisonBodies(schema, resolve, GIVEN[name] ?? {}, POISONS)], async ({ field, body }) => {
        if (!places.has(field)) places.set(field, newPlace())
        const place = await places.get(field)!
        const values = isOfAnalytics ? { ...place.values, projectId: docs.projectId } : place.values
        const answer = await send(operation, fill(path, values), {
          method: method.toUpperCase(),
          json: body,
          ...(isOfAnalytics ? {} : operation.security.some((scheme) => 'adminKey' in scheme) ? { key: place.key } : {}),
        })
        expectOurs(answer, `${field}: ${JSON.stringify(body).slice(0, 200)}`)
      })
    },
    120_000,
  )

  it.each(Object.keys(DRAINED))(
    'is stored or refused in any field of a delivery of %s',
    async (vendor) => {
      const records = [...poisonTexts(DRAINED[vendor])]
      await forEach([...records, ...POISONS], async (record) => {
        const body = typeof record === 'string' ? record : JSON.stringify(record)
        expectOurs(await docs.request(`/v1/analytics/${docs.projectId}/drains/${vendor}`, { method: 'POST', body }), body)
      })
    },
    120_000,
  )

  it('is stored or refused in the headers of a view, and in those that make a request unique', async () => {
    for (const poison of HEADER_POISONS) {
      const headers = {
        'user-agent': poison,
        referer: poison,
        origin: poison,
        'signature-agent': poison,
        'signature-input': poison,
        signature: poison,
        'content-type': 'text/plain',
      }
      const beacon = await docs.request(`/v1/collect/${siteKey}`, {
        key: null,
        body: '{"url":"https://a.example/poisoned"}',
        headers,
      })
      expectOurs(beacon, poison)
      const more = { 'idempotency-key': poison, 'x-forwarded-for': poison, 'x-request-id': poison, 'accept-language': poison }
      expectOurs(await docs.request(`/v2/agent/${docs.projectId}/job`, { json: { prompt: 'x' }, headers: more }), poison)
    }
  }, 120_000)

  it.each(READS.map((read) => [read.name, read] as const))(
    'is no parameter and no name that breaks %s',
    async (_, { path, operation }) => {
      const { values } = await newPlace()
      for (const { name, in: where } of operation.parameters ?? [])
        await forEach(POISONS, async (poison) => {
          if (where === 'header' || (name === 'follow' && poison === 'true')) return
          const text = poison.toWellFormed()
          const address =
            where === 'path'
              ? fill(path, { ...values, [name]: text })
              : `${fill(path, values)}?${new URLSearchParams([[name, text]])}`
          const answer = await send(operation, address, {})
          expectOurs(answer, address.slice(0, 200))
        })
    },
    120_000,
  )

  it.each(READS.map((read) => [read.name, read] as const))(
    'that was stored does not break %s',
    async (_, { path, operation }) => {
      const projects = (await admin.request('/v1/projects')).body.projects as { projectId: string }[]
      // Those with the most in them: the one with all the views, and the last ones.
      for (const projectId of [docs.projectId, ...projects.slice(-5).map((project) => project.projectId)]) {
        const { key } = await docs.newKey(projectId)
        const jobs = (await docs.request(`/v2/agent/${projectId}/jobs?limit=100`, { key })).body.jobs as { id: string }[]
        const ids = path.includes('{id}') ? [...jobs.slice(0, 20).map(({ id }) => id), 'none'] : ['none']
        for (const id of ids) {
          const values = { projectId, id, token: 'none', siteKey, name: 'code-host-token', keyId: 'none' }
          const options = isOfKey(operation) ? { key } : {}
          const read = (query: string, accept: string) =>
            send(operation, `${fill(path, values)}${query}`, { ...options, headers: { accept } })
          const query = path.startsWith('/v1/analytics') ? `?${RANGE}` : ''
          expectOurs(await read(query, 'text/csv'), path)
          const isPaged = operation.parameters?.some(({ name }) => name === 'offset') ?? false
          for (let offset = 0; ; offset += PAGE_ROWS) {
            const answer = await read(isPaged ? `${query}&limit=${PAGE_ROWS}&offset=${offset}` : query, 'application/json')
            expectOurs(answer, `${path} from row ${offset}`)
            if (answer.body?.hasMore !== true) break
          }
        }
      }
    },
    120_000,
  )

  it('leaves the numbers of all other pages, hosts and agents as they are', async () => {
    const get = async (table: string, path: string) =>
      (await docs.request(`/v1/analytics/${docs.projectId}/${table}?${RANGE}&path=${path}`)).body
    expect((await get('views', '/clean')).views).toMatchObject([{ path: '/clean', human: 2, ai: 1 }])
    expect((await get('referrers', '/clean')).referrers).toMatchObject([{ host: 'clean.example', human: 2 }])
    expect((await get('misses', '/clean-miss')).misses).toMatchObject([{ path: '/clean-miss', human: 1 }])
    expect((await get('agents', '/clean')).agents).toMatchObject([{ agent: 'Claude-User', views: 1 }])
  })

  it('is no bug that anyone wrote to the log', () => {
    expect(
      docs
        .log()
        .split('\n')
        .filter((line) => line.includes('"level":50')),
    ).toEqual([])
  })
})

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0'
const CLEAN = [
  { path: '/clean', userAgent: BROWSER, referrer: 'https://clean.example/', ip: '192.0.2.1', time: '2026-01-05T10:00:00Z' },
  { path: '/clean', userAgent: BROWSER, referrer: 'https://clean.example/', ip: '192.0.2.2', time: '2026-01-05T10:00:00Z' },
  { path: '/clean', userAgent: 'Claude-User/1.0', time: '2026-01-05T10:00:00Z' },
  { path: '/clean-miss', userAgent: BROWSER, status: 404, time: '2026-01-05T10:00:00Z' },
]

function isOfKey(operation: Operation): boolean {
  return operation.security.some((scheme) => 'adminKey' in scheme)
}

/** Several at once: each waits for the next commit of the service. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const pool = createPool(8)
  for (const item of items) await pool.add(() => work(item))
  await pool.end()
}

/** Done, or refused in the one form for errors: never our mistake. */
function expectOurs(answer: Answer, what: string): void {
  // The answer that is promised for a repository which nobody can read, as some of the poisons are.
  if (answer.status === 503 && answer.body?.error === 'repository_unavailable') return
  expect(answer.status, what).toBeLessThan(500)
  if (answer.status >= 400) expect(answer.headers.get('content-type') ?? 'application/problem+json', what).toMatch(/json/)
}

/** The same value with one of its texts replaced, for each text and each poison; and with a poison as a further member. */
function* poisonTexts(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield* POISONS
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) for (const other of poisonTexts(item)) yield value.with(index, other)
  else if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
    for (const [name, part] of members)
      for (const other of poisonTexts(part))
        yield Object.fromEntries(members.map(([key, old]) => [key, key === name ? other : old]))
    for (const poison of POISONS) yield Object.fromEntries([...members, [poison, poison]])
  }
}
