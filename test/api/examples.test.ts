import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Example } from '../../src/api/pages/reference/examples.ts'
import type { OpenApi } from '../../src/api/schemas/openapi.ts'
import { type Visitor, newVisitor } from '../support/people.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type Answer, type RequestOptions, type TestService, startTestService } from '../support/test-service.ts'

const FILE = new URL('../../src/api/pages/reference/examples.json', import.meta.url)

let docs: TestService
let repository: TestRepository
let admin: Visitor
let api: OpenApi
const taken: Record<string, Example> = {}

beforeAll(async () => {
  repository = createRepository({
    'docs.json': '{"name": "Acme", "navigation": ["index", "guides/install"]}\n',
    'index.mdx': '---\ntitle: Acme\n---\n\nA workspace holds your pages.\n',
    'guides/install.mdx': '---\ntitle: Install\n---\n\nInstall Acme.\n',
  })
  docs = await startTestService({ role: 'all', repository: repository.url })
  admin = await newVisitor(docs, 'admin')
  api = (await docs.request('/openapi.json')).body as OpenApi
})
afterAll(async () => {
  await docs.stop()
  repository.remove()
})

/** Sends a request and keeps it with its answer as the example of its operation. */
async function take(method: string, path: string, json?: unknown, options: RequestOptions = {}): Promise<Answer> {
  const isForKeys = /^\/v2\/agent\/|^\/v1\/analytics\/(?!.*\/notes)/.test(path)
  const send = isForKeys ? docs.request : admin.request
  const answer = await send(path, { method, ...(json === undefined ? {} : { json }), ...options })
  const [address = '', query] = path.split('?')
  const { operationId } = findOperation(method, address)
  expect([operationId, answer.status < 400]).toEqual([operationId, true])
  taken[operationId] = {
    query: query === undefined ? '' : `?${query}`,
    type: json === undefined ? null : 'application/json',
    ...(json === undefined ? {} : { body: json }),
    status: answer.status,
    ...(answer.text === '' ? {} : { answer: answer.body ?? answer.text }),
  }
  return answer
}

function findOperation(method: string, address: string) {
  const fits = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address)
  // `/v1/projects/test` is no project.
  const path = Object.keys(api.paths).find((one) => one === address) ?? Object.keys(api.paths).find(fits)!
  return api.paths[path]![method.toLowerCase()]!
}

