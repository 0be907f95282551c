import fastify from 'fastify'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { App } from '../api-deps.ts'
import { useBodyBudget } from './body-budget.ts'

const apps: App[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

/** An app with room for 1,000 bytes, whose answers wait until they are let go. */
function createSlowApp() {
  const app = fastify() as unknown as App
  apps.push(app)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const arrived: (() => void)[] = []
  useBodyBudget(app, 1000)
  app.get('/', async () => 'read')
  app.post('/', { bodyLimit: 4000 }, async () => {
    for (const tell of arrived.splice(0)) tell()
    await held
    return 'stored'
  })
  const post = async (bytes: number, headers = {}) => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'text/plain', ...headers },
      payload: 'x'.repeat(bytes),
    })
    return statusCode
  }
  return { app, post, letGo, nextArrival: () => new Promise<void>((resolve) => arrived.push(resolve)) }
}

test('a body is refused while others fill the room, and taken when they are done', async () => {
  const { app, post, letGo, nextArrival } = createSlowApp()
  const arrival = nextArrival()
  const first = post(800)
  await arrival
  expect(await post(300)).toBe(503)
  expect((await app.inject('/')).statusCode).toBe(200)
  const second = post(200)
  letGo()
  expect(await first).toBe(200)
  expect(await second).toBe(200)
  expect(await post(800)).toBe(200)
})

test('a body that is larger than the room is taken when nothing else is under way', async () => {
  const { post, letGo } = createSlowApp()
  letGo()
  expect(await post(3000)).toBe(200)
})

test('a compressed body counts as what it may become', async () => {
  const { post, letGo, nextArrival } = createSlowApp()
  const arrival = nextArrival()
  const first = post(500)
  await arrival
  expect(await post(100, { 'content-encoding': 'gzip' })).toBe(503)
  letGo()
  await first
})

test('a client that goes away before its body is there gives the room back', async () => {
  const { app, post, letGo } = createSlowApp()
  letGo()
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(url.port), url.hostname)
  const isGone = new Promise<void>((resolve) => app.server.once('request', (_, answer) => answer.once('close', resolve)))
  socket.write('POST / HTTP/1.1\r\nhost: docs\r\ncontent-type: text/plain\r\ncontent-length: 900\r\n\r\nhalf')
  await new Promise<void>((resolve) => app.server.once('request', () => resolve()))
  socket.destroy()
  await isGone
  expect(await post(800)).toBe(200)
})
