import { invalid } from '../lib/problem.ts'
import { recordPeopleAudit } from './new-person.ts'
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts'
import type { PeopleDeps } from './people-deps.ts'
import { readPasswordHash, writePassword } from './person-store.ts'
import type { Person } from './person.ts'
import { type SignedIn, endSessionsOf, startSession } from './sessions.ts'
import { forgetAttempts, takeAttempt } from './sign-in-limit.ts'

/** Changes one's own password. All sessions end; the browser that asked gets a new one. */
export async function changePassword(
  deps: PeopleDeps,
  person: Person,
  { current, wanted }: { current: string; wanted: string },
): Promise<SignedIn> {
  checkNewPassword(wanted, 'new')
  // Whoever finds an open browser must not guess on without end either.
  const guess = { alone: person.id }
  await takeAttempt(deps, guess)
  const before = await readPasswordHash(deps.database, person.id)
  if (!(await isPassword(current, before))) throw invalid('current', 'is not your password')
  const password = await hashPassword(wanted)
  return deps.database.transaction(async (tx) => {
    await forgetAttempts(tx, guess)
    await writePassword(tx, person.id, password)
    await endSessionsOf(tx, person.id)
    const at = await tx.now()
    await recordPeopleAudit(tx, deps.ids, { at, actor: person.email, action: 'user.password', object: person.id })
    return startSession(tx, person, null)
  })
}
