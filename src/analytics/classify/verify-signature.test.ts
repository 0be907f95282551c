import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signatureHeaders } from 'web-bot-auth'
import { signerFromJWK } from 'web-bot-auth/crypto'
import { type SignOptions, newSigner, signRequest } from '../../../test/support/sign-request.ts'
import { type PublicKeys, isSignedBy, readKeySet } from './public-keys.ts'
import { type MessageSignature, type SignedRequest, readSignatures } from './signed-message.ts'
import { createSignatureVerifier } from './verify-signature.ts'

const NOW = Date.parse('2026-11-01T12:00:00Z')
const PAGE = 'https://docs.example.com/guide'
const MINUTE_MS = 60_000

const signer = newSigner()
const keySet = (...keys: object[]): PublicKeys => readKeySet(JSON.stringify({ keys }))!
const KEYS = keySet(signer.jwk)

function verifierWith(resolveKeys: (host: string) => Promise<PublicKeys> | null = () => Promise.resolve(KEYS), now = () => NOW) {
  return createSignatureVerifier({ resolveKeys, now })
}

function request(headers: Record<string, string>): SignedRequest {
  return { method: 'GET', url: PAGE, headers }
}

/** A request as an agent signs it, and what becomes of it after that. */
function signed(options: Partial<SignOptions> = {}, changed: Record<string, string> = {}): SignedRequest {
  return request({ ...signRequest(signer, { url: PAGE, createdAt: NOW, ...options }), ...changed })
}

const holds = { agent: 'agent.example', isVerified: true }

describe('a signature holds', () => {
  test('in the form of the current draft', async () => {
    expect(await verifierWith().verify(signed(), NOW)).toEqual(holds)
  })

  test('in the form of the first drafts, as their library makes it', async () => {
    const jwk = { ...signer.privateKey.export({ format: 'jwk' }) }
    const headers: Record<string, string> = { 'signature-agent': '"https://agent.example"' }
    const made = await signatureHeaders({ method: 'GET', url: PAGE, headers }, await signerFromJWK(jwk), {
      created: new Date(NOW),
      expires: new Date(NOW + MINUTE_MS),
    })
    const all = { ...headers, signature: made.Signature, 'signature-input': made['Signature-Input'] }
    expect(await verifierWith().verify(request(all), NOW)).toEqual(holds)
  })

  test('with an RSA key', async () => {
    const other = newSigner('rsa')
    const keys = keySet({ kty: 'EC' }, { kty: 'nonsense' }, other.jwk)
    const headers = signRequest(other, { url: PAGE, createdAt: NOW })
    expect(await verifierWith(() => Promise.resolve(keys)).verify(request(headers), NOW)).toEqual(holds)
  })

  test('when it covers more of the request', async () => {
    const more = { '"@method"': 'GET', '"@path"': '/guide', '"@query"': '?', '"@target-uri"': PAGE, '"x-intent"': 'read' }
    expect(await verifierWith().verify(signed({ more }, { 'x-intent': ' read ' }), NOW)).toEqual(holds)
    expect(await verifierWith().verify(signed({ more }), NOW)).toMatchObject({ isVerified: false })
  })

  test('beside one of another kind, and one of another agent', async () => {
    const first = signRequest(newSigner(), { url: PAGE, createdAt: NOW, agent: 'first.example' })
    const second = signRequest(signer, { url: PAGE, createdAt: NOW })
    const relabelled = (name: string) => `${first[name]!.replace('sig1=', 'other=')}, ${second[name]}`
    const headers = {
      'signature-agent': `sig0="https://first.example", ${second['signature-agent']}`,
      'signature-input': `${relabelled('signature-input')}, cdn=("@method");tag="cdn"`,
      signature: relabelled('signature'),
    }
    expect(await verifierWith().verify(request(headers), NOW)).toEqual(holds)
  })

  test('while clocks differ by seconds', async () => {
    expect(await verifierWith().verify(signed({ createdAt: NOW + 30_000 }), NOW)).toEqual(holds)
    expect(await verifierWith().verify(signed({ validSeconds: 10 }), NOW + 30_000)).toEqual(holds)
  })
})

