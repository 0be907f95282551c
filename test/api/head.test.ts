import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RouteTable, type TestRoute, readRouteTable } from '../support/routes.ts'
import { type Answer, type TestService, startTestService } from '../support/test-service.ts'

let docs: TestService
let table: RouteTable
let readable: TestRoute[]

beforeAll(async () => {
  docs = await startTestService({ env: { DOCWRIGHT_ANALYTICS_READS_PER_MINUTE: '100000' } })
  table = await readRouteTable(docs)
  readable = table.routes.filter(({ method }) => method === 'GET')
  await docs.request(`/v1/analytics/${docs.projectId}/events`, { json: { path: '/a' } })
})
afterAll(() => docs.stop())

/** What differs between any two answers: times and ids. `RateLimit` is compared by itself. */
const VARYING = new Set(['date', 'x-request-id', 'ratelimit', 'transfer-encoding', 'keep-alive', 'connection', 'set-cookie'])

function headersOf({ headers }: Answer): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !VARYING.has(name)))
}

const remaining = ({ headers }: Answer) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])

async function compare(route: TestRoute, query: string, more: Record<string, string>, isStranger: boolean): Promise<Answer> {
  const { path, headers } = table.address(route)
  const ask = (method: string) =>
    docs.request(path + query, { method, key: null, headers: { ...(isStranger ? {} : headers), ...more } })
  const get = await ask('GET')
  const head = await ask('HEAD')
  const name = `${route.url}${query} ${JSON.stringify(more)}`
  expect(head.status, name).toBe(get.status)
  expect(head.text, name).toBe('')
  const [wanted, seen] = [headersOf(get), headersOf(head)]
  // What is streamed has no length beforehand, a problem names its request, and metrics change with each one.
  if (wanted['content-length'] === undefined || get.status >= 400 || route.url === '/metrics') {
    delete wanted['content-length']
    delete seen['content-length']
  }
  expect(seen, name).toEqual(wanted)
  if (get.headers.has('ratelimit') && get.status !== 429) expect(remaining(head), name).toBe(remaining(get) - 1)
  return get
}

const WISHES: Record<string, string>[] = [
  {},
  { accept: 'text/csv' },
  { accept: 'application/json' },
  { 'accept-encoding': 'gzip' },
]

describe('HEAD', () => {
  it('has the status and the headers of GET on every route, for whoever may and may not, and is counted', async () => {
    expect(readable.length).toBeGreaterThan(40)
    for (const route of readable)
      for (const isStranger of [false, true]) for (const more of WISHES) await compare(route, '', more, isStranger)
  })

  it('is refused like GET', async () => {
    const writer = await docs.newKey(docs.projectId, ['write'])
    const other = await docs.newProject()
    for (const route of readable)
      for (const key of [writer.key, other.key, 'dw_junk']) await compare(route, '', { authorization: `Bearer ${key}` }, true)
    for (const route of readable) await compare(route, '?limit=x&dateFrom=x&wait=x', {}, false)
  })

  it('has the ETag of GET, and is 304 for whoever has that already', async () => {
    const tagged = []
    for (const route of readable) {
      const tag = (await compare(route, '', {}, false)).headers.get('etag')
      if (tag === null) continue
      tagged.push(route.url)
      const again = await compare(route, '', { 'if-none-match': tag }, false)
      expect(again.status).toBe(304)
      expect(again.headers.get('etag')).toBe(tag)
    }
    expect(tagged).toEqual(
      expect.arrayContaining([
        '/docwright.js',
        '/v2/agent/:projectId/job/:id',
        '/v2/agent/:projectId/jobs',
        '/v2/agent/:projectId/job/:id/messages',
        '/v2/agent/:projectId/job/:id/events',
      ]),
    )
  })

  it('uses up the limit of reads together with GET', async () => {
    const limited = await startTestService({ env: { DOCWRIGHT_ANALYTICS_READS_PER_MINUTE: '5' } })
    const path = `/v1/analytics/${limited.projectId}/views`
    const statuses = []
    for (let count = 0; count < 7; count++)
      statuses.push((await limited.request(path, { method: count % 2 === 0 ? 'HEAD' : 'GET' })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    const refused = await limited.request(path, { method: 'HEAD' })
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(remaining(refused)).toBe(0)
    await limited.stop()
  })

  it('does not wait for a job', async () => {
    const { path, headers } = table.address(readable.find(({ url }) => url.endsWith('/job/:id'))!)
    const { status } = await docs.request(`${path}?wait=60`, { method: 'HEAD', key: null, headers })
    expect(status).toBe(200)
  })

  it('opens no stream of events, and is refused like one when there are too many', async () => {
    const { path, headers } = table.address(readable.find(({ url }) => url.endsWith('/job/:id/events'))!)
    const stream = { ...headers, accept: 'text/event-stream' }
    const head = () => docs.request(path, { method: 'HEAD', key: null, headers: stream })
    for (let count = 0; count < 25; count++) expect((await head()).status).toBe(200)

    const open = Array.from({ length: 20 }, () => httpRequest(docs.url + path, { headers: stream, agent: false }).end())
    const answers = await Promise.all(open.map(async (one) => (await once(one, 'response'))[0]))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    const { connection: _, date: __, 'x-request-id': ___, 'transfer-encoding': ____, ...wanted } = answers[0].headers
    expect((await head()).status).toBe(429)
    const closed = Promise.all(
      answers.map((answer) => new Promise((resolve) => answer.on('error', resolve).on('close', resolve))),
    )
    for (const one of open) one.destroy()
    await closed
    await expect.poll(async () => (await head()).status).toBe(200)
    expect(headersOf(await head())).toEqual(wanted)
  })
})
