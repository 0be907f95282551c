import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../src/api/api-deps.ts'
import { type RouteTable, type TestRoute, createTestApp, readRouteTable } from '../support/routes.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const BODY = Buffer.from(JSON.stringify({ prompt: 'x'.repeat(50_000) }))

/** How much of a body arrives before its sender is gone. */
const CUTS = [0, 1, BODY.length >> 1, BODY.length - 1]

/** How a body is sent: with its length, in pieces, or compressed. */
const FORMS = ['plain', 'chunked', 'gzip'] as const

let docs: TestService
let table: RouteTable
let app: App
let port: number
const reading = new Map<string, () => void>()
const answered = new Map<string, (status: number) => void>()

beforeAll(async () => {
  docs = await startTestService()
  table = await readRouteTable(docs)
  app = createTestApp(docs)
  app.addHook('preParsing', async (request) => {
    // On the way back from the hooks, the body is being read.
    setImmediate(() => reading.get(request.id)?.())
  })
  app.addHook('onSend', async (request, reply) => answered.get(request.id)?.(reply.statusCode))
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as { port: number }).port
})
afterAll(async () => {
  await app.close()
  await docs.stop()
})

describe('a client that hangs up in the middle of a body', () => {
  it('is no fault of the service or its database, on any route, wherever it stops', async () => {
    const routes = table.routes.filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    expect(routes.length).toBeGreaterThan(20)
    for (const route of routes)
      for (const form of route.options.config?.takesGzip ? FORMS : FORMS.slice(0, 2))
        for (const cut of CUTS)
          expect(await hangUp(route, form, cut), `${route.method} ${route.url}, ${form}, after ${cut} bytes`).toBeLessThan(500)
    const lines = docs
      .log()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { level: number; msg: string; status?: number })
    expect(lines.filter(({ level }) => level > 30)).toEqual([])
    expect(lines.filter(({ status = 0 }) => status >= 500)).toEqual([])
    expect(docs.log()).not.toContain('database')
  })
})

/** Resolves with the status that the service had for somebody who did not wait for it. */
async function hangUp(route: TestRoute, form: (typeof FORMS)[number], cut: number): Promise<number> {
  const id = `hang-up-${answered.size}`
  const isRead = new Promise<void>((resolve) => reading.set(id, resolve))
  const status = new Promise<number>((resolve) => answered.set(id, resolve))
  const socket: Socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const { path, headers } = table.address(route)
  const body = form === 'gzip' ? gzipSync(BODY) : BODY
  const type = route.url.startsWith('/pull-requests/') ? 'application/x-www-form-urlencoded' : 'application/json'
  const all: Record<string, string> = {
    host: `127.0.0.1:${port}`,
    'x-request-id': id,
    'content-type': type,
    ...headers,
    ...(form === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) }),
    ...(form === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${route.method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
  const part = body.subarray(0, Math.min(cut, body.length - 1))
  if (form === 'chunked') socket.write(`${body.length.toString(16)}\r\n`)
  if (part.length > 0) socket.write(part)
  await isRead
  socket.resetAndDestroy()
  return status
}
