import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSigner } from '../../../test/support/sign-request.ts'
import { createKeyResolver } from './key-directory.ts'

const signer = newSigner()
const BODIES: Record<string, string> = {
  '/good': JSON.stringify({ keys: [{ kty: 'nonsense' }, 7, null, { ...signer.jwk, use: 'sig' }] }),
  '/none': '{"keys": []}',
  '/no-list': '{"keys": {}}',
  '/no-object': '[]',
  '/no-json': 'keys',
  '/long': JSON.stringify({ keys: [], padding: 'x'.repeat(64 * 1024) }),
}

let server: Server
let base: string

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/http-message-signatures-directory+json')
    response.end(BODIES[request.url!])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const ask = (path: string) =>
  createKeyResolver({ asksKnownSigners: false, own: { 'agent.example': base + path } })('agent.example')

test('a directory gives its keys by their thumbprints, without those that cannot be read', async () => {
  expect([...(await ask('/good'))!.keys()]).toEqual([signer.keyId])
  expect((await ask('/none'))!.size).toBe(0)
})

test.each(['/no-list', '/no-object', '/no-json'])('a directory that is none is refused: %s', async (path) => {
  await expect(ask(path)).rejects.toThrow("isn't a set of keys")
})

test('a directory that is too long is refused', async () => {
  await expect(ask('/long')).rejects.toThrow('more than')
})

test('only the signers that the registry or the operator knows are asked', () => {
  const signers = { findBySignatureHost: () => null }
  expect(createKeyResolver({ asksKnownSigners: true, own: {} }, signers)('agent.example')).toBeNull()
  expect(createKeyResolver({ asksKnownSigners: true, own: {} }, signers)('constructor')).toBeNull()
  expect(createKeyResolver({ asksKnownSigners: false, own: {} })('chatgpt.com')).toBeNull()
})

test('a signer of the registry is asked at its own name only, and never inside the network', async () => {
  const localhost = { findBySignatureHost: () => ({}) as never }
  await expect(createKeyResolver({ asksKnownSigners: true, own: {} }, localhost)('localhost')).rejects.toThrow(
    'localhost is not on the internet',
  )
})
