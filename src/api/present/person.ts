import type { Person } from '../../people/person.ts'
import type { UserBody } from '../schemas/people.ts'

export function presentPerson({ id, email, name, role }: Person): UserBody {
  return { id, email, name, role }
}
