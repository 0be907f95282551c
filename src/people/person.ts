/** From the least to the most: each may do what those before it may. */
export const ROLES = ['viewer', 'editor', 'admin'] as const
export type Role = (typeof ROLES)[number]

export function mayAct(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

/** Of an invite that names none, on the page and on the command line: the least, since more is quickly given. */
export const INVITE_ROLE: Role = 'viewer'

/** Somebody who uses the dashboard. */
export interface Person {
  id: string
  /** In lower case. */
  email: string
  name: string
  role: Role
  createdAt: number
  lastSignInAt: number | null
}
