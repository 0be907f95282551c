import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { Problem } from '../lib/problem.ts'
import { recordPeopleAudit } from './new-person.ts'
import type { PeopleDeps } from './people-deps.ts'
import { deletePerson, findPerson, lockAdmins, readSubject, writeRole } from './person-store.ts'
import type { Person, Role } from './person.ts'
import { insertRemoved } from './removed-store.ts'
import { endSessionsOf } from './sessions.ts'

/** Gives somebody another role, from their very next request on. There is always an admin. */
export async function changeRole({ database, ids }: PeopleDeps, id: string, role: Role, actor: string): Promise<Person> {
  return database.transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    const person = await needPerson(tx, id)
    if (person.role === role) return person
    if (admins.length === 1 && admins[0] === id) throw lastAdmin()
    await writeRole(tx, id, role)
    await recordPeopleAudit(tx, ids, { at: await tx.now(), actor, action: `user.role.${role}`, object: id })
    return { ...person, role }
  })
}

export interface RemovePerson {
  id: string
  actor: string
  /** On the command line: whoever has the machine may remove everybody, and gets a new set-up link. */
  mayBeLastAdmin: boolean
}

/**
 * Removes someone, with all their sessions. What they did keeps their e-mail in the audit entries. They stay out until they are
 * invited again, also where their domain may join without an invite.
 */
export async function removePerson({ database, ids }: PeopleDeps, wanted: RemovePerson): Promise<Person> {
  return database.transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    const person = await needPerson(tx, wanted.id)
    if (!wanted.mayBeLastAdmin && admins.length === 1 && admins[0] === wanted.id) throw lastAdmin()
    await endSessionsOf(tx, person.id)
    const at = await tx.now()
    await insertRemoved(tx, { id: person.id, email: person.email, subject: await readSubject(tx, person.id), at })
    await deletePerson(tx, person.id)
    await recordPeopleAudit(tx, ids, { at, actor: wanted.actor, action: 'user.remove', object: person.email })
    return person
  })
}

async function needPerson(tx: Connection<MainSchema>, id: string): Promise<Person> {
  const person = await findPerson(tx, id)
  if (!person) throw new Problem(404, 'user_not_found', "This user doesn't exist.")
  return person
}

function lastAdmin(): Problem {
  return new Problem(409, 'last_admin', 'This is the last admin. Make someone else an admin first.')
}
