import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RouteTable, type TestRoute, readRouteTable } from '../support/routes.ts'
import { type Answer, type TestService, startTestService } from '../support/test-service.ts'

let docs: TestService
let table: RouteTable
let withBody: TestRoute[]
/** Drains read what they are sent record by record, whatever it is called. */
let strict: TestRoute[]

beforeAll(async () => {
  docs = await startTestService({ env: { DOCWRIGHT_ANALYTICS_READS_PER_MINUTE: '1000000' } })
  table = await readRouteTable(docs)
  withBody = table.routes.filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
  strict = withBody.filter(({ url }) => !url.includes('/drains/'))
})
afterAll(() => docs.stop())

const isForm = ({ url }: TestRoute) => url.startsWith('/pull-requests/')

function send(
  route: TestRoute,
  body: string | Uint8Array<ArrayBuffer>,
  { parameters = '', ...headers }: Record<string, string> = {},
): Promise<Answer> {
  const { path, headers: credentials } = table.address(route)
  const type = isForm(route) ? 'application/x-www-form-urlencoded' : 'application/json'
  return docs.request(path, {
    method: route.method,
    key: null,
    body,
    headers: { 'content-type': type + parameters, ...credentials, ...headers },
  })
}

/** Says which routes answered otherwise. Nothing here is valid, so that no route does anything. */
async function expectAll(routes: TestRoute[], ask: (route: TestRoute) => Promise<Answer>, expected: object): Promise<void> {
  expect(routes.length).toBeGreaterThan(20)
  const wrong = []
  for (const route of routes) {
    const answer = await ask(route)
    const seen = { status: answer.status, body: answer.body, accepts: answer.headers.get('accept-encoding') }
    try {
      expect(seen).toMatchObject(expected)
    } catch {
      wrong.push({ route: `${route.method} ${route.url}`, ...seen })
    }
  }
  expect(wrong).toEqual([])
}

const BROKEN = '{'