describe('a signature proves nothing', () => {
  const verifier = verifierWith()
  const [original] = readSignatures(signed()) as [MessageSignature]
  const broken = { ...signed().headers, signature: 'sig1=:AAAA:' }

  test.each<[string, SignedRequest, RegExp]>([
    ['for another host', { ...signed(), url: 'https://other.example/guide' }, /not for this request/],
    ['by another key under the same name', request(signRequest(newSigner(), { createdAt: NOW, keyId: signer.keyId })), /not for/],
    ['by a key that is not published', request(signRequest(newSigner(), { createdAt: NOW })), /no such key/],
    ['with other bytes', request(broken), /not for this request/],
    [
      'under the name of another signer',
      signed({}, { 'signature-agent': 'sig1="https://other.example"' }),
      /not for this request/,
    ],
    ['with the signer beside it', signed({}, { 'signature-agent': 'sig2="https://agent.example"' }), /not known here/],
    ['after it has expired', signed({ createdAt: NOW - 10 * MINUTE_MS }), /expired/],
    ['before it was made', signed({ createdAt: NOW + 10 * MINUTE_MS }), /later time/],
    ['for days', signed({ validSeconds: 3 * 86_400 }), /more than a day/],
    ['for another purpose', signed({ tag: 'payments' }), /no signature is one/],
    ['of a signer on a port of its own', signed({ agent: 'agent.example:8443' }), /host and the signer/],
    ['with a header that is not known', signed({ more: { '"x-a"': 'b' } }), /"x-a" is signed/],
    ['with a value that is derived in another way', signed({ more: { '"@query-param";name="a"': 'b' } }), /@query-param/],
    ['with a line break in a value', signed({ more: { '"x-a"': 'b\n"x-b": c' } }, { 'x-a': 'b\n"x-b": c' }), /"x-a" is signed/],
    ['that names a property of objects', signed({ more: { '"constructor"': 'b', '"@constructor"': 'b' } }), /constructor/],
  ])('%s', async (_, forged, fault) => {
    const found = await verifier.verify(forged, NOW)
    expect(found).toMatchObject({ isVerified: false })
    expect(found?.fault).toMatch(fault)
  })

  test.each<Record<string, string>>([
    {},
    { 'signature-input': 'sig1=("@authority" "signature-agent");created=1;expires=2' },
    { 'signature-input': 'nonsense', signature: 'nonsense' },
    { 'signature-input': 'sig1=', signature: 'sig1=:AAAA:' },
    { 'signature-input': 'sig1=("@authority");created=1;expires=2;keyid="x";tag="web-bot-auth"', signature: 'sig1=:AAAA:' },
    { 'signature-input': 'sig1=("signature-agent");created=1;expires=2;keyid="x";tag="web-bot-auth"', signature: 'sig1=:AAAA:' },
    { 'signature-input': 'sig1=("@authority" "signature-agent");keyid="x";tag="web-bot-auth"', signature: 'sig1=:AAAA:' },
    { 'signature-input': 'sig1=("@authority")'.padEnd(3_000), signature: 'sig1=:AAAA:' },
    {
      'signature-input': `sig1=(${'"@authority" '.repeat(30)});created=1;expires=2;keyid="x";tag="web-bot-auth"`,
      signature: 'sig1=:AAAA:',
    },
    {
      'signature-input': 'sig1=("@authority" "@authority" "signature-agent");created=1;expires=2;keyid="x";tag="web-bot-auth"',
      signature: 'sig1=:AAAA:',
    },
  ])('when it is missing or broken: %j', async (headers) => {
    const found = await verifier.verify(request({ 'signature-agent': '"https://chatgpt.com"', ...headers }), NOW)
    expect(found).toMatchObject({ agent: 'chatgpt.com', isVerified: false })
  })

  test('whatever the headers say', async () => {
    const { 'signature-input': input, signature, 'signature-agent': agent } = signed().headers
    const mangled = (text: string) =>
      fc.oneof(
        fc.string(),
        fc.tuple(fc.nat(text.length), fc.nat(12), fc.string({ maxLength: 6 })).map(([at, length, other]) => {
          return text.slice(0, at) + other + text.slice(at + length)
        }),
      )
    const headers = fc.record({
      'signature-agent': mangled(agent!),
      'signature-input': mangled(input!),
      signature: mangled(signature!),
    })
    await fc.assert(
      fc.asyncProperty(headers, async (sent) => {
        const found = await verifier.verify(request(sent), NOW)
        // A change that changes nothing, such as a space, is none.
        const isSame = readSignatures(request(sent)).some((read) => 'text' in read && read.text === original.text)
        if (!isSame) expect(found?.isVerified ?? false).toBe(false)
      }),
    )
  })

  test('and a request that names no signer has none', async () => {
    expect(await verifier.verify(request({}), NOW)).toBeNull()
  })
})

