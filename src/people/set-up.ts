import { Problem } from '../lib/problem.ts'
import { readEmail } from './email.ts'
import { addPerson, readName } from './new-person.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import type { PeopleDeps } from './people-deps.ts'
import { hasAdmin } from './person-store.ts'
import { type SignedIn, startSession } from './sessions.ts'
import { hasSetUp, replaceSetUp, takeSetUp } from './set-up-store.ts'
import { isToken, newToken, tokenDigest } from './tokens.ts'

/** A token for the first admin, while there is none; the one before is dead. Null when there is one. */
export async function offerSetUp({ database }: PeopleDeps): Promise<string | null> {
  return database.transaction(async (tx) => {
    if (await hasAdmin(tx)) return null
    const token = newToken()
    await replaceSetUp(tx, tokenDigest(token), await tx.now())
    return token
  })
}

/** The path of the page behind a token. It is behind the `#`, so that it reaches no log of any server. */
export function setUpLink(token: string): string {
  return `/setup#${token}`
}

export interface SetUp {
  token: string
  email: string
  name: string
  password: string
  before: string | null
}

/** Makes the first admin. The token works once. */
export async function setUp({ database, ids }: PeopleDeps, wanted: SetUp): Promise<SignedIn> {
  const digest = tokenDigest(wanted.token)
  // Before the password is hashed: strangers must not make the service work.
  if (!isToken(wanted.token) || !(await hasSetUp(database, digest))) throw noSuchLink()
  const [email, name] = [readEmail(wanted.email), readName(wanted.name)]
  checkNewPassword(wanted.password)
  const password = await hashPassword(wanted.password)
  return database.transaction(async (tx) => {
    if (!(await takeSetUp(tx, digest)) || (await hasAdmin(tx))) throw noSuchLink()
    const person = await addPerson(tx, ids, { email, name, role: 'admin', password, openidSubject: null })
    return startSession(tx, person, wanted.before)
  })
}

function noSuchLink(): Problem {
  return new Problem(
    404,
    'set_up_not_found',
    "This set-up link isn't valid, or was used. Restart the server: without an admin, it prints a new one.",
  )
}
