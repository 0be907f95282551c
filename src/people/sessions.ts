import type { Connection, Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { isUnavailable } from '../database/unavailable.ts'
import type { Clock } from '../lib/clock.ts'
import { writeLastSignIn } from './person-store.ts'
import type { Person } from './person.ts'
import {
  deleteSession,
  deleteSessionsBefore,
  deleteSessionsOf,
  findSessionByDigest,
  insertSession,
  recordSessionUse,
} from './session-store.ts'
import { deleteInvitesBefore } from './invite-store.ts'
import { deleteRecoveriesBefore } from './recovery-store.ts'
import { isToken, newToken, tokenDigest } from './tokens.ts'

const DAY_MS = 86_400_000

/** From the contract: a session that nobody uses ends after two weeks, any after three months. */
const IDLE_MS = 14 * DAY_MS
export const SESSION_MS_MAX = 90 * DAY_MS

/** Writing every use would cost every request a commit, and days are all that matters. */
const USE_RESOLUTION_MS = 3_600_000

/** Somebody who has just signed in, and the token of the new session, which is nowhere else. */
export interface SignedIn {
  person: Person
  token: string
}

/** Starts a session for somebody whose identity is proved. `before` is the session of the same browser: it ends. */
export async function startSession(tx: Connection<MainSchema>, person: Person, before: string | null): Promise<SignedIn> {
  const now = await tx.now()
  const token = newToken()
  if (before !== null && isToken(before)) await deleteSession(tx, tokenDigest(before))
  await insertSession(tx, tokenDigest(token), person.id, now)
  await writeLastSignIn(tx, person.id, now)
  return { person: { ...person, lastSignInAt: now }, token }
}

/** Who is behind a token; null when it is unknown or its session has ended. The role is that of this moment. */
export async function findSession(database: Database<MainSchema>, clock: Clock, token: string): Promise<Person | null> {
  if (!isToken(token)) return null
  const digest = tokenDigest(token)
  const session = await findSessionByDigest(database, digest)
  if (!session) return null
  const now = clock.now()
  if (session.lastUsedAt + IDLE_MS <= now || session.createdAt + SESSION_MS_MAX <= now) return null
  if (session.lastUsedAt + USE_RESOLUTION_MS <= now)
    await recordSessionUse(database, digest, now).catch((error: unknown) => {
      // On a full disk nothing can be noted, but everything can be read.
      if (!isUnavailable(error)) throw error
    })
  return session.person
}

export async function endSession(database: Database<MainSchema>, token: string): Promise<void> {
  if (isToken(token)) await deleteSession(database, tokenDigest(token))
}

export async function endSessionsOf(database: Connection<MainSchema>, personId: string): Promise<void> {
  await deleteSessionsOf(database, personId)
}

/** Removes what has ended by itself. */
export async function sweepSessions(database: Database<MainSchema>): Promise<void> {
  const now = await database.now()
  await deleteSessionsBefore(database, { usedBefore: now - IDLE_MS, createdBefore: now - SESSION_MS_MAX })
  await deleteInvitesBefore(database, now)
  await deleteRecoveriesBefore(database, now)
}
