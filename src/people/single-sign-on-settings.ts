import type { Role } from './person.ts'

/** Whom a single sign-on lets in. */
export interface Admission {
  /**
   * Who may join without an invite, by the domain of a verified e-mail address (see `readDomain`), and with which role. Empty means
   * invite only.
   */
  readonly domains: ReadonlyMap<string, Role>
  /** Accounts without this claim are refused, invited or not; null when all accounts of the provider count. */
  readonly organisation: { readonly claim: string; readonly value: string } | null
}

/** The OpenID Connect provider of the installation. */
export interface SingleSignOnSettings extends Admission {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What the button says. */
  readonly label: string
}
