import { createHash, randomBytes } from 'node:crypto'

/** 256 bits: more than anybody can guess, also among many. */
const TOKEN_BYTES = 32

/** What tokens are made of. Anything else is not looked up. */
const SHAPE = /^[\w-]{43}$/

/** For sessions, invites and the set-up link. Whoever has one is let in, so only its digest is stored. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

export function isToken(text: string): boolean {
  return SHAPE.test(text)
}

export function tokenDigest(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
