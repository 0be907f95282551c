import { Problem } from '../lib/problem.ts'
import { readEmail } from './email.ts'
import { findInviteByEmail } from './invite-store.ts'
import { addPerson, readName, recordPeopleAudit } from './new-person.ts'
import type { PeopleDeps } from './people-deps.ts'
import { findPersonByEmail, findPersonBySubject, writeSubject } from './person-store.ts'
import type { Role } from './person.ts'
import { type SignedIn, startSession } from './sessions.ts'
import type { Identity } from './single-sign-on.ts'

/**
 * Signs in somebody whom the provider vouches for.
 *
 * People are known by the provider's subject. The first time, a verified e-mail connects it with whom we know by that address;
 * whoever we do not know is added, with the role of their invite or else with the default one.
 */
export async function signInElsewhere(
  { database, ids }: PeopleDeps,
  { subject, email: stated, name }: Identity,
  { role, before }: { role: Role; before: string | null },
): Promise<SignedIn> {
  return database.transaction(async (tx) => {
    const known = await findPersonBySubject(tx, subject)
    if (known) return startSession(tx, known, before)
    if (stated === null)
      throw new Problem(403, 'email_not_verified', 'The provider of the single sign-on does not vouch for an e-mail address.')
    const email = readEmail(stated)
    const now = await tx.now()
    const person = await findPersonByEmail(tx, email)
    if (!person) {
      const invited = await findInviteByEmail(tx, email, now)
      const wanted = { email, name: readName((name ?? email).slice(0, 200)), role: invited?.role ?? role }
      return startSession(tx, await addPerson(tx, ids, { ...wanted, password: null, openidSubject: subject }), before)
    }
    // An address that went to somebody else does not bring its former owner's rights with it.
    if (!(await writeSubject(tx, person.id, subject)))
      throw new Problem(403, 'email_taken', 'This e-mail address belongs to another account of the single sign-on.')
    await recordPeopleAudit(tx, ids, { at: now, actor: email, action: 'user.single-sign-on', object: person.id })
    return startSession(tx, person, before)
  })
}
