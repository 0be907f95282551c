import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { Problem } from '../lib/problem.ts'
import { domainOf } from './email-domain.ts'
import { readEmail } from './email.ts'
import { findInviteByEmail } from './invite-store.ts'
import { addPerson, readName } from './new-person.ts'
import type { PeopleDeps } from './people-deps.ts'
import { findPersonByEmail, findPersonBySubject, readSubject } from './person-store.ts'
import type { Role } from './person.ts'
import { wasRemoved } from './removed-store.ts'
import { type SignedIn, startSession } from './sessions.ts'
import type { Admission } from './single-sign-on-settings.ts'
import type { Identity } from './single-sign-on.ts'

const NAME_CHARACTERS_MAX = 200

/**
 * Signs in someone whom the provider vouches for.
 *
 * People are known by the provider's subject. Anyone else has to be let in: by an invite for their verified e-mail address, or by its
 * domain. An account that exists is never linked by its e-mail address alone: addresses change hands, and what a provider calls
 * verified differs. Its owner does that, signed in (`link-single-sign-on.ts`).
 */
export async function signInElsewhere(
  { database, ids }: PeopleDeps,
  identity: Identity,
  { admission, before }: { admission: Admission; before: string | null },
): Promise<SignedIn> {
  refuseOtherOrganisation(identity, admission)
  const { subject, name } = identity
  return database.transaction(async (tx) => {
    const known = await findPersonBySubject(tx, subject)
    if (known) return startSession(tx, known, before)
    const email = readVouchedFor(identity)
    const owner = await findPersonByEmail(tx, email)
    if (owner) throw (await readSubject(tx, owner.id)) === null ? linkFirst() : emailTaken()
    const invited = await findInviteByEmail(tx, email, await tx.now())
    const role = invited?.role ?? (await roleWithoutInvite(tx, admission, { email, subject }))
    const wanted = { email, name: readName((name ?? email).slice(0, NAME_CHARACTERS_MAX)), role }
    const person = await addPerson(tx, ids, { ...wanted, password: null, openidSubject: subject })
    return startSession(tx, person, before)
  })
}

/** Providers such as Google sign everyone in who has an account with them, from any organisation or none. */
export function refuseOtherOrganisation({ organisation }: Identity, { organisation: wanted }: Admission): void {
  if (wanted === null || organisation?.toLowerCase() === wanted.value.toLowerCase()) return
  throw new Problem(
    403,
    'other_organisation',
    `The account is not one of the organisation: its claim ${wanted.claim} is ${organisation === null ? 'missing' : JSON.stringify(organisation)}.`,
  )
}

async function roleWithoutInvite(
  tx: Connection<MainSchema>,
  { domains }: Admission,
  newcomer: { email: string; subject: string },
): Promise<Role> {
  const role = domains.get(domainOf(newcomer.email) ?? '')
  if (role === undefined) throw inviteNeeded('No one invited this e-mail address, and its domain may not join without an invite.')
  if (await wasRemoved(tx, newcomer)) throw inviteNeeded('This person was removed, and has no new invite.')
  return role
}

function readVouchedFor({ email: stated }: Identity): string {
  if (stated !== null && isEmail(stated)) return readEmail(stated)
  throw new Problem(
    403,
    'email_not_verified',
    "The single sign-on provider doesn't confirm a usable e-mail address. Verify your address with the provider.",
  )
}

/** Also no letter that only looks like one of ASCII once it is in lower case: such an address would be taken for another one. */
function isEmail(stated: string): boolean {
  try {
    return countNonAscii(stated) === countNonAscii(readEmail(stated))
  } catch {
    return false
  }
}

function countNonAscii(text: string): number {
  return Array.from(text).filter((letter) => letter > '\x7f').length
}

/** The page says the same for all reasons; the log has the one that holds. */
function inviteNeeded(reason: string): Problem {
  return new Problem(403, 'invite_needed', reason)
}

function linkFirst(): Problem {
  return new Problem(
    403,
    'link_first',
    'An account with this e-mail address has a password. Sign in with the password, then link single sign-on on the Account page.',
  )
}

/** An address that went to someone else does not bring its former owner's rights with it. */
function emailTaken(): Problem {
  return new Problem(
    403,
    'email_taken',
    'Another account of the single sign-on provider has this e-mail address. Sign in with that account.',
  )
}
