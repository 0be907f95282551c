import { Problem } from '../lib/problem.ts'
import { recordPeopleAudit } from './new-person.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import type { PeopleDeps } from './people-deps.ts'
import { findPerson, writePassword } from './person-store.ts'
import type { Person } from './person.ts'
import { findRecovery, replaceRecovery, takeRecovery } from './recovery-store.ts'
import { type SignedIn, endSessionsOf, startSession } from './sessions.ts'
import { isToken, newToken, tokenDigest } from './tokens.ts'

/** A day: the link is handed over by people. */
const RECOVERY_MS = 86_400_000

/**
 * Makes a link with which someone chooses a new password. It works while strangers keep the sign-in locked. Only the command line
 * makes one: whoever has the machine may let anyone in.
 */
export async function offerRecovery(
  { database, ids }: PeopleDeps,
  person: Person,
  actor: string,
): Promise<{ token: string; expiresAt: number }> {
  return database.transaction(async (tx) => {
    const now = await tx.now()
    const [token, expiresAt] = [newToken(), now + RECOVERY_MS]
    await replaceRecovery(tx, { digest: tokenDigest(token), personId: person.id, expiresAt })
    await recordPeopleAudit(tx, ids, { at: now, actor, action: 'user.recovery', object: person.id })
    return { token, expiresAt }
  })
}

/** The path of the page behind a link. The token is behind the `#`, so that it reaches no log of any server. */
export function recoveryLink(token: string): string {
  return `/recover#${token}`
}

export async function peekRecovery({ database }: PeopleDeps, token: string): Promise<Person> {
  const id = isToken(token) ? await findRecovery(database, tokenDigest(token), await database.now()) : null
  const person = id === null ? null : await findPerson(database, id)
  if (!person) throw noSuchRecovery()
  return person
}

/** Gives the person a new password, ends all their sessions, and signs them in. The link works once. */
export async function recover(
  deps: PeopleDeps,
  wanted: { token: string; password: string; before: string | null },
): Promise<SignedIn> {
  // Before the password is hashed: strangers must not make the service work.
  await peekRecovery(deps, wanted.token)
  checkNewPassword(wanted.password)
  const password = await hashPassword(wanted.password)
  return deps.database.transaction(async (tx) => {
    const id = await takeRecovery(tx, tokenDigest(wanted.token), await tx.now())
    const person = id === null ? null : await findPerson(tx, id)
    if (!person) throw noSuchRecovery()
    await writePassword(tx, person.id, password)
    await endSessionsOf(tx, person.id)
    const at = await tx.now()
    await recordPeopleAudit(tx, deps.ids, { at, actor: person.email, action: 'user.password', object: person.id })
    return startSession(tx, person, wanted.before)
  })
}

function noSuchRecovery(): Problem {
  return new Problem(
    404,
    'recovery_not_found',
    'This link was used or replaced, or is older than a day. Create a new one with `docwright user link`.',
  )
}
