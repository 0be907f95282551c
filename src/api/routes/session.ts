import type { FastifyReply, FastifyRequest } from 'fastify'
import { changePassword } from '../../people/change-password.ts'
import { hasAdmin, readPasswordHash, readSubject } from '../../people/person-store.ts'
import { type SignedIn, endSession, endSessionsOf, findSession } from '../../people/sessions.ts'
import { setUp } from '../../people/set-up.ts'
import { signIn } from '../../people/sign-in.ts'
import { VERSION } from '../../version.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { clientAddress } from '../plugins/client-address.ts'
import { readDevice, setDeviceCookie } from '../plugins/device-cookie.ts'
import { useJsonBodies } from '../plugins/json-bodies.ts'
import { clearSessionCookie, readSessionToken, setSessionCookie } from '../plugins/session-cookie.ts'
import { useSessions } from '../plugins/sessions.ts'
import { presentPerson } from '../present/person.ts'
import { NoContent } from '../schemas/parts.ts'
import { PasswordBody, SessionAnswer, SetUpBody, SignInBody, SignOutQuery, UserAnswer } from '../schemas/people.ts'
import { responses } from '../schemas/responses.ts'

const TAG = 'Dashboard'

/** Signing in and out, and the first start. */
export function sessionRoutes(app: App, deps: ApiDeps): void {
  useSessions(app, deps)
  useJsonBodies(app)
  const people = { database: deps.databases.main, ids: deps.ids }

  const signsInWith = async (id: string): Promise<('password' | 'single-sign-on')[]> => [
    ...((await readPasswordHash(people.database, id)) === null ? [] : ['password' as const]),
    ...((await readSubject(people.database, id)) === null ? [] : ['single-sign-on' as const]),
  ]

  app.get(
    '/v1/session',
    {
      config: { role: 'anyone' },
      schema: {
        tags: [TAG],
        summary: 'Get the session',
        operationId: 'whoAmI',
        description: 'The signed-in user, or null, and what a sign-in page needs to know.',
        response: responses({ 200: SessionAnswer }, []),
      },
    },
    async (request) => {
      const token = readSessionToken(deps, request)
      const person = token === null ? null : await findSession(people.database, deps.clock, token)
      return {
        user: person && presentPerson(person),
        signsInWith: person === null ? [] : await signsInWith(person.id),
        needsSetup: person === null && !(await hasAdmin(people.database)),
        singleSignOn: deps.singleSignOn && { label: deps.singleSignOn.label },
        version: VERSION,
      }
    },
  )

  app.post(
    '/v1/session',
    {
      config: { role: 'anyone' },
      schema: {
        tags: [TAG],
        summary: 'Sign in',
        description:
          'Starts a session, in a cookie. After 10 failures for an e-mail address or 50 from an IP address within 15 minutes, sign-ins are locked for a while. A browser that you have signed in with before has 10 failures of its own.',
        body: SignInBody,
        response: responses({ 200: UserAnswer }, [400, 401, 403, 413, 415, 429]),
      },
    },
    async (request, reply) => {
      const before = readSessionToken(deps, request)
      const signedIn = await signIn(people, {
        ...request.body,
        address: clientAddress(request, deps.config.trustedProxies),
        before,
        deviceOf: (personId) => readDevice(deps, request, personId),
      })
      return welcome(deps, request, reply, signedIn)
    },
  )

  app.delete(
    '/v1/session',
    {
      config: { role: 'viewer' },
      schema: {
        tags: [TAG],
        summary: 'Sign out',
        description: 'Ends the session, or with `everywhere` all sessions of the user.',
        querystring: SignOutQuery,
        response: responses({ 204: NoContent }, [400, 401, 403]),
      },
    },
    async (request, reply) => {
      if (request.query.everywhere === 'true') await endSessionsOf(people.database, request.person!.id)
      else await endSession(people.database, readSessionToken(deps, request)!)
      clearSessionCookie(deps, request, reply)
      return reply.code(204).send()
    },
  )

  app.post(
    '/v1/setup',
    {
      config: { role: 'anyone' },
      schema: {
        tags: [TAG],
        summary: 'Create the first admin',
        operationId: 'setServiceUp',
        description: 'Creates the first admin, with the token of the link that the server printed when it started.',
        body: SetUpBody,
        response: responses({ 201: UserAnswer }, [400, 403, 404, 409, 413, 415]),
      },
    },
    async (request, reply) => {
      const before = readSessionToken(deps, request)
      return welcome(deps, request, reply.code(201), await setUp(people, { ...request.body, before }))
    },
  )

  app.post(
    '/v1/password',
    {
      config: { role: 'viewer' },
      schema: {
        tags: [TAG],
        summary: 'Change your password',
        description: 'Ends all your other sessions. This one continues with a new cookie.',
        body: PasswordBody,
        response: responses({ 204: NoContent }, [400, 401, 403, 413, 415, 429]),
      },
    },
    async (request, reply) => {
      const { current, new: wanted } = request.body
      const { token } = await changePassword(people, request.person!, { current, wanted })
      setSessionCookie(deps, request, reply, token)
      return reply.code(204).send()
    },
  )
}

/** The answer for somebody who has just come in. */
export function welcome(deps: ApiDeps, request: FastifyRequest, reply: FastifyReply, { person, token }: SignedIn): FastifyReply {
  setSessionCookie(deps, request, reply, token)
  setDeviceCookie(deps, request, reply, person.id)
  return reply.send({ user: presentPerson(person) })
}
