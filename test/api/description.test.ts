import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RouteTable, type TestRoute, readRouteTable } from '../support/routes.ts'
import { type Answer, type RequestOptions, type TestService, startTestService } from '../support/test-service.ts'

/** Headers that say something about how to use the route. The rest is for browsers and proxies. */
const TOLD = [
  'etag',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  'allow',
  'accept-encoding',
  'location',
  'idempotency-replayed',
  'x-request-id',
]

interface Described {
  $ref?: string
  headers?: Record<string, unknown>
  content?: Record<string, unknown>
}

let docs: TestService
let table: RouteTable
let paths: Record<string, Record<string, { requestBody?: unknown; responses: Record<string, Described> }>>
let shared: Record<string, Described>
let routes: TestRoute[]

beforeAll(async () => {
  docs = await startTestService()
  table = await readRouteTable(docs)
  const { body } = await docs.request('/openapi.json')
  paths = body.paths
  shared = body.components.responses
  routes = table.routes.filter(({ method, options }) => method !== 'HEAD' && (options.schema as { summary?: string })?.summary)
  expect(routes.length).toBeGreaterThan(40)
})
afterAll(() => docs.stop())

const describedAs = ({ method, url }: TestRoute) => paths[url.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!

function ask(route: TestRoute, options: RequestOptions = {}, path = table.address(route).path): Promise<Answer> {
  return docs.request(path, {
    method: route.method,
    key: null,
    ...options,
    headers: { ...table.address(route).headers, ...options.headers },
  })
}

/** What an answer has that the description of its route does not. */
function undescribed(route: TestRoute, { status, headers }: Answer): string[] {
  const name = `${route.method} ${route.url} ${status}`
  const answer = describedAs(route).responses[status]
  if (!answer) return [name]
  const described = answer.$ref ? shared[answer.$ref.split('/').at(-1)!]! : answer
  const names = new Set(Object.keys(described.headers ?? {}).map((header) => header.toLowerCase()))
  const type = headers.get('content-type')?.split(';')[0]
  return [
    ...TOLD.filter((header) => headers.has(header) && !names.has(header)).map((header) => `${name}: ${header}`),
    ...(type && status !== 304 && !(type in (described.content ?? {})) ? [`${name}: ${type}`] : []),
  ]
}

async function undescribedOf(some: TestRoute[], act: (route: TestRoute) => Promise<Answer>, status?: number): Promise<string[]> {
  const found: string[] = []
  for (const route of some) {
    const answer = await act(route)
    if (status !== undefined) expect(answer.status, `${route.method} ${route.url}`).toBe(status)
    found.push(...undescribed(route, answer))
  }
  return found
}

const isRead = ({ method }: TestRoute) => method === 'GET'

describe('the description', () => {
  it('has the status, the type and the headers of what every route reads', async () => {
    const reads = routes.filter(isRead)
    for (const headers of [{}, { accept: 'text/csv' }, { accept: 'application/json' }] as Record<string, string>[])
      expect(await undescribedOf(reads, (route) => ask(route, { headers }))).toEqual([])
    expect(await undescribedOf(reads, (route) => docs.request(table.address(route).path, { key: null }))).toEqual([])
  })

  it('has the 304 of every route with an ETag', async () => {
    const found: string[] = []
    let count = 0
    for (const route of routes.filter(isRead)) {
      const tag = (await ask(route)).headers.get('etag')
      if (tag === null) continue
      count++
      const again = await ask(route, { headers: { 'if-none-match': tag } })
      expect(again.status).toBe(304)
      found.push(...undescribed(route, again))
    }
    expect(found).toEqual([])
    expect(count).toBeGreaterThan(3)
  })

  it('has what every route refuses before it looks at the request', async () => {
    const writes = routes.filter((route) => !isRead(route))
    const json = { 'content-type': 'application/json' }
    const large = 'x'.repeat(17 * 1024 * 1024)
    expect(await undescribedOf(routes, (route) => ask(route, {}, `${table.address(route).path}?x=%ff`), 400)).toEqual([])
    expect(await undescribedOf(writes, (route) => ask(route, { body: '{', headers: json }))).toEqual([])
    expect(
      await undescribedOf(writes, (route) => ask(route, { body: '{', headers: { ...json, 'content-encoding': 'br' } }), 415),
    ).toEqual([])
    expect(await undescribedOf(writes, (route) => ask(route, { body: large, headers: json }), 413)).toEqual([])
    const long = (route: TestRoute) => route.url.replace(/:(\w+)/g, 'x'.repeat(501))
    const withParameters = routes.filter(({ url }) => url.includes(':'))
    expect(await undescribedOf(withParameters, (route) => ask(route, {}, long(route)), 414)).toEqual([])
    expect(await undescribedOf(routes, (route) => ask(route, { method: 'OPTIONS' }).then(toWrongMethod(route)))).toEqual([])
  })

  it('has a body for every route that reads one', () => {
    const reading = [
      '/job',
      '/message',
      '/events',
      '/drains/:vendor',
      '/collect/:siteKey',
      '/keys',
      '/rotate',
      '/projects',
      '/merge',
    ]
    for (const route of routes.filter(({ method, url }) => method === 'POST' && reading.some((end) => url.endsWith(end))))
      expect(describedAs(route).requestBody, route.url).toBeDefined()
  })

  it('has the refusals of drains: problems, and for Firehose its own form', async () => {
    const drain = routes.find(({ url }) => url.includes('/drains/'))!
    for (const vendor of ['vercel', 'netlify', 'cloudflare', 'cloudfront'])
      for (const key of [null, docs.key, `${docs.key.slice(0, -1)}x`])
        for (const headers of [{}, { 'x-amz-firehose-access-key': key ?? 'x' }] as Record<string, string>[]) {
          const path = `/v1/analytics/${docs.projectId}/drains/${vendor}`
          const answer = await docs.request(path, { method: 'POST', key, body: gzipOfNothing, headers })
          expect(undescribed(drain, answer)).toEqual([])
          expect(answer.headers.get('content-type')).toMatch(
            vendor === 'cloudfront' || answer.status === 200 ? /^application\/json/ : /^application\/problem\+json/,
          )
        }
  })
})

/** Broken: only the first bytes of gzip. */
const gzipOfNothing = new Uint8Array([0x1f, 0x8b, 8])

/** The beacon takes OPTIONS. */
function toWrongMethod(route: TestRoute): (answer: Answer) => Answer | Promise<Answer> {
  return (answer) => (answer.status === 405 ? answer : ask(route, { method: 'PATCH' }))
}
