import type { lookup } from 'node:dns'
import { type RequestListener, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type GuardedGetOptions, guardedGet, isPublic } from './guarded-get.ts'

const LIMITS: GuardedGetOptions = { types: ['application/json'], millisecondsMax: 2_000, bytesMax: 1_000 }

const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(answer: RequestListener): Promise<URL> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`)
}

const json: RequestListener = (_request, response) => void response.setHeader('content-type', 'application/json').end('{}')

describe('an address that the operator wrote down', () => {
  const trusted = { ...LIMITS, isTrusted: true }

  test('may be on this machine', async () => {
    expect(await guardedGet(await serve(json), trusted)).toBe('{}')
  })

  test('is asked without cookies and credentials', async () => {
    let asked: Record<string, unknown> = {}
    const url = await serve((request, response) => {
      asked = request.headers
      json(request, response)
    })
    await guardedGet(url, trusted)
    expect(Object.keys(asked).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
  })

  test('must not lead elsewhere', async () => {
    let hasBeenFollowed = false
    const elsewhere = await serve((request, response) => {
      hasBeenFollowed = true
      json(request, response)
    })
    const url = await serve((_request, response) => void response.writeHead(302, { location: elsewhere.href }).end())
    await expect(guardedGet(url, trusted)).rejects.toThrow('302')
    expect(hasBeenFollowed).toBe(false)
  })

  test.each([
    ['is an error', 500, 'application/json', 'is 500'],
    ['is of another type', 200, 'text/html', 'type text/html'],
    ['has no type', 200, '', 'type unknown'],
  ])('is refused when the answer %s', async (_, status, type, message) => {
    const url = await serve((_request, response) => void response.writeHead(status, { 'content-type': type }).end('{}'))
    await expect(guardedGet(url, trusted)).rejects.toThrow(message)
  })

  test('is left when the answer is too long, whatever length it claims', async () => {
    let isLeft: Promise<unknown> = Promise.resolve()
    const url = await serve((_request, response) => {
      isLeft = new Promise((resolve) => response.on('close', resolve))
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      const write = () => void (response.destroyed || response.write('x'.repeat(10_000), write))
      write()
    })
    await expect(guardedGet(url, trusted)).rejects.toThrow('more than 1000 bytes')
    await isLeft
  })

  test('is left when the answer takes too long, at its beginning or in its middle', async () => {
    const brief = { ...trusted, millisecondsMax: 50 }
    const silent = await serve(() => undefined)
    await expect(guardedGet(silent, brief)).rejects.toThrow()
    const endless = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{')
    })
    await expect(guardedGet(endless, brief)).rejects.toThrow()
  })
})

describe('an address that a stranger may have named', () => {
  const resolvingTo = (...addresses: string[]) =>
    ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as typeof lookup

  test.each([
    ['http://keys.example/'],
    ['https://keys.example:8443/'],
    ['https://127.0.0.1/'],
    ['https://2130706433/'],
    ['https://[::1]/'],
    ['https://8.8.8.8/'],
  ])('must be a name on https: %s', async (url) => {
    await expect(guardedGet(new URL(url), LIMITS)).rejects.toThrow(/^only /)
  })

  test.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['172.16.0.1'],
    ['192.168.0.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['0.0.0.0'],
    ['224.0.0.1'],
    ['::1'],
    ['::'],
    ['fe80::1'],
    ['fd00::1'],
    ['::ffff:127.0.0.1'],
    ['::ffff:a9fe:a9fe'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
  ])('must not be at %s, whatever else the name has', async (address) => {
    expect(isPublic(address)).toBe(false)
    const guarded = { ...LIMITS, lookup: resolvingTo('93.184.215.14', address) }
    await expect(guardedGet(new URL('https://keys.example/'), guarded)).rejects.toThrow('keys.example is not on the internet')
  })

  test('must not be this machine under its own name', async () => {
    await expect(guardedGet(new URL('https://localhost/'), LIMITS)).rejects.toThrow('localhost is not on the internet')
  })

  test('is resolved once, and no sooner than for the connection that is made', async () => {
    let asked = 0
    const counting = ((name: string, options: object, done: never) => {
      asked++
      ;(resolvingTo('127.0.0.1') as unknown as (name: string, options: object, done: never) => void)(name, options, done)
    }) as unknown as typeof lookup
    await expect(guardedGet(new URL('https://keys.example/'), { ...LIMITS, lookup: counting })).rejects.toThrow()
    expect(asked).toBe(1)
  })

  test.each(['8.8.8.8', '93.184.215.14', '2606:4700::1111'])('may be at %s', (address) => {
    expect(isPublic(address)).toBe(true)
  })
})