/** From the draft (draft-ietf-webbotauth-httpsig-protocol, test vectors); the key is that of RFC 9421, appendix B.1.4. */
describe('the test vectors of the draft', () => {
  const keys = keySet({ kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' })
  const keyId = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U'
  const parameters = (expires: number, nonce: string) =>
    `;created=1735689600;keyid="${keyId}";alg="ed25519";expires=${expires};nonce="${nonce}";tag="web-bot-auth"`

  test('with a dictionary', async () => {
    const nonce = 'n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA=='
    const headers = {
      'signature-agent': 'agent2="https://signature-agent.test"',
      'signature-input': `sig2=("@authority" "signature-agent";key="agent2")${parameters(4889289600, nonce)}`,
      signature: 'sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:',
    }
    const [read] = readSignatures({ method: 'GET', url: 'https://example.com/path', headers }) as MessageSignature[]
    expect(read).toMatchObject({ agent: 'signature-agent.test', keyId })
    expect(await isSignedBy(keys.get(keyId)!, read!.text, read!.bytes)).toBe(true)
  })

  test('with a text', async () => {
    const nonce = 'e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg=='
    const headers = {
      'signature-agent': '"https://signature-agent.test"',
      'signature-input': `sig2=("@authority" "signature-agent")${parameters(1735693200, nonce)}`,
      signature: 'sig2=:jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==:',
    }
    const found = await verifierWith(() => Promise.resolve(keys)).verify(
      { method: 'GET', url: 'https://example.com/path', headers },
      1735690000_000,
    )
    expect(found).toEqual({ agent: 'signature-agent.test', isVerified: true })
  })
})

describe('the keys of a host', () => {
  const asking = (answer: (asked: number) => Promise<PublicKeys>) => {
    const state = { asked: 0, time: NOW, failures: [] as string[] }
    const verifier = createSignatureVerifier({
      resolveKeys: () => answer(++state.asked),
      now: () => state.time,
      onFailure: (host, error) => state.failures.push(`${host}: ${(error as Error).message}`),
    })
    return { state, verify: async () => (await verifier.verify(signed({ createdAt: state.time }), state.time))?.isVerified }
  }

  test('are asked for once an hour, however many ask at once', async () => {
    const { state, verify } = asking(() => Promise.resolve(KEYS))
    expect(await Promise.all([verify(), verify(), verify()])).toEqual([true, true, true])
    expect(state.asked).toBe(1)
    state.time += 61 * MINUTE_MS
    expect(await Promise.all([verify(), verify()])).toEqual([true, true])
    expect(state.asked).toBe(2)
  })

  test('are asked for again after five minutes when one is not among them', async () => {
    const { state, verify } = asking((asked) => Promise.resolve(asked === 1 ? keySet() : KEYS))
    expect(await verify()).toBe(false)
    expect(await verify()).toBe(false)
    expect(state.asked).toBe(1)
    state.time += 5 * MINUTE_MS
    expect(await verify()).toBe(true)
    expect(state.asked).toBe(2)
  })

  test('that cannot be had are not asked for again for five minutes', async () => {
    const { state, verify } = asking((asked) => (asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve(KEYS)))
    expect([await verify(), await verify()]).toEqual([false, false])
    expect(state).toMatchObject({ asked: 1, failures: ['agent.example: away'] })
    state.time += 5 * MINUTE_MS
    expect(await verify()).toBe(true)
  })

  test('stay good while the host is away', async () => {
    const { state, verify } = asking((asked) => (asked === 1 ? Promise.resolve(KEYS) : Promise.reject(new Error('away'))))
    expect(await verify()).toBe(true)
    state.time += 61 * MINUTE_MS
    expect(await verify()).toBe(true)
    expect(state.asked).toBe(2)
  })

  test('are no longer good when the host takes them back', async () => {
    const { state, verify } = asking((asked) => Promise.resolve(asked === 1 ? KEYS : keySet()))
    expect(await verify()).toBe(true)
    state.time += 61 * MINUTE_MS
    expect(await verify()).toBe(false)
  })

  test('that is not to be asked are none', async () => {
    expect(await verifierWith(() => null).verify(signed(), NOW)).toMatchObject({ isVerified: false })
  })
})
