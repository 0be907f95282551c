import { readFileSync, readdirSync } from 'node:fs'
import { type Server, type ServerResponse, createServer } from 'node:http'
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
async function ask(url: string, ownAddress = url): Promise<void> {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers: { 'user-agent': BROWSER, ...headers } })
  await get('/guide?x=1', { cookie: 'session=secret', referer: `${ownAddress}/other` })
  await get('/guide?utm_source=chatgpt.com', { accept: 'text/markdown, text/html, */*' })
  await get('/missing')
  await get('/logo.png')
}

const EXPECTED = [{ path: '/guide', human: 1, ai: 1, total: 2 }]

/** Links within the site are not among them; a campaign is, which is in the query. */
const referrers = async () =>
  (await docs.request(`/v1/analytics/${projectId}/referrers`, { key })).body.referrers.map((row: { host: string }) => row.host)
const EXPECTED_REFERRERS = ['chatgpt.com']

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What the headers of a request say about who made it; the last three are of Web Bot Auth. */
const SENT_HEADERS = (
  'accept sec-fetch-mode sec-fetch-dest sec-fetch-site sec-fetch-user sec-purpose purpose next-router-prefetch rsc ' +
  'signature-agent signature-input signature'
).split(' ')

const VIEW = {
  target: '/guide',
  protocol: 'http',
  host: 'docs.example.com',
  method: 'GET',
  status: 200,
  headers: () => undefined,
}

interface SentView {
  id: string
  url: string
  headers: Record<string, string>
}

