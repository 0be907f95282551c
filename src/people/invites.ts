import { Problem } from '../lib/problem.ts'
import { readEmail } from './email.ts'
import { type Invite, deleteInvite, findInviteByDigest, replaceInvite, takeInvite } from './invite-store.ts'
import { addPerson, alreadyThere, readName, recordPeopleAudit } from './new-person.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import type { PeopleDeps } from './people-deps.ts'
import { findPersonByEmail, lockAdmins } from './person-store.ts'
import type { Role } from './person.ts'
import { type SignedIn, startSession } from './sessions.ts'
import { isToken, newToken, tokenDigest } from './tokens.ts'

/** From the contract: a week. */
const INVITE_MS = 7 * 86_400_000

/** Makes a link that lets one person in. The token is in the answer and nowhere else. */
export async function invite(
  { database, ids }: PeopleDeps,
  wanted: { email: string; role: Role; actor: string },
): Promise<{ invite: Invite; token: string }> {
  const email = readEmail(wanted.email)
  return database.transaction(async (tx) => {
    // Two invites for the same address at the same moment wait for each other.
    await lockAdmins(tx)
    if (await findPersonByEmail(tx, email)) throw alreadyThere(email)
    const now = await tx.now()
    const made: Invite = { id: ids.next('inv', now), email, role: wanted.role, createdAt: now, expiresAt: now + INVITE_MS }
    const token = newToken()
    await replaceInvite(tx, made, tokenDigest(token))
    await recordPeopleAudit(tx, ids, { at: now, actor: wanted.actor, action: 'user.invite', object: email })
    return { invite: made, token }
  })
}

/** The path of the page behind an invite. The token is behind the `#`, so that it reaches no log of any server. */
export function inviteLink(token: string): string {
  return `/invite#${token}`
}

export async function peekInvite({ database }: PeopleDeps, token: string): Promise<Invite> {
  const found = isToken(token) ? await findInviteByDigest(database, tokenDigest(token), await database.now()) : null
  if (!found) throw noSuchInvite()
  return found
}

export async function revokeInvite({ database, ids }: PeopleDeps, id: string, actor: string): Promise<void> {
  await database.transaction(async (tx) => {
    const deleted = await deleteInvite(tx, id)
    if (!deleted) throw noSuchInvite()
    const now = await tx.now()
    await recordPeopleAudit(tx, ids, { at: now, actor, action: 'user.invite.revoke', object: deleted.email })
  })
}

export interface AcceptInvite {
  token: string
  name: string
  password: string
  before: string | null
}

/** Makes the person that was invited. The link works once. */
export async function acceptInvite(deps: PeopleDeps, wanted: AcceptInvite): Promise<SignedIn> {
  // Before the password is hashed: strangers must not make the service work.
  await peekInvite(deps, wanted.token)
  const name = readName(wanted.name)
  checkNewPassword(wanted.password)
  const password = await hashPassword(wanted.password)
  return deps.database.transaction(async (tx) => {
    const taken = await takeInvite(tx, tokenDigest(wanted.token), await tx.now())
    if (!taken) throw noSuchInvite()
    const { email, role } = taken
    const person = await addPerson(tx, deps.ids, { email, name, role, password, openidSubject: null })
    return startSession(tx, person, wanted.before)
  })
}

export function noSuchInvite(): Problem {
  return new Problem(404, 'invite_not_found', 'This invite is no longer valid. Ask for a new one.')
}
