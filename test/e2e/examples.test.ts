import { readFileSync, readdirSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestService, startTestService } from '../support/test-service.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'examples')
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let docs: TestService
let projectId: string
let key: string

beforeAll(async () => {
  docs = await startTestService()
})
afterAll(() => docs.stop())
beforeEach(async () => {
  ;({ projectId, key } = await docs.newProject())
})

/** Plain JavaScript without types, as its readers copy it. */
const load = async (name: string): Promise<any> => import(join(FOLDER, `${name}.mjs`))
const docwright = () => ({ url: docs.url, projectId, key })
const views = async () => (await docs.request(`/v1/analytics/${projectId}/views`, { key })).body.views

/** One person, one agent that is known by its `Accept` header alone, one miss and one picture. */
async function ask(url: string): Promise<void> {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers: { 'user-agent': BROWSER, ...headers } })
  await get('/guide?x=1', { cookie: 'session=secret' })
  await get('/guide', { accept: 'text/markdown, text/html, */*' })
  await get('/missing')
  await get('/logo.png')
}

const EXPECTED = [{ path: '/guide', human: 1, ai: 1, total: 2 }]

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the examples', () => {
  it('express.mjs counts what a server with (request, response, next) answers', async () => {
    const countViews = (await load('express')).countViews(docwright())
    const server = createServer((request, response) =>
      countViews(request, response, () => {
        response.statusCode = request.url === '/missing' ? 404 : 200
        response.end('Hello')
      }),
    )
    await ask(await listen(server))
    await countViews.flush()
    expect(await views()).toEqual(EXPECTED)
    server.close()
  })

  it('fastify.mjs counts what Fastify answers, and sends the rest when it closes', async () => {
    const app = fastify()
    await app.register((await load('fastify')).countViews, docwright())
    app.get('/guide', async () => 'Hello')
    app.get('/logo.png', async () => 'picture')
    await ask(await app.listen({ host: '127.0.0.1', port: 0 }))
    await app.close()
    expect(await views()).toEqual(EXPECTED)
  })

  it('hono.mjs counts what a handler of Requests answers', async () => {
    const countViews = (await load('hono')).countViews(docwright())
    // As Hono calls a middleware: a context with the raw request, and an answer once the next one is done.
    const handle = async (raw: Request): Promise<Response> => {
      const context = { req: { raw }, res: new Response() }
      await countViews(context, async () => {
        context.res = new Response('Hello', { status: raw.url.endsWith('/missing') ? 404 : 200 })
      })
      return context.res
    }
    const server = createServer((request, response) => {
      const headers = new Headers(request.headers as Record<string, string>)
      void handle(new Request(`http://docs.example.com${request.url}`, { headers })).then((answer) =>
        response.writeHead(answer.status).end(),
      )
    })
    await ask(await listen(server))
    await countViews.flush()
    expect(await views()).toEqual(EXPECTED)
    server.close()
  })

  it('next-proxy.mjs reports pages behind the answer, and no prefetches', async () => {
    vi.stubEnv('DOCWRIGHT_URL', docs.url)
    vi.stubEnv('DOCWRIGHT_PROJECT', projectId)
    vi.stubEnv('DOCWRIGHT_KEY', key)
    const { proxy, config } = await load('next-proxy')
    const work: Promise<unknown>[] = []
    const pass = (path: string, headers: Record<string, string> = {}) =>
      proxy(new Request(`https://docs.example.com${path}`, { headers: { 'user-agent': BROWSER, ...headers } }), {
        waitUntil: (promise: Promise<unknown>) => work.push(promise),
      })
    expect(pass('/guide?x=1')).toBeUndefined()
    pass('/guide', { accept: 'text/markdown, text/html, */*' })
    await Promise.all(work)
    expect(await views()).toEqual(EXPECTED)
    // Next itself looks at these: the proxy never sees the header.
    const [{ source, missing }] = config.matcher
    expect(missing.map(({ key: name }: { key: string }) => name)).toContain('next-router-prefetch')
    const matcher = new RegExp(`^${source}$`)
    expect(['/', '/guide', '/guide.md', '/v1.2/a'].every((path) => matcher.test(path))).toBe(true)
    expect(['/_next/x', '/api/x', '/logo.png'].some((path) => matcher.test(path))).toBe(false)
    vi.unstubAllEnvs()
  })

  it('cloudflare-worker.mjs passes the answer on and reports it afterwards', async () => {
    const origin = createServer((request, response) => {
      response.statusCode = request.url === '/missing' ? 404 : 200
      response.setHeader('content-type', request.url === '/logo.png' ? 'image/png' : 'text/html')
      response.end('Hello')
    })
    const url = await listen(origin)
    const { default: worker } = await load('cloudflare-worker')
    const env = { DOCWRIGHT_URL: docs.url, DOCWRIGHT_PROJECT: projectId, DOCWRIGHT_KEY: key }
    const work: Promise<unknown>[] = []
    const pass = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
      worker.fetch(new Request(url + path, { headers: { 'user-agent': BROWSER, ...headers } }), env, {
        waitUntil: (promise: Promise<unknown>) => work.push(promise),
      })
    expect(await (await pass('/guide?x=1', { 'cf-ray': '8e3f5c2a1b4d6e7f-FRA' })).text()).toBe('Hello')
    await pass('/guide?x=1', { 'cf-ray': '8e3f5c2a1b4d6e7f-FRA' })
    await pass('/guide', { accept: 'text/markdown, text/html, */*' })
    expect((await pass('/missing')).status).toBe(404)
    await pass('/logo.png')
    await Promise.all(work)
    expect(work).toHaveLength(4)
    expect(await views()).toEqual(EXPECTED)
    origin.close()
  })

  it('never delay or break an answer while Docwright is away, and send the views when it is back', async () => {
    let isAway = true
    const bodies: string[] = []
    const away = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        if (!isAway) bodies.push(body)
        response.writeHead(isAway ? 503 : 202).end()
      })
    })
    const countViews = (await load('express')).countViews({ url: await listen(away), projectId, key })
    const server = createServer((request, response) => countViews(request, response, () => response.end('Hello')))
    const url = await listen(server)
    expect(
      await (await fetch(`${url}/guide`, { headers: { cookie: 'session=secret', authorization: 'Basic secret' } })).text(),
    ).toBe('Hello')
    await countViews.flush()
    expect(bodies).toEqual([])
    isAway = false
    await countViews.flush()
    expect(JSON.parse(bodies[0]!)).toMatchObject([{ path: '/guide', status: 200, id: expect.any(String) }])
    expect(bodies[0]).not.toContain('secret')
    server.close()
    away.close()
  })

  it('are short enough to read before they are copied', () => {
    for (const name of readdirSync(FOLDER))
      expect(readFileSync(join(FOLDER, name), 'utf8').split('\n').length).toBeLessThanOrEqual(60)
  })
})
