import { randomBytes } from 'node:crypto'
import { acceptInvite, invite } from '../../src/people/invites.ts'
import type { Role } from '../../src/people/person.ts'
import type { Answer, RequestOptions, TestService } from './test-service.ts'

export const PASSWORD = 'correct horse battery staple'

/** Somebody with a session, as a browser that has the cookie and shows a page of the service. */
export interface Visitor {
  id: string
  email: string
  /** As the browser sends it: `name=token`. */
  cookie: string
  request(path: string, options?: RequestOptions): Promise<Answer>
}

/** A new person with that role, signed in. */
export async function newVisitor(docs: TestService, role: Role): Promise<Visitor> {
  const people = { database: docs.service.context.databases.main, ids: docs.service.context.ids }
  const email = `${role}-${randomBytes(4).toString('hex')}@example.com`
  const { token } = await invite(people, { email, role, actor: 'test' })
  const { person } = await acceptInvite(people, { token, name: `A ${role}`, password: PASSWORD, before: null })
  const answer = await signIn(docs, email)
  return visitorWith(docs, { id: person.id, email, cookie: cookieOf(answer) })
}

export function signIn(
  docs: TestService,
  email: string,
  password = PASSWORD,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return docs.request('/v1/session', { key: null, json: { email, password }, headers })
}

export function visitorWith(docs: TestService, known: Pick<Visitor, 'id' | 'email' | 'cookie'>): Visitor {
  return {
    ...known,
    request: (path, options = {}) =>
      docs.request(path, { key: null, ...options, headers: { cookie: known.cookie, origin: docs.url, ...options.headers } }),
  }
}

/** What a browser would send from now on. */
export function cookieOf(answer: Answer): string {
  const [cookie] = answer.headers.getSetCookie()
  return cookie?.split(';')[0] ?? ''
}
