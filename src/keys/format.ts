import { createHash, createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type KeyKind = 'admin' | 'site' | 'drain'

/**
 * Published: secret scanners look for these. Admin keys are secret; site keys are public and can only add views; drain keys are
 * known to the vendor who sends the logs, and can only add views.
 */
const PREFIX: Record<KeyKind, string> = { admin: 'dw_', site: 'dws_', drain: 'dwd_' }

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_BITS = 192
/** 62^33 is the first power of 62 above 2^192. */
const RANDOM_DIGITS = 33
/** 62^6 is the first power of 62 above 2^32. */
const CHECKSUM_DIGITS = 6

const SHAPE = /^(dw[sd]?_)([0-9A-Za-z]{33})([0-9A-Za-z]{6})$/

function base62(number: bigint, digits: number): string {
  let text = ''
  for (let rest = number; text.length < digits; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text
  return text
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_DIGITS)
}

export function generateKey(kind: KeyKind): string {
  return toKey(kind, randomBytes(RANDOM_BITS / 8))
}

/** The same key every time for the same secret and name; without the secret it cannot be told from a random one. */
export function deriveKey(kind: KeyKind, secret: Buffer, name: string): string {
  const derived = createHmac('sha256', secret).update(`${kind}:${name}`).digest()
  return toKey(kind, derived.subarray(0, RANDOM_BITS / 8))
}

function toKey(kind: KeyKind, bytes: Buffer): string {
  const body = base62(BigInt(`0x${bytes.toString('hex')}`), RANDOM_DIGITS)
  return PREFIX[kind] + body + checksum(body)
}

/** True for a string that could be a key of that kind. Junk is refused here, before anything reaches the database. */
export function isWellFormed(kind: KeyKind, key: string): boolean {
  const [, prefix, body, sum] = SHAPE.exec(key) ?? []
  return prefix === PREFIX[kind] && sum === checksum(body!)
}

/** What is stored and looked up. A plain hash is enough for 192 random bits, and equality in an index tells no timing. */
export function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** What may be shown later: prefix and last four. */
export function displayOf(key: string): string {
  return `${key.slice(0, key.indexOf('_') + 1)}…${key.slice(-4)}`
}