/** Stands for Docwright. It answers what `answerTo` says; without that, the first two batches when it is told to. */
async function standIn(answerTo?: (batch: SentView[]) => number) {
  const batches: SentView[][] = []
  const taken: SentView[] = []
  const held: ServerResponse[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const batch = [JSON.parse(body) as SentView | SentView[]].flat()
      batches.push(batch)
      const status = answerTo?.(batch) ?? 202
      if (!answerTo && batches.length <= 2) held.push(response)
      else response.writeHead(status).end()
      if (status === 202) taken.push(...batch)
    })
  })
  return {
    url: await listen(server),
    batches,
    taken,
    answer: (status: number) => held.shift()!.writeHead(status).end(),
    untilAsked: async (count: number) => {
      while (batches.length < count) await new Promise((resolve) => setImmediate(resolve))
    },
    close: () => server.close(),
  }
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
    expect(await referrers()).toEqual(EXPECTED_REFERRERS)
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
    expect(await referrers()).toEqual(EXPECTED_REFERRERS)
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
    await ask(await listen(server), 'https://docs.example.com')
    await countViews.flush()
    expect(await views()).toEqual(EXPECTED)
    expect(await referrers()).toEqual(EXPECTED_REFERRERS)
    server.close()
  })

  it('next-proxy.mjs reports pages behind the answer, and no prefetches', async () => {
    vi.stubEnv('DOCWRIGHT_URL', docs.url)
    vi.stubEnv('DOCWRIGHT_PROJECT', projectId)
    vi.stubEnv('DOCWRIGHT_KEY', key)
    const { default: proxy, config } = await load('next-proxy')
    const work: Promise<unknown>[] = []
    const pass = (path: string, headers: Record<string, string> = {}) =>
      // As `next start` behind a proxy gives it: the address has the host that Next listens on.
      proxy(new Request(`http://localhost:3000${path}`, { headers: { 'user-agent': BROWSER, ...headers } }), {
        waitUntil: (promise: Promise<unknown>) => work.push(promise),
      })
    const host = { 'x-forwarded-host': 'docs.example.com', referer: 'https://docs.example.com/other' }
    expect(pass('/guide?x=1', host)).toBeUndefined()
    pass('/guide?utm_source=chatgpt.com', { accept: 'text/markdown, text/html, */*' })
    await Promise.all(work)
    expect(await views()).toEqual(EXPECTED)
    expect(await referrers()).toEqual(EXPECTED_REFERRERS)
    // Next itself looks at these: the proxy never sees the header.
    const [{ source, missing }] = config.matcher
    expect(missing.map(({ key: name }: { key: string }) => name)).toContain('next-router-prefetch')
    const matcher = new RegExp(`^${source}$`)
    const pages = ['/', '/guide', '/guide.md', '/v1.2/a', '/api-reference', '/_next-steps', '/guides/v1.2', '/guides/node.js']
    expect(pages.filter((path) => !matcher.test(path))).toEqual([])
    expect(['/_next/x', '/api/x', '/logo.png', '/a/b.woff2'].filter((path) => matcher.test(path))).toEqual([])
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
    expect(JSON.parse(bodies[0]!)).toMatchObject([{ url: `${url}/guide`, status: 200, id: expect.any(String) }])
    expect(bodies[0]).not.toContain('secret')
    server.close()
    away.close()
  })

  it('lose no view and send none twice while Docwright is slow', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const slow = await standIn()
    const sender = (await load('view-sender')).createViewSender({ url: slow.url, projectId, key })
    const add = (count: number) => {
      for (let index = 0; index < count; index++) sender.add({ ...VIEW, target: `/${index}` })
    }
    add(50)
    vi.advanceTimersByTime(2000)
    await slow.untilAsked(1)
    // The first batch is under way; views go on coming, and time goes by.
    for (let second = 0; second < 3; second++) {
      add(50)
      vi.advanceTimersByTime(2000)
    }
    slow.answer(202)
    await slow.untilAsked(2)
    add(50)
    vi.advanceTimersByTime(2000)
    slow.answer(503)
    await sender.flush()
    vi.useRealTimers()
    expect(slow.batches.map((batch) => batch.length)).toEqual([50, 150, 200])
    expect(slow.batches[2]).toEqual(expect.arrayContaining(slow.batches[1]!))
    expect(new Set(slow.batches.flat().map(({ id }) => id)).size).toBe(250)
    slow.close()
  })

  it('send less at once when a batch is too large, and leave out only what is too large by itself', async () => {
    const strict = await standIn((batch) => (batch.some(({ url }) => url.includes('poison')) || batch.length > 5 ? 413 : 202))
    const sender = (await load('view-sender')).createViewSender({ url: strict.url, projectId, key })
    for (let index = 0; index < 20; index++) sender.add({ ...VIEW, target: index === 7 ? '/poison' : `/${index}` })
    await sender.flush()
    expect(new Set(strict.taken.map(({ url }) => url)).size).toBe(19)
    expect(strict.taken).toHaveLength(19)
    strict.close()
  })

  it('send no long queries, and batches that fit', async () => {
    const taker = await standIn(() => 202)
    const sender = (await load('view-sender')).createViewSender({ url: taker.url, projectId, key })
    const long = 'x'.repeat(12_000)
    const headers = (name: string) => (name === 'referer' ? `https://a.example/?${long}` : long.slice(0, 1500))
    sender.add({ ...VIEW, target: `/a?q=${long}&utm_source=chatgpt.com&z=${long}` })
    sender.add({ ...VIEW, target: `/${long}?q=1` })
    for (let index = 0; index < 300; index++) sender.add({ ...VIEW, headers })
    await sender.flush()
    expect(taker.taken[0]).toMatchObject({ url: 'http://docs.example.com/a?utm_source=chatgpt.com' })
    expect(taker.taken[1]!.url.length).toBeLessThanOrEqual(2000)
    expect(taker.taken[2]).toMatchObject({ referrer: 'https://a.example/' })
    expect(taker.taken).toHaveLength(302)
    expect(Math.max(...taker.batches.map((batch) => JSON.stringify(batch).length))).toBeLessThan(1_000_000)
    taker.close()
  })

  it('send the page that was asked for, whatever host a stranger names', async () => {
    const sender = (await load('view-sender')).createViewSender(docwright())
    for (const host of ['docs.example.com:8080', '[::1]:80', 'x/forged?', 'x/forged#', undefined])
      sender.add({ ...VIEW, host, headers: (name: string) => (name === 'user-agent' ? BROWSER : undefined) })
    await sender.flush()
    expect(await views()).toEqual([{ path: '/guide', human: 5, ai: 0, total: 5 }])
  })

  it('send all headers that tell people from AI, and no others', async () => {
    const taker = await standIn(() => 202)
    const origin = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end())
    const kept = Object.fromEntries(SENT_HEADERS.map((name) => [name, `${name} of the request`]))
    const headers: Record<string, string> = { ...kept, cookie: 'a=b', authorization: 'Basic x' }
    const request = new Request(await listen(origin), { headers })
    const work: Promise<unknown>[] = []
    const event = { waitUntil: (promise: Promise<unknown>) => work.push(promise) }

    const sender = (await load('view-sender')).createViewSender({ url: taker.url, projectId, key })
    sender.add({ ...VIEW, headers: (name: string) => headers[name] })
    await sender.flush()
    const env = { DOCWRIGHT_URL: taker.url, DOCWRIGHT_PROJECT: projectId, DOCWRIGHT_KEY: key }
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    // Read again, because it reads the environment when it is loaded.
    ;(await import(`${join(FOLDER, 'next-proxy.mjs')}?headers`)).default(request, event)
    await (await load('cloudflare-worker')).default.fetch(request, env, event)
    await Promise.all(work)

    expect(taker.taken.map((view) => view.headers)).toEqual([kept, kept, kept])
    vi.unstubAllEnvs()
    origin.close()
    taker.close()
  })

  it('are short enough to read before they are copied', () => {
    for (const name of readdirSync(FOLDER)) {
      const lines = readFileSync(join(FOLDER, name), 'utf8').split('\n').length
      expect(lines).toBeLessThanOrEqual(name === 'view-sender.mjs' ? 120 : 70)
    }
  })
})
