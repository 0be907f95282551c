import type { FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import { linkSingleSignOn, mayLinkSingleSignOn } from '../../people/link-single-sign-on.ts'
import { findSession } from '../../people/sessions.ts'
import { signInElsewhere } from '../../people/sign-in-elsewhere.ts'
import type { Identity, SignInProof, SingleSignOn } from '../../people/single-sign-on.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { setDeviceCookie } from '../plugins/device-cookie.ts'
import { useJsonBodies } from '../plugins/json-bodies.ts'
import { responses } from '../schemas/responses.ts'
import { LinkAnswer, LinkBody, Redirection } from '../schemas/people.ts'
import { readCookie, readSessionToken, setCookie, setSessionCookie } from '../plugins/session-cookie.ts'
import { useSessions } from '../plugins/sessions.ts'

const TAG = 'Dashboard'
const BEGIN = '/v1/sign-in/openid'
const CALLBACK = `${BEGIN}/callback`

/** Holds what the end of a sign-in must fit to. Ten minutes are enough to type a password and look for a phone. */
const COOKIE = 'docwright-openid'
const COOKIE_SECONDS = 600

/** What the browser keeps between the two halves, and who wants to link their account, if it is for that. */
interface Attempt {
  proof: SignInProof
  linkTo: string | null
}

/** Signing in with an OpenID Connect provider. The pages after it are fixed: no address is taken from a request. */
export function singleSignOnRoutes(app: App, deps: ApiDeps): void {
  useSessions(app, deps)
  useJsonBodies(app)
  const need = (): SingleSignOn => {
    if (deps.singleSignOn) return deps.singleSignOn
    throw new Problem(404, 'single_sign_on_missing', 'This server has no single sign-on.')
  }
  const people = { database: deps.databases.main, ids: deps.ids }

  app.get(
    BEGIN,
    {
      config: { role: 'anyone' },
      schema: {
        tags: [TAG],
        summary: 'Sign in with single sign-on',
        operationId: 'signInWithSingleSignon',
        description: 'Sends the browser to the provider, if the server has one.',
        response: responses({ 302: Redirection }, [404]),
      },
    },
    async (request, reply) => {
      const singleSignOn = need()
      try {
        const { url, proof } = await singleSignOn.begin(deps.baseUrl() + CALLBACK)
        setCookie(deps, request, reply, COOKIE, writeAttempt({ proof, linkTo: null }), COOKIE_SECONDS)
        return reply.redirect(url)
      } catch (error) {
        request.log.error({ err: error }, 'the single sign-on cannot be reached')
        return reply.redirect('/sign-in?error=single_sign_on_unavailable')
      }
    },
  )

  app.post(
    `${BEGIN}/link`,
    {
      config: { role: 'viewer' },
      schema: {
        tags: [TAG],
        summary: 'Link single sign-on with your account',
        operationId: 'linkSingleSignonWithYourAccount',
        description:
          "Takes your password, and returns the address to send the browser to. After that, the provider's account signs you in here.",
        body: LinkBody,
        response: responses({ 200: LinkAnswer }, [400, 401, 403, 404, 409, 413, 415, 429]),
      },
    },
    async (request, reply) => {
      const singleSignOn = need()
      const person = request.person!
      await mayLinkSingleSignOn(people, person, request.body.password)
      const { url, proof } = await singleSignOn.begin(deps.baseUrl() + CALLBACK).catch((error: unknown) => {
        request.log.error({ err: error }, 'the single sign-on cannot be reached')
        throw new Problem(503, 'single_sign_on_unavailable', "The single sign-on provider can't be reached. Try again later.")
      })
      setCookie(deps, request, reply, COOKIE, writeAttempt({ proof, linkTo: person.id }), COOKIE_SECONDS)
      return reply.send({ location: url })
    },
  )

  app.get(
    CALLBACK,
    {
      config: { role: 'anyone' },
      schema: {
        tags: [TAG],
        summary: 'Return from single sign-on',
        operationId: 'comeBackFromSingleSignon',
        description: 'The provider sends the browser here.',
        response: responses({ 302: Redirection }, [404]),
      },
    },
    async (request, reply) => {
      const singleSignOn = need()
      const attempt = readAttempt(readCookie(deps, request, COOKIE))
      setCookie(deps, request, reply, COOKIE, '', 0)
      if (!attempt) return reply.redirect('/sign-in?error=single_sign_on_expired')
      const { proof, linkTo } = attempt
      try {
        const identity = await singleSignOn.finish(new URL(request.url, deps.baseUrl()), proof)
        if (linkTo !== null) {
          await link(request, linkTo, identity, singleSignOn)
          return reply.redirect('/account?linked=true')
        }
        const wanted = { admission: singleSignOn.admission, before: readSessionToken(deps, request) }
        const { person, token } = await signInElsewhere(people, identity, wanted)
        setSessionCookie(deps, request, reply, token)
        setDeviceCookie(deps, request, reply, person.id)
        return reply.redirect('/')
      } catch (error) {
        return reply.redirect(`${linkTo === null ? '/sign-in' : '/account'}?error=${toCode(error, request.log)}`)
      }
    },
  )

  /** The session must be that of whoever began: they may have signed out, or someone else in, while they were away. */
  const link = async (request: FastifyRequest, linkTo: string, identity: Identity, { admission }: SingleSignOn) => {
    const token = readSessionToken(deps, request)
    const person = token === null ? null : await findSession(people.database, deps.clock, token)
    if (person?.id !== linkTo)
      throw new Problem(403, 'single_sign_on_expired', 'The session ended before the account was linked.')
    await linkSingleSignOn(people, person, identity, admission)
  }
}

function writeAttempt({ proof, linkTo }: Attempt): string {
  return [proof.state, proof.nonce, proof.verifier, ...(linkTo === null ? [] : [linkTo])].join('.')
}

function readAttempt(cookie: string | null): Attempt | null {
  const [state, nonce, verifier, linkTo] = (cookie ?? '').split('.')
  return state && nonce && verifier ? { proof: { state, nonce, verifier }, linkTo: linkTo ?? null } : null
}

/** What the page tells. The reason is for the log: it can hold what the provider or an attacker wrote. */
function toCode(error: unknown, log: ApiDeps['log']): string {
  log.warn({ err: error }, 'a single sign-on failed')
  return error instanceof Problem && error.status === 403 ? error.code : 'single_sign_on_failed'
}
