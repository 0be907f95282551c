import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/api/app.ts'
import { waitForJob } from '../../src/jobs/wait-for-job.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

let docs: TestService

beforeAll(async () => {
  docs = await startTestService()
})
afterAll(() => docs.stop())

/** Sends bytes that no HTTP client would. */
async function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(docs.url)
  const socket = connect(Number(port), hostname)
  socket.end(text)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  await once(socket, 'close')
  return answer
}

describe('GET /health and /ready', () => {
  it('answer without a key', async () => {
    expect(await docs.request('/health', { key: null })).toMatchObject({
      status: 200,
      body: { status: 'ok', version: expect.any(String) },
    })
    expect(await docs.request('/ready', { key: null })).toMatchObject({
      status: 200,
      body: { status: 'ready', database: true, views: true },
    })
  })

  it('/ready and every other route are 503 while the service drains; /health stays 200', async () => {
    const draining = new AbortController()
    const { context } = docs.service
    const app = createApp({
      ...context,
      leaving: draining.signal,
      draining: draining.signal,
      baseUrl: () => docs.url,
    })
    const statuses = async () =>
      Promise.all(['/health', '/ready', '/docs'].map(async (url) => (await app.inject({ url })).statusCode))
    expect(await statuses()).toEqual([200, 200, 200])
    draining.abort()
    expect(await statuses()).toEqual([200, 503, 503])
    expect((await app.inject({ url: '/docs' })).headers).toMatchObject({
      'retry-after': '1',
      'content-type': expect.stringContaining('problem+json'),
    })
    await app.close()
  })

  it('a request that waits for a job is answered when the service begins to drain', async () => {
    const { databases, clock, signal } = docs.service.context
    const { id } = (await docs.request(`/v2/agent/${docs.projectId}/job`, { json: { prompt: 'x' } })).body
    const draining = new AbortController()
    const waiting = waitForJob({ database: databases.main, clock, signal }, docs.projectId, id, 60, draining.signal)
    draining.abort()
    expect((await waiting)?.status).toBe('active')
  })
})

