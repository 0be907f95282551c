import { Problem } from '../../lib/problem.ts'
import { signInElsewhere } from '../../people/sign-in-elsewhere.ts'
import type { SignInProof, SingleSignOn } from '../../people/single-sign-on.ts'
import type { ApiDeps, App } from '../app.ts'
import { responses } from '../responses.ts'
import { Redirection } from '../people-schemas.ts'
import { readCookie, readSessionToken, setCookie, setSessionCookie } from '../session-cookie.ts'
import { useSessions } from '../sessions.ts'

const TAG = 'Dashboard'
const CALLBACK = '/v1/sign-in/openid/callback'

/** Holds what the end of a sign-in must fit to. Ten minutes are enough to type a password and look for a phone. */
const COOKIE = 'docwright-openid'
const COOKIE_SECONDS = 600

/** Signing in with an OpenID Connect provider. The pages after it are fixed: no address is taken from a request. */
export function singleSignOnRoutes(app: App, deps: ApiDeps): void {
  useSessions(app, deps)
  const need = (): SingleSignOn => {
    if (deps.singleSignOn) return deps.singleSignOn
    throw new Problem(404, 'single_sign_on_missing', 'This service has no single sign-on.')
  }
  const people = { database: deps.databases.main, ids: deps.ids }

  app.get(
    '/v1/sign-in/openid',
    {
      config: { role: 'anyone' },
      schema: {
        tags: [TAG],
        summary: 'Sign in with the single sign-on',
        description: 'Sends the browser to the provider. Only there when the installation has one.',
        response: responses({ 302: Redirection }, [404]),
      },
    },
    async (request, reply) => {
      const singleSignOn = need()
      try {
        const { url, proof } = await singleSignOn.begin(deps.baseUrl() + CALLBACK)
        setCookie(deps, request, reply, COOKIE, [proof.state, proof.nonce, proof.verifier].join('.'), COOKIE_SECONDS)
        return reply.redirect(url)
      } catch (error) {
        request.log.error({ err: error }, 'the single sign-on cannot be reached')
        return reply.redirect('/sign-in?error=single_sign_on_unavailable')
      }
    },
  )

  app.get(
    CALLBACK,
    {
      config: { role: 'anyone' },
      schema: {
        tags: [TAG],
        summary: 'Come back from the single sign-on',
        description: 'Where the provider sends the browser.',
        response: responses({ 302: Redirection }, [404]),
      },
    },
    async (request, reply) => {
      const singleSignOn = need()
      const proof = readProof(readCookie(deps, request, COOKIE))
      setCookie(deps, request, reply, COOKIE, '', 0)
      if (!proof) return reply.redirect('/sign-in?error=single_sign_on_expired')
      try {
        const identity = await singleSignOn.finish(new URL(request.url, deps.baseUrl()), proof)
        const before = readSessionToken(deps, request)
        const { token } = await signInElsewhere(people, identity, { role: singleSignOn.role, before })
        setSessionCookie(deps, request, reply, token)
        return reply.redirect('/')
      } catch (error) {
        return reply.redirect(`/sign-in?error=${toCode(error, request.log)}`)
      }
    },
  )
}

function readProof(cookie: string | null): SignInProof | null {
  const [state, nonce, verifier] = (cookie ?? '').split('.')
  return state && nonce && verifier ? { state, nonce, verifier } : null
}

/** What the page tells. The reason is for the log: it can hold what the provider or an attacker wrote. */
function toCode(error: unknown, log: ApiDeps['log']): string {
  log.warn({ err: error }, 'a single sign-on failed')
  return error instanceof Problem && error.status === 403 ? error.code : 'single_sign_on_failed'
}
