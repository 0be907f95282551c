import type { Person } from '../people/person.ts'
import type { UserBody } from './people-schemas.ts'

export function presentPerson({ id, email, name, role }: Person): UserBody {
  return { id, email, name, role }
}
