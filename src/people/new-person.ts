import { recordAudit } from '../database/audit-store.ts'
import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Ids } from '../lib/ids.ts'
import { Problem, invalid } from '../lib/problem.ts'
import { deleteInvitesFor } from './invite-store.ts'
import { insertPerson } from './person-store.ts'
import { deleteRemoved } from './removed-store.ts'
import type { Person, Role } from './person.ts'
import { deleteSetUp } from './set-up-store.ts'

const NAME_CHARACTERS_MAX = 200

export interface NewPerson {
  /** Already read by `readEmail`. */
  email: string
  name: string
  role: Role
  /** A hash. */
  password: string | null
  openidSubject: string | null
}

/** Adds somebody, within the transaction that uses up what let them in. */
export async function addPerson(tx: Connection<MainSchema>, ids: Ids, wanted: NewPerson): Promise<Person> {
  const now = await tx.now()
  const { email, role, password, openidSubject } = wanted
  const person: Person = { id: ids.next('usr', now), email, name: wanted.name, role, createdAt: now, lastSignInAt: null }
  if (!(await insertPerson(tx, person, { password, openidSubject }))) throw alreadyThere(email)
  // What could let them in a second time is dead, and so is the link for the very first admin.
  await deleteInvitesFor(tx, email)
  if (role === 'admin') await deleteSetUp(tx)
  // Whoever was removed and is let in again is a person like any other.
  await deleteRemoved(tx, { email, subject: openidSubject })
  await recordPeopleAudit(tx, ids, { at: now, actor: email, action: 'user.create', object: person.id })
  return person
}

export function readName(text: string): string {
  const name = text.normalize('NFC').trim()
  if (name !== '' && name.length <= NAME_CHARACTERS_MAX && !/\p{Cc}/u.test(name)) return name
  throw invalid('name', `must have 1 to ${NAME_CHARACTERS_MAX} characters`)
}

export function alreadyThere(email: string): Problem {
  return new Problem(409, 'user_exists', `${email} can sign in already.`)
}

/** People belong to no project. */
export async function recordPeopleAudit(
  tx: Connection<MainSchema>,
  ids: Ids,
  entry: { at: number; actor: string; action: string; object: string },
): Promise<void> {
  await recordAudit(tx, { id: ids.next('audit', entry.at), projectId: null, ...entry })
}
