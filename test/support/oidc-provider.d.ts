/** The package has no types of its own; this is what the tests use of it. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  export interface Account {
    accountId: string
    claims(): Record<string, unknown>
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): RequestListener
  }
}
