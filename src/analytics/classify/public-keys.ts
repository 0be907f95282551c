import { type JsonWebKey, type KeyObject, constants, createHash, createPublicKey, verify } from 'node:crypto'
import { promisify } from 'node:util'

/** The names are those of the IANA registry of HTTP signature algorithms; a signature may name its own. */
export type Algorithm = 'ed25519' | 'rsa-pss-sha512'

export interface PublicKey {
  algorithm: Algorithm
  key: KeyObject
}

/** By the thumbprint (RFC 7638), which a signature has as its `keyid`. */
export type PublicKeys = ReadonlyMap<string, PublicKey>

/** An operator has a few: those in use, and the next ones. */
const KEYS_MAX = 32

/** Shorter ones can be broken, and longer ones take long to check. */
const RSA_BITS = { min: 2048, max: 4096 }

const verifyBytes = promisify<string | null, Buffer, Parameters<typeof verify>[2], Buffer, boolean>(verify)

/** The keys of a JSON Web Key Set. Entries of a kind that is not known here are passed over; null for what is no key set. */
export function readKeySet(text: string): PublicKeys | null {
  const keys = parse(text)?.keys
  if (!Array.isArray(keys)) return null
  const found = new Map<string, PublicKey>()
  for (const entry of keys.slice(0, KEYS_MAX) as unknown[]) {
    const key = isObject(entry) ? readKey(entry) : null
    if (key) found.set(key.thumbprint, key)
  }
  return found
}

/** Whether the holder of the key signed the text. The work is done on a thread of the pool, not on this one. */
export function isSignedBy({ algorithm, key }: PublicKey, text: string, signature: Buffer): Promise<boolean> {
  const data = Buffer.from(text, 'utf8')
  if (algorithm === 'ed25519') return verifyBytes(null, data, key, signature)
  return verifyBytes('sha512', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }, signature)
}

function readKey(entry: Record<string, unknown>): (PublicKey & { thumbprint: string }) | null {
  const { kty, crv, x, n, e } = entry
  // In the order of the thumbprint, and nothing else: above all no private part that somebody published by mistake.
  const [algorithm, jwk] =
    kty === 'OKP' && crv === 'Ed25519' ? (['ed25519', { crv, kty, x }] as const) : (['rsa-pss-sha512', { e, kty, n }] as const)
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
    const bits = key.asymmetricKeyDetails?.modulusLength
    if (bits !== undefined && (bits < RSA_BITS.min || bits > RSA_BITS.max)) return null
    return { algorithm, key, thumbprint: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url') }
  } catch {
    // Node tells by an exception that it cannot read a key.
    return null
  }
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