/** Ids, secrets, times and addresses are different in each run; in the example they look like themselves. */
function settle(examples: Record<string, Example>): Record<string, Example> {
  const known = new Map<string, string>()
  const nameOf = (text: string, make: (index: number) => string) => {
    if (!known.has(text)) known.set(text, make(known.size + 1))
    return known.get(text)!
  }
  const text = JSON.stringify(examples)
    .replaceAll(docs.url, 'http://127.0.0.1:8080')
    .replaceAll(repository.url, 'file:///srv/git/docs')
    .replaceAll(/\b([a-z]{2,5})_[0-9A-Z]{26}\b/g, (id: string, kind: string) =>
      nameOf(id, (index) => `${kind}_01JAX${String(index).padStart(21, '0')}`),
    )
    .replaceAll(/\b(dws?)_[0-9A-Za-z]{39}\b/g, (_: string, kind: string) => `${kind}_${'x'.repeat(39)}`)
    .replaceAll(/\/(pull-requests\/|\w+#)[\w-]{20,}/g, (_: string, place: string) => `/${place}${'x'.repeat(32)}`)
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-01-15T09:30:00.000Z')
    .replaceAll(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g, '"2026-01-15T09:00:00Z"')
    .replaceAll(/\b[0-9a-f]{40}\b/g, (id: string) => nameOf(id, (index) => String(index % 10).repeat(40)))
    .replaceAll(/\bindex [0-9a-f]{7,}\.\.[0-9a-f]{7,}/g, 'index 1111111..2222222')
    .replaceAll(/(?:admin|viewer)-[0-9a-f]{8}@example\.com/g, 'ada@example.com')
    .replaceAll(/("lastFour":")\w{4}"/g, '$1xxxx"')
  return Object.fromEntries(Object.entries(JSON.parse(text) as Record<string, Example>).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

it('has examples in the API reference that the service gives today (UPDATE_EXAMPLES=1 writes them)', async () => {
  const jobs = `/v2/agent/${docs.projectId}`
  const job = (await take('POST', `${jobs}/job`, { prompt: 'Replace "workspace" with "project"' })).body.id as string
  await docs.request(`${jobs}/job/${job}?wait=60`)
  await take('GET', `${jobs}/job/${job}?include=summary`)
  await take('GET', `${jobs}/jobs`)
  await take('GET', `${jobs}/job/${job}/messages`)
  await take('GET', `${jobs}/job/${job}/diff`)
  await take('GET', `${jobs}/job/${job}/events?limit=2`)
  await take('POST', `${jobs}/job/${job}/message`, { prompt: 'Replace "pages" with "documents"' })
  await docs.request(`${jobs}/job/${job}?wait=60`)
  const { prLink } = (await docs.request(`${jobs}/job/${job}`)).body as { prLink: string }
  await take('POST', `/v1/pull-requests/${prLink.split('/').at(-1)}/merge`, {})
  await take('POST', `${jobs}/job/${job}/archive`)
  await take('POST', `${jobs}/job/${job}/unarchive`)

  const views = `/v1/analytics/${docs.projectId}`
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const claude = 'Claude-User (claude-code/2.1.90; +https://support.anthropic.com/)'
  await take('POST', `${views}/events`, [
    { path: '/guides/install', userAgent: firefox, referrer: 'https://chatgpt.com/' },
    { path: '/guides/install.md', userAgent: claude },
  ])
  await docs.request(`${views}/events`, {
    json: [
      { path: '/guides/setup', userAgent: claude, status: 404 },
      { path: '/logo.png', userAgent: firefox },
    ],
  })
  const range = `dateFrom=${day(0)}&dateTo=${day(1)}`
  for (const table of ['views', 'agents', 'referrers', 'misses', 'exclusions', 'unread', 'visitors'])
    await take('GET', `${views}/${table}?${range}`)

  await take('GET', `${views}/timeseries?${range}&interval=day`)

  for (const table of ['breakdown?by=browser', 'ai-agents?limit=5', 'operators?limit=5'])
    await take('GET', `${views}/${table}&${range}`)
  const note = (await take('POST', `${views}/notes`, { day: day(0), text: 'Version 2' })).body.id as string
  await take('GET', `${views}/notes`)
  await take('DELETE', `${views}/notes/${note}`)

  const projects = `/v1/projects/${docs.projectId}`
  await take('GET', '/v1/projects')
  await take('GET', projects)
  await take('PATCH', projects, { name: 'Acme docs' })
  await take('POST', '/v1/projects/test', { repository: repository.url })
  await take('GET', `${projects}/checklist`)
  const key = (await take('POST', `${projects}/keys`, { name: 'CI', scopes: ['read', 'write'] })).body.id as string
  await take('GET', `${projects}/keys`)
  await take('POST', `${projects}/keys/${key}/rotate`, { overlapHours: 24 })
  await take('DELETE', `${projects}/keys/${key}`)
  await take('PUT', `${projects}/secrets/anthropic`, { value: 'sk-ant-an-example-of-a-key' })
  await take('GET', `${projects}/secrets`)
  await take('DELETE', `${projects}/secrets/anthropic`)
  await take('GET', `${projects}/audit?limit=2`)
  const share = (await take('POST', `${projects}/shares`, { name: 'For the board' })).body.id as string
  await take('GET', `${projects}/shares`)
  await take('DELETE', `${projects}/shares/${share}`)
  await take('POST', '/v1/projects', { name: 'Handbook', repository: repository.url })
  await take('GET', '/v1/users')
  const { id: viewer } = await newVisitor(docs, 'viewer')
  await take('PATCH', `/v1/users/${viewer}`, { role: 'editor' })
  await take('DELETE', `/v1/users/${viewer}`)
  await take('GET', '/v1/notices')
  const invite = (await take('POST', '/v1/invites', { email: 'grace@example.com', role: 'editor' })).body.id as string
  await take('GET', '/v1/invites')
  await take('DELETE', `/v1/invites/${invite}`)
  await take('GET', '/v1/session')
  await take('GET', '/health')
  await take('GET', '/ready')

  const found = `${JSON.stringify(settle(taken), null, 2)}\n`.replaceAll(day(0), '2026-01-15').replaceAll(day(1), '2026-01-16')
  if (process.env['UPDATE_EXAMPLES']) writeFileSync(FILE, found)
  expect(JSON.parse(found)).toEqual(JSON.parse(readFileSync(FILE, 'utf8')))
})
