import { readDomain } from '../people/email-domain.ts'
import { ROLES, type Role } from '../people/person.ts'
import type { SingleSignOnSettings } from '../people/single-sign-on-settings.ts'
import type { Environment } from './environment.ts'

/** An OpenID Connect provider that people sign in with; null for none. */
export function readSingleSignOn(env: Environment): SingleSignOnSettings | null {
  const [issuer, clientId, clientSecret] = [
    // Not without its last slash: a provider is known by every character of its address.
    env.webUrl('DOCWRIGHT_OIDC_ISSUER') && env.text('DOCWRIGHT_OIDC_ISSUER'),
    env.text('DOCWRIGHT_OIDC_CLIENT_ID'),
    env.text('DOCWRIGHT_OIDC_CLIENT_SECRET'),
  ]
  const organisation = env.text('DOCWRIGHT_OIDC_ORGANISATION')
  const claim = env.text('DOCWRIGHT_OIDC_ORGANISATION_CLAIM')
  if (claim !== null && organisation === null)
    env.mistakes.push('DOCWRIGHT_OIDC_ORGANISATION must be set together with DOCWRIGHT_OIDC_ORGANISATION_CLAIM')
  const settings = {
    label: env.text('DOCWRIGHT_OIDC_LABEL') ?? 'Single sign-on',
    domains: readDomains(env, env.choice('DOCWRIGHT_OIDC_ROLE', 'viewer', ROLES)),
    organisation: organisation === null ? null : { claim: claim ?? 'hd', value: organisation },
  }
  if (issuer !== null && clientId !== null && clientSecret !== null) {
    if (!/^https:|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/.test(issuer))
      env.mistakes.push('DOCWRIGHT_OIDC_ISSUER must start with https:// unless it is on this machine')
    return { issuer, clientId, clientSecret, ...settings }
  }
  if (issuer !== null || clientId !== null || clientSecret !== null)
    env.mistakes.push('DOCWRIGHT_OIDC_ISSUER, DOCWRIGHT_OIDC_CLIENT_ID and DOCWRIGHT_OIDC_CLIENT_SECRET must be set together')
  return null
}

/** `example.com=editor`, or `example.com` for the role that holds for all. */
function readDomains(env: Environment, fallback: Role): Map<string, Role> {
  const name = 'DOCWRIGHT_OIDC_DOMAINS'
  const found = new Map<string, Role>()
  for (const entry of env.list(name)) {
    const [typed = '', named = fallback, ...rest] = entry.split('=').map((part) => part.trim())
    const domain = readDomain(typed)
    const role = ROLES.find((one) => one === named)
    if (domain === null || role === undefined || rest.length > 0 || found.has(domain))
      env.mistakes.push(
        `${name} must be domains, each once, with or without a role, such as example.com=editor,partner.org, not "${entry}"`,
      )
    else found.set(domain, role)
  }
  return found
}
