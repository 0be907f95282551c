import { Problem, invalid } from '../lib/problem.ts'
import { recordPeopleAudit } from './new-person.ts'
import { isPassword } from './passwords.ts'
import type { PeopleDeps } from './people-deps.ts'
import { findPersonBySubject, readPasswordHash, readSubject, writeSubject } from './person-store.ts'
import type { Person } from './person.ts'
import { refuseOtherOrganisation } from './sign-in-elsewhere.ts'
import { forgetAttempts, takeAttempt } from './sign-in-limit.ts'
import type { Admission } from './single-sign-on-settings.ts'
import type { Identity } from './single-sign-on.ts'

/** Someone who is signed in wants to link the single sign-on. The password proves that it isn't whoever found the browser open. */
export async function mayLinkSingleSignOn(deps: PeopleDeps, person: Person, password: string): Promise<void> {
  const guess = { alone: person.id }
  await takeAttempt(deps, guess)
  const hash = await readPasswordHash(deps.database, person.id)
  if (!(await isPassword(password, hash))) throw invalid('password', 'is wrong')
  await forgetAttempts(deps.database, guess)
  if ((await readSubject(deps.database, person.id)) !== null)
    throw new Problem(409, 'already_linked', 'Your account is already linked with single sign-on.')
}

/** From now on the provider's account signs this person in. Its e-mail address may be another one. */
export async function linkSingleSignOn(
  { database, ids }: PeopleDeps,
  person: Person,
  identity: Identity,
  admission: Admission,
): Promise<void> {
  refuseOtherOrganisation(identity, admission)
  await database.transaction(async (tx) => {
    const owner = await findPersonBySubject(tx, identity.subject)
    if (owner?.id === person.id) return
    if (owner || !(await writeSubject(tx, person.id, identity.subject)))
      throw new Problem(403, 'link_taken', 'One of the two accounts is already linked with another one.')
    const at = await tx.now()
    await recordPeopleAudit(tx, ids, { at, actor: person.email, action: 'user.single-sign-on', object: person.id })
  })
}