describe('a body on any route', () => {
  it.each(['br', 'deflate', 'zstd', 'compress', 'gzip, gzip', 'identity, br', 'gzip, br', 'utf-8', 'gzipped'])(
    'is 415 with Content-Encoding: %s, and the answer says what is taken',
    async (encoding) => {
      const ask = (route: TestRoute) => send(route, BROKEN, { 'content-encoding': encoding })
      const takesGzip = (route: TestRoute) => route.options.config?.takesGzip === true
      await expectAll(withBody, ask, {
        status: 415,
        body: { code: 'unsupported_encoding' },
        accepts: expect.stringContaining('identity'),
      })
      for (const route of withBody)
        expect((await ask(route)).headers.get('accept-encoding')).toBe(takesGzip(route) ? 'gzip, identity' : 'identity')
    },
  )

  it.each(['gzip', 'GZIP', 'x-gzip'])('may be compressed with %s only where that is documented', async (encoding) => {
    const documented = Object.entries((await docs.request('/openapi.json')).body.paths as Record<string, object>)
      .filter(([, methods]) => JSON.stringify(methods).includes('gzip'))
      .map(([path]) => path.replace(/\{(\w+)\}/g, ':$1'))
    expect(documented).toHaveLength(2)
    for (const route of withBody) {
      const { status } = await send(route, gzipSync(BROKEN), { 'content-encoding': encoding })
      expect(status === 415, `${route.method} ${route.url}`).toBe(!documented.includes(route.url))
    }
  })

  it.each(['identity', 'Identity'])('is read with Content-Encoding: %s', async (encoding) => {
    for (const route of withBody) expect((await send(route, BROKEN, { 'content-encoding': encoding })).status).not.toBe(415)
  })

  it.each(['; charset=utf-16', '; charset=latin1', ';charset=ISO-8859-1', '; charset="windows-1252"', '; a=b; charset=utf-16le'])(
    'is 415 with a content type that ends in %s',
    async (parameters) => {
      await expectAll(withBody, (route) => send(route, BROKEN, { parameters }), {
        status: 415,
        body: { code: 'unsupported_media_type' },
      })
    },
  )

  it.each(['; charset=utf-8', ';charset=UTF-8', '; charset="utf-8"', '; charset=us-ascii', '; boundary=x'])(
    'is read with a content type that ends in %s',
    async (parameters) => {
      for (const route of withBody) expect((await send(route, BROKEN, { parameters })).status).not.toBe(415)
    },
  )

  it.each([
    ['a byte that is never UTF-8', [0xff]],
    ['Latin-1', [0xe9]],
    ['a character that is cut off', [0xe2, 0x82]],
    ['an overlong form', [0xc0, 0xaf]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
  ])('is 400 with %s', async (_, bytes) => {
    const body = Buffer.concat([Buffer.from('{"prompt":"'), Buffer.from(bytes), Buffer.from('"}')])
    await expectAll(strict, (route) => send(route, body), { status: 400, body: { detail: expect.stringContaining('UTF-8') } })
    for (const route of strict.filter(({ options }) => options.config?.takesGzip))
      expect((await send(route, gzipSync(body), { 'content-encoding': 'gzip' })).status).toBe(400)
  })

  it('is 400 with half of a surrogate pair, or for events that event is refused', async () => {
    const body = '{"prompt":["\\ud83d\\ude00", {"\\uDC00": 1}],"path":"/"}'
    const routes = strict.filter((route) => !isForm(route) && !route.url.endsWith('/events'))
    await expectAll(routes, (route) => send(route, body), { status: 400, body: { detail: expect.stringContaining('surrogate') } })
    expect(await sendEvents(`[${body}, {"path":"/a"}]`)).toMatchObject({
      status: 202,
      body: { accepted: 1, rejected: [{ index: 0, message: 'is not UTF-8' }] },
    })
  })

  it('is 400 as a form whose percent-encoding is broken', async () => {
    for (const body of ['head=%ff', 'head=%', 'head=%zz'])
      for (const route of withBody.filter(isForm)) expect((await send(route, body)).status).toBe(400)
  })
})

describe('a URL', () => {
  it.each(['?x=%ff', '?x=%e2%82', '?x=%', '?x=%zz', '?%ff=1', '?a=1&b=%c0%af'])(
    'is 400 on every route with the query %s',
    async (query) => {
      for (const route of table.routes.filter(({ method }) => method !== 'HEAD')) {
        const { path, headers } = table.address(route)
        const { status } = await docs.request(path + query, { method: route.method, key: null, headers })
        expect(status, `${route.method} ${route.url}`).toBe(400)
      }
    },
  )

  it('is 400 with a path that is not UTF-8', async () => {
    for (const path of ['/v2/agent/%ff/job/x', `/v1/analytics/${docs.projectId}%e2/views`, '/assets/%zz'])
      expect((await docs.request(path)).status).toBe(400)
  })

  it('may have any character that is encoded', async () => {
    const path = encodeURIComponent('/é/💥/\uFFFD/100%')
    expect((await docs.request(`/v1/analytics/${docs.projectId}/views?path=${path}`)).status).toBe(200)
  })
})

const sendEvents = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  docs.request(`/v1/analytics/${docs.projectId}/events`, { body, headers: { 'content-type': 'application/json', ...headers } })

describe('what is valid', () => {
  it('a literal U+FFFD is a character like any other', async () => {
    const prompt = 'Replace \uFFFD and "\\ud800" by nothing'
    const { body } = await docs.request(`/v2/agent/${docs.projectId}/job`, { json: { prompt } })
    const { messages } = (await docs.request(`/v2/agent/${docs.projectId}/job/${body.id}/messages`)).body
    expect(messages[0].prompt).toBe(prompt)
  })
})

describe('lines with broken bytes', () => {
  const line = (...bytes: number[]) => Buffer.concat([Buffer.from('{"path":"/'), Buffer.from(bytes), Buffer.from('"}\n')])
  const ndjson = { 'content-type': 'application/x-ndjson' }

  it.each<[Record<string, string>]>([[{}], [{ 'content-encoding': 'gzip' }]])(
    'cost nothing but themselves, as NDJSON with %o',
    async (headers) => {
      const project = await docs.newProject()
      const body = Buffer.concat([line(0x61), line(0xff), line(0xef, 0xbf, 0xbd), line(0x62)])
      const answer = await docs.request(`/v1/analytics/${project.projectId}/events`, {
        key: project.key,
        body: 'content-encoding' in headers ? gzipSync(body) : body,
        headers: { ...ndjson, ...headers },
      })
      // A literal U+FFFD beside broken bytes cannot be told from them.
      expect(answer).toMatchObject({
        status: 202,
        body: {
          accepted: 2,
          rejected: [
            { index: 1, message: 'is not UTF-8' },
            { index: 2, message: 'is not UTF-8' },
          ],
        },
      })
      expect(await paths(project)).toEqual(['/a', '/b'])
    },
  )

  it('are 400 when there are no others: then it is another encoding', async () => {
    expect((await sendEvents(line(0xff), ndjson)).status).toBe(400)
    expect((await sendEvents(Buffer.concat([line(0xe9), line(0xff)]), ndjson)).status).toBe(400)
    expect((await sendEvents(gzipSync(line(0x61)), ndjson)).status).toBe(400)
  })

  it('may hold U+FFFD where nothing is broken', async () => {
    const project = await docs.newProject()
    const path = `/v1/analytics/${project.projectId}/events`
    await docs.request(path, { key: project.key, body: line(0xef, 0xbf, 0xbd), headers: ndjson })
    expect(await paths(project)).toEqual(['/\uFFFD'])
  })

  it.each([
    ['an array', '[', ',', ']'],
    ['lines', '', '\n', ''],
  ])('cost nothing but themselves in a delivery of a drain, as %s', async (_, start, between, end) => {
    const project = await docs.newProject()
    const record = (id: string, name: Buffer) =>
      Buffer.concat([
        Buffer.from(`{"requestId":"${id}","timestamp":${Date.now()},"proxy":{"method":"GET","statusCode":200,"path":"/`),
        name,
        Buffer.from('","userAgent":["GPTBot/1.0"]}}'),
      ])
    const records = [record('1', Buffer.from('é')), record('2', Buffer.from([0xff])), record('3', Buffer.from('b'))]
    const body = records.flatMap((one, at) => [Buffer.from(at === 0 ? start : between), one])
    const answer = await docs.request(`/v1/analytics/${project.projectId}/drains/vercel`, {
      key: project.key,
      body: Buffer.concat([...body, Buffer.from(end)]),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(200)
    expect(await paths(project)).toEqual(['/b', '/é'])
    const { exclusions } = (await docs.request(`/v1/analytics/${project.projectId}/exclusions`, { key: project.key })).body
    expect(exclusions).toEqual([{ reason: 'not-in-format', count: 1 }])
  })

  async function paths({ projectId, key }: { projectId: string; key: string }): Promise<string[]> {
    const { body } = await docs.request(`/v1/analytics/${projectId}/views?sort=path`, { key })
    return body.views.map(({ path }: { path: string }) => path)
  }
})