describe('GET /openapi.json', () => {
  it('is the committed file: run `npm run openapi` after a change', async () => {
    const { text } = await docs.request('/openapi.json', { key: null })
    expect(`${text}\n`).toBe(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
  })

  it('describes version 3.1 and the endpoints of the specification, all with the key', async () => {
    const { body } = await docs.request('/openapi.json', { key: null })
    expect(body.openapi).toBe('3.1.0')
    for (const [path, method] of [
      ['/v2/agent/{projectId}/job', 'post'],
      ['/v2/agent/{projectId}/job/{id}', 'get'],
      ['/v2/agent/{projectId}/job/{id}/message', 'post'],
      ['/v1/analytics/{projectId}/views', 'get'],
    ] as const) {
      expect(body.paths[path][method].security).toEqual([{ adminKey: [] }, { session: [] }])
    }
    const { parameters } = body.paths['/v1/analytics/{projectId}/views'].get
    const limit = parameters.find((parameter: { name: string }) => parameter.name === 'limit')
    expect(limit).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 250, default: 50 },
    })
  })

  it('says which server it is of', async () => {
    expect((await docs.request('/openapi.json')).body.servers).toEqual([{ url: '/', description: expect.any(String) }])
  })

  it('has no reference that leads nowhere, and no operation id twice', async () => {
    const { body, text } = await docs.request('/openapi.json', { key: null })
    for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g))
      expect(body.components[kind!]).toHaveProperty([name!])
    const ids = Object.values(body.paths).flatMap((methods) =>
      Object.values(methods as object).map((operation: { operationId: string }) => operation.operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('GET /docs', () => {
  it('has a page for every operation, which loads nothing from elsewhere', async () => {
    const { paths } = (await docs.request('/openapi.json')).body as {
      paths: Record<string, Record<string, { operationId: string }>>
    }
    const overview = await docs.request('/docs', { key: null })
    expect(overview.headers.get('content-security-policy')).toMatch(
      /default-src 'none'; style-src 'sha256-[^']*';.* script-src 'self';/,
    )
    for (const [path, methods] of Object.entries(paths))
      for (const { operationId } of Object.values(methods)) {
        expect(overview.text).toContain(`href="/docs/${operationId}"`)
        const { status, text } = await docs.request(`/docs/${operationId}`, { key: null })
        expect([operationId, status]).toEqual([operationId, 200])
        expect(text).toContain(path)
        expect(text).not.toMatch(/(?:src|href)="(?:http|\/\/)|<script(?! src="\/reading\.js")/)
      }
    expect((await docs.request('/docs/nothing', { key: null })).status).toBe(404)
  })
})

describe('errors outside the routes', () => {
  it('404: an unknown route is a problem', async () => {
    const answer = await docs.request('/v3/nothing', { key: null })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(answer.body).toMatchObject({
      type: '/guide/errors#route_not_found',
      title: 'Not Found',
      status: 404,
      code: 'route_not_found',
    })
  })

  it('405: a wrong method says which are right', async () => {
    const answer = await docs.request(`/v2/agent/${docs.projectId}/job`, { method: 'DELETE' })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
  })

  it.each([
    ['what is not JSON', '{', { 'content-type': 'application/json' }],
    ['an unknown type', 'x', { 'content-type': 'application/x-nothing' }],
    ['an unknown encoding', '{}', { 'content-type': 'application/json', 'content-encoding': 'br' }],
    ['more than any route takes', 'x'.repeat(2 * 1024 * 1024), { 'content-type': 'application/json' }],
  ])('404 and 405 come before the body, such as %s', async (_, body, headers) => {
    for (const path of ['/nope', `/v2/agent/${docs.projectId}/nope`])
      expect(await docs.request(path, { method: 'POST', body, headers })).toMatchObject({
        status: 404,
        body: { code: 'route_not_found' },
      })
    for (const [method, path, allowed] of [
      ['PATCH', `/v2/agent/${docs.projectId}/job`, 'POST'],
      ['PUT', `/v1/analytics/${docs.projectId}/events?x=%ff`, 'POST'],
      ['DELETE', '/v1/users', 'GET, HEAD'],
      ['POST', '/health', 'GET, HEAD'],
    ] as const) {
      const answer = await docs.request(path, { method, body, headers, key: null })
      expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
      expect(answer.headers.get('allow')).toBe(allowed)
    }
  })

  it('400: a request without a Host, unless it is of HTTP/1.0', async () => {
    const problem = /^HTTP\/1\.1 400 [\s\S]*content-type: application\/problem\+json[\s\S]*`Host` header/i
    expect(await sendRaw('GET /health HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(problem)
    expect(await sendRaw('GET /nope HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(problem)
    expect(await sendRaw('GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('417: an expectation that nobody meets', async () => {
    const expecting = (what: string) =>
      `POST /nope HTTP/1.1\r\nHost: x\r\nExpect: ${what}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`
    expect(await sendRaw(expecting('foo'))).toMatch(/^HTTP\/1\.1 417 [\s\S]*application\/problem\+json[\s\S]*expectation_failed/)
    expect(await sendRaw(expecting('100-continue'))).toMatch(/^HTTP\/1\.1 100 [\s\S]*HTTP\/1\.1 404 /)
  })

  it('400: what is not HTTP gets a problem, too', async () => {
    expect(await sendRaw('NOT HTTP\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*application\/problem\+json[\s\S]*invalid_request/)
  })

  it('431: headers over 16 KiB', async () => {
    expect(await sendRaw(`GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
  })

  it('500: an unexpected error leaks nothing, and is in the log under the id of the request', async () => {
    const broken = await startTestService()
    await broken.service.context.databases.main.query.schema.dropTable('limit_use').execute()
    const answer = await broken.request(`/v2/agent/${broken.projectId}/job`, {
      json: { prompt: 'x' },
      headers: { 'x-request-id': 'find-me' },
    })
    expect(answer.status).toBe(500)
    expect(answer.text).not.toMatch(/limit_use|sqlite|\.ts/i)
    expect(broken.log()).toMatch(/"reqId":"find-me".*limit_use/)
    await broken.stop()
  })
})

describe('request ids', () => {
  it('echo a usable X-Request-Id, and replace any other', async () => {
    expect((await docs.request('/health', { headers: { 'x-request-id': 'abc-123' } })).headers.get('x-request-id')).toBe(
      'abc-123',
    )
    for (const bad of ['x'.repeat(129), 'with space']) {
      expect((await docs.request('/health', { headers: { 'x-request-id': bad } })).headers.get('x-request-id')).toMatch(
        /^req_[0-9A-Z]{26}$/,
      )
    }
  })
})

describe('logs', () => {
  it('hold no key and no link of a pull request, wherever a client puts one', async () => {
    const { key } = docs
    await docs.request(`/v2/agent/${docs.projectId}/job?key=${key}`, { json: { prompt: key } })
    await docs.request(`/${key}`, { headers: { 'user-agent': key, 'x-request-id': key } })
    await docs.request(`/pull-requests/${key}`)
    await docs.request(`/v2/agent/${key}/job/${key}`, { key: `${key}x` })
    expect(docs.log()).toContain('"msg":"request"')
    expect(docs.log()).not.toContain(key.slice(0, 20))
    expect(docs.log()).not.toContain(key.slice(3))
  })
})
