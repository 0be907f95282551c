import { describe, expect, test } from 'vitest'
import { signatureHeaders } from 'web-bot-auth'
import { signerFromJWK } from 'web-bot-auth/crypto'
import { type KeyResolver, type SignedRequest, createSignatureVerifier } from './verify-signature.ts'

/** The example key of RFC 9421, appendix B.1.4. */
const PUBLIC_KEY: JsonWebKey = { kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' }
const PRIVATE_KEY: JsonWebKey = { ...PUBLIC_KEY, d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU' }

async function sign({ age = 0, life = 300_000, url = 'https://docs.example.com/guide' } = {}): Promise<SignedRequest> {
  const headers: Record<string, string> = { 'signature-agent': '"https://chatgpt.com"' }
  const created = new Date(Date.now() - age)
  const signed = await signatureHeaders({ method: 'GET', url, headers }, await signerFromJWK(PRIVATE_KEY), {
    created,
    expires: new Date(created.getTime() + life),
  })
  return {
    method: 'GET',
    url,
    headers: { ...headers, signature: signed.Signature, 'signature-input': signed['Signature-Input'] },
  }
}

function verifierWith(resolveKeys: KeyResolver = () => Promise.resolve([PUBLIC_KEY]), now = () => 0) {
  return createSignatureVerifier({ resolveKeys, now })
}

describe('a signature', () => {
  test('that holds is verified', async () => {
    expect(await verifierWith().verify(await sign())).toEqual({ agent: 'chatgpt.com', isVerified: true })
  })

  test('made for another host is not', async () => {
    const request = await sign()
    expect(await verifierWith().verify({ ...request, url: 'https://other.example/guide' })).toMatchObject({ isVerified: false })
  })

  test('with another signer put in is not', async () => {
    const request = await sign()
    const headers = { ...request.headers, 'signature-agent': '"https://other.example"' }
    expect(await verifierWith().verify({ ...request, headers })).toEqual({ agent: 'other.example', isVerified: false })
  })

  test('that has expired is not', async () => {
    expect(await verifierWith().verify(await sign({ age: 600_000 }))).toMatchObject({ isVerified: false })
  })

  test('that would be valid for days is not', async () => {
    expect(await verifierWith().verify(await sign({ life: 3 * 24 * 3_600_000 }))).toMatchObject({ isVerified: false })
  })

  test('by an unknown key is not', async () => {
    expect(await verifierWith(() => Promise.resolve([])).verify(await sign())).toMatchObject({ isVerified: false })
    expect(await verifierWith(() => Promise.resolve(null)).verify(await sign())).toMatchObject({ isVerified: false })
    expect(await verifierWith(() => Promise.reject(new Error('offline'))).verify(await sign())).toMatchObject({
      isVerified: false,
    })
  })

  test.each<Record<string, string>>([
    {},
    { 'signature-input': 'sig1=("@authority" "signature-agent");created=1;expires=2' },
    { 'signature-input': 'nonsense', signature: 'nonsense' },
    { 'signature-input': 'sig1=("@authority");created=1;expires=2;keyid="x";tag="web-bot-auth"', signature: 'sig1=:AAAA:' },
  ])('that is missing or broken is not: %j', async (headers) => {
    const request = {
      method: 'GET',
      url: 'https://docs.example.com/',
      headers: { 'signature-agent': '"https://chatgpt.com"', ...headers },
    }
    expect(await verifierWith().verify(request)).toEqual({ agent: 'chatgpt.com', isVerified: false })
  })
})

test('a request that names no signer has no signature', async () => {
  expect(await verifierWith().verify({ method: 'GET', url: 'https://docs.example.com/', headers: {} })).toBeNull()
})

test('keys that cannot be read are as good as none', async () => {
  const broken: JsonWebKey = { kty: 'nonsense' }
  expect(await verifierWith(() => Promise.resolve([broken, PUBLIC_KEY])).verify(await sign())).toMatchObject({ isVerified: true })
})

test('the keys of a host are asked for once an hour', async () => {
  let asked = 0
  let time = 0
  const verifier = verifierWith(
    () => {
      asked++
      return Promise.resolve([PUBLIC_KEY])
    },
    () => time,
  )
  await Promise.all([verifier.verify(await sign()), verifier.verify(await sign())])
  expect(asked).toBe(1)
  time = 3_600_001
  await verifier.verify(await sign())
  expect(asked).toBe(2)
})
