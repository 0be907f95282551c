import { Problem } from '../lib/problem.ts'
import { toEmail } from './email.ts'
import { isPassword } from './passwords.ts'
import type { PeopleDeps } from './people-deps.ts'
import { findPerson, findPersonByEmail, readPasswordHash } from './person-store.ts'
import { type SignedIn, startSession } from './sessions.ts'
import { forgetAttempts, takeAttempt } from './sign-in-limit.ts'

export interface SignIn {
  email: string
  password: string
  /** Of the client. */
  address: string
  /** The token that the browser already had. */
  before: string | null
  /** The id of the browser, if that person has signed in with it before. */
  deviceOf(personId: string): string | null
}

/** Signs somebody in by password. An unknown e-mail and a wrong password get the same answer after the same time. */
export async function signIn(deps: PeopleDeps, wanted: SignIn): Promise<SignedIn> {
  const { password, address, before } = wanted
  const email = toEmail(wanted.email)
  const found = await findPersonByEmail(deps.database, email)
  const device = wanted.deviceOf(found?.id ?? '')
  const guess = device === null ? { email, address } : { alone: device }
  await takeAttempt(deps, guess)
  const hash = await readPasswordHash(deps.database, found?.id ?? '')
  if (!(await isPassword(password, hash)) || !found) throw wrongSignIn()
  return deps.database.transaction(async (tx) => {
    // Between the look and now somebody may have removed this person, or changed the password for a reason.
    const person = await findPerson(tx, found.id)
    if (!person || (await readPasswordHash(tx, found.id)) !== hash) throw wrongSignIn()
    await forgetAttempts(tx, guess)
    return startSession(tx, person, before)
  })
}

function wrongSignIn(): Problem {
  return new Problem(401, 'wrong_sign_in', 'The e-mail address or the password is wrong.', {
    headers: { 'www-authenticate': 'Session' },
  })
}
