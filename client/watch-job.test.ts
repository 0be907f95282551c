import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DocwrightClient } from './index.ts'
import { isConnectionFailure, watchEvents } from './watch-job.ts'

let server: Server
let url: string

beforeAll(async () => {
  // Begins an answer, and breaks it off; where it should not even begin, the connection is cut before.
  server = createServer((request, response) => {
    if (request.url === '/cut') return request.socket.destroy()
    // As a killed process leaves it: an orderly end of the connection, in the middle of a chunk or of the headers.
    if (request.url === '/chunk') return request.socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n20\r\nabc')
    if (request.url === '/headers') return request.socket.end('HTTP/1.1 200 OK\r\ncontent-le')
    response.write('retry: 1\n\n')
    setImmediate(() => request.socket.destroy())
    return undefined
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const failureOf = (act: () => Promise<unknown>): Promise<unknown> =>
  act().then(
    () => null,
    (error: unknown) => error,
  )

describe('a lost connection', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['that is refused', () => fetch('http://127.0.0.1:1024')],
    ['to a host that is not there', () => fetch('http://nowhere.invalid')],
    ['that is cut before the answer', () => fetch(`${url}/cut`)],
    ['that is cut in the answer', async () => (await fetch(url)).text()],
    ['that ends in a chunk', async () => (await fetch(`${url}/chunk`)).text()],
    ['that ends in the headers', () => fetch(`${url}/headers`)],
    ['that a signal ends', () => fetch(url, { signal: AbortSignal.abort() })],
  ])('is one %s', async (_, act) => {
    expect(isConnectionFailure(await failureOf(act))).toBe(true)
  })

  it.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
    'is what browsers call "%s"',
    (message) => {
      expect(isConnectionFailure(new TypeError(message))).toBe(true)
    },
  )

  it.each<[string, () => Promise<unknown>]>([
    ['an address that is none', () => fetch('nowhere')],
    ['an address of something else', () => fetch('gopher://127.0.0.1')],
    ['a header that cannot be sent', () => fetch(url, { headers: { authorization: 'a\nb' } })],
    ['a mistake in a program', async () => (undefined as unknown as { nothing: unknown }).nothing],
    ['an answer that is not JSON', async () => JSON.parse('{')],
  ])('is not %s', async (_, act) => {
    const error = await failureOf(act)
    expect(error).toBeInstanceOf(Error)
    expect(isConnectionFailure(error)).toBe(false)
  })
})

describe('watching a job', () => {
  it('ends with a mistake in what it was given, instead of trying for ever', async () => {
    let calls = 0
    const broken = () => {
      calls++
      return Promise.reject(new TypeError("Cannot read properties of undefined (reading 'x')"))
    }
    await expect(watchEvents(broken, 0, new AbortController().signal).next()).rejects.toThrow('Cannot read')
    const client = new DocwrightClient({ baseUrl: url, projectId: 'prj_1', fetch: broken })
    await expect(client.watchJob('job_1').next()).rejects.toThrow('Cannot read')
    const nowhere = new DocwrightClient({ baseUrl: 'not an address', projectId: 'prj_1' })
    await expect(nowhere.watchJob('job_1').next()).rejects.toThrow('Invalid URL')
    expect(calls).toBe(2)
  })
})
