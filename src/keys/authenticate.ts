import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Clock } from '../lib/clock.ts'
import { Problem } from '../lib/problem.ts'
import { digestOf, isWellFormed } from './format.ts'
import type { Key } from './key.ts'
import { noteUse } from './note-use.ts'
import { findKeyByDigest } from './store.ts'

/** RFC 6750: the scheme is case-insensitive, the token is one word. */
const BEARER = /^Bearer +([^ ]+) *$/i

/** Finds the admin key behind an `Authorization` header, or says why there is none. */
export async function authenticate(database: Database<MainSchema>, clock: Clock, header: string | undefined): Promise<Key> {
  if (header === undefined) throw unauthorized('An admin key is required: send the header `Authorization: Bearer dw_…`.')
  const secret = BEARER.exec(header)?.[1]
  if (secret === undefined || !isWellFormed('admin', secret))
    throw unauthorized('The Authorization header does not hold a well-formed admin key.')
  const key = await findKeyByDigest(database, 'admin', digestOf(secret))
  if (!key) throw unauthorized('This key is not known here.')
  // The machine's clock is good enough to tell a day from another, and asking the database would cost every request a round trip.
  const now = clock.now()
  if (key.revokedAt !== null) throw unauthorized('This key was revoked.')
  if (key.expiresAt !== null && key.expiresAt <= now) throw unauthorized('This key has expired.')
  await noteUse(database, key, now)
  return key
}

function unauthorized(detail: string): Problem {
  return new Problem(401, 'unauthorized', detail, { headers: { 'www-authenticate': 'Bearer' } })
}
