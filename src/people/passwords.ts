import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { invalid } from '../lib/problem.ts'

/** From NIST SP 800-63B and OWASP: length is what counts, and rules about kinds of characters make passwords worse. */
const CHARACTERS_MIN = 12
const BYTES_MAX = 1024

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 60 ms. Memory is in KiB. Stored with each hash. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const NONCE_BYTES = 16
const TAG_BYTES = 32

const NOTATION = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** What a password for somebody who does not exist is compared with, so that it takes as long. No password fits it. */
const NOBODY = notation(Buffer.alloc(NONCE_BYTES), Buffer.alloc(TAG_BYTES))

export function checkNewPassword(password: string, field = 'password'): void {
  const normal = normalise(password)
  if (Array.from(normal).length < CHARACTERS_MIN) throw invalid(field, `must have at least ${CHARACTERS_MIN} characters`)
  if (Buffer.byteLength(normal) > BYTES_MAX) throw invalid(field, `must have at most ${BYTES_MAX} bytes`)
}

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES)
  const tag = await derive('argon2id', { ...COST, message: normalise(password), nonce, tagLength: TAG_BYTES })
  return notation(nonce, tag)
}

/** @param hash Null for somebody who does not exist or has no password: the answer is false, after the same time. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const normal = normalise(password)
  // Nobody has one as long as this, so the time tells nothing; and a long one must not cost more than a short one.
  if (Buffer.byteLength(normal) > BYTES_MAX) return false
  const [, memory, passes, parallelism, nonce = '', tag = ''] = NOTATION.exec(hash ?? NOBODY) ?? []
  const expected = Buffer.from(tag, 'base64')
  const found = await derive('argon2id', {
    message: normal,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(found, expected) && hash !== null
}

/** The same password typed on another keyboard can come as other code points. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}

/** The notation that every argon2 library reads. */
function notation(nonce: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(nonce)}$${text(tag)}`
}
