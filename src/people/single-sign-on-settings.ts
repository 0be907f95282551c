import type { Role } from './person.ts'

/** The OpenID Connect provider of the installation. */
export interface SingleSignOnSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What the button says. */
  readonly label: string
  /** Of people who come for the first time, without an invite. */
  readonly role: Role
}
