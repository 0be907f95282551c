import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offerSetUp } from '../../src/people/set-up.ts'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { PASSWORD, type Visitor, cookieOf, newVisitor, signIn, visitorWith } from '../support/people.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const DAY_MS = 86_400_000

describe.each(ENGINES)('sessions on %s', (engine) => {
  const clock = createManualClock()
  let docs: TestService
  let viewer: Visitor

  beforeAll(async () => {
    docs = await startTestService({ engine, clock })
  })
  afterAll(() => docs.stop())

  const people = () => ({ database: docs.service.context.databases.main, ids: docs.service.context.ids })
  const whoIs = async (cookie: string) => (await docs.request('/v1/session', { key: null, headers: { cookie } })).body.user
  const setUp = (token: string, more: object = {}) =>
    docs.request('/v1/setup', {
      key: null,
      json: { token, email: 'First@Example.com', name: 'First', password: PASSWORD, ...more },
    })

  describe('POST /v1/setup', () => {
    it('404: a token that was never made, and one of an earlier start', async () => {
      const old = (await offerSetUp(people()))!
      const token = (await offerSetUp(people()))!
      expect(await setUp('x')).toMatchObject({ status: 404, body: { code: 'set_up_not_found' } })
      expect((await setUp('A'.repeat(43))).status).toBe(404)
      expect((await setUp(old)).status).toBe(404)
      expect((await setUp(token, { password: 'too short' })).status).toBe(400)
    })

    it.each([
      ['password', 'eleven char'],
      ['password', 'ä'.repeat(513)],
      ['email', 'no address'],
      ['email', 'a@b c'],
      ['name', ' '],
    ])('400: %s %j', async (field, value) => {
      const token = (await offerSetUp(people()))!
      const answer = await setUp(token, { [field]: value })
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: field }] } })
    })

    it('201: makes the first admin, once, also when two try at the same moment', async () => {
      expect((await docs.request('/v1/session', { key: null })).body).toMatchObject({ user: null, needsSetup: true })
      const token = (await offerSetUp(people()))!
      const answers = await Promise.all([setUp(token), setUp(token), setUp(token)])
      expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 404, 404])
      const made = answers.find((answer) => answer.status === 201)!
      expect(made.body.user).toEqual({
        id: expect.stringMatching(/^usr_/),
        email: 'first@example.com',
        name: 'First',
        role: 'admin',
      })
      expect(await whoIs(cookieOf(made))).toEqual(made.body.user)
      expect((await setUp(token)).status).toBe(404)
      expect(await offerSetUp(people())).toBeNull()
      expect((await docs.request('/v1/session', { key: null })).body.needsSetup).toBe(false)
      viewer = await newVisitor(docs, 'viewer')
    })
  })

  describe('POST /v1/session', () => {
    it('200: takes the e-mail in any case, and passwords in any form of the same characters', async () => {
      expect(await signIn(docs, viewer.email.toUpperCase())).toMatchObject({ status: 200, body: { user: { role: 'viewer' } } })
      const changed = await viewer.request('/v1/password', { json: { current: PASSWORD, new: 'Pässwörter sind länger' } })
      expect(changed.status).toBe(204)
      expect((await signIn(docs, viewer.email, 'Pässwörter sind länger'.normalize('NFD'))).status).toBe(200)
      viewer = await newVisitor(docs, 'viewer')
    })

    it('200: is a new session each time, and ends the one that the browser had', async () => {
      const first = await signIn(docs, viewer.email)
      const second = await signIn(docs, viewer.email, PASSWORD, { cookie: cookieOf(first) })
      expect(cookieOf(second)).not.toBe(cookieOf(first))
      expect(await whoIs(cookieOf(first))).toBeNull()
      expect(await whoIs(cookieOf(second))).toMatchObject({ email: viewer.email })
    })

    it('401: an unknown e-mail and a wrong password, in the same words', async () => {
      const headers = { 'x-request-id': 'same' }
      const wrong = await signIn(docs, viewer.email, 'wrong password', headers)
      const unknown = await signIn(docs, 'nobody@example.com', 'wrong password', headers)
      expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_sign_in' } })
      expect(unknown.text).toBe(wrong.text)
      expect(wrong.headers.get('www-authenticate')).toBe('Session')
      expect(wrong.headers.getSetCookie()).toEqual([])
    })

    it.each([{}, { email: 'a@b.co' }, { email: 1, password: 'x' }, { email: 'a\0b@c.de', password: 'x' }])(
      '400: %j',
      async (json) => {
        expect((await docs.request('/v1/session', { key: null, json })).status).toBe(400)
      },
    )

    it('415: a form, which any page can send', async () => {
      const body = `email=${viewer.email}&password=${PASSWORD}`
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      expect((await docs.request('/v1/session', { key: null, body, headers })).status).toBe(415)
    })
  })

  describe('a session', () => {
    it('ends after 14 days without use', async () => {
      const cookie = cookieOf(await signIn(docs, viewer.email))
      clock.advance(14 * DAY_MS - 1000)
      expect(await whoIs(cookie)).not.toBeNull()
      clock.advance(14 * DAY_MS - 1000)
      expect(await whoIs(cookie)).not.toBeNull()
      clock.advance(14 * DAY_MS)
      expect(await whoIs(cookie)).toBeNull()
    })

    it('ends after 90 days, however much it is used', async () => {
      const cookie = cookieOf(await signIn(docs, viewer.email))
      for (let day = 0; day < 81; day += 9) {
        clock.advance(9 * DAY_MS)
        expect(await whoIs(cookie)).not.toBeNull()
      }
      clock.advance(9 * DAY_MS)
      expect(await whoIs(cookie)).toBeNull()
      const visitor = visitorWith(docs, { ...viewer, cookie })
      expect(await visitor.request('/v1/projects')).toMatchObject({ status: 401, body: { code: 'no_session' } })
      expect(await visitor.request(`/v2/agent/${docs.projectId}/jobs`)).toMatchObject({
        status: 401,
        body: { code: 'no_session' },
      })
    })

    it('is stored as a digest, and in no log', async () => {
      const cookie = cookieOf(await signIn(docs, viewer.email))
      const token = cookie.split('=')[1]!
      const rows = await people().database.query.selectFrom('session').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(token)
      expect(rows.at(-1)!.digest).toMatch(/^[0-9a-f]{64}$/)
      expect(docs.log()).not.toContain(token)
      expect(docs.log()).not.toContain(PASSWORD)
    })
  })

  describe('DELETE /v1/session', () => {
    it('204: ends the session; with everywhere, all of the user', async () => {
      const editor = await newVisitor(docs, 'editor')
      const others = [cookieOf(await signIn(docs, editor.email)), cookieOf(await signIn(docs, editor.email))]
      const answer = await editor.request('/v1/session', { method: 'DELETE' })
      expect(answer.status).toBe(204)
      expect(answer.headers.getSetCookie()[0]).toContain('Max-Age=0')
      expect(await whoIs(editor.cookie)).toBeNull()
      expect(await whoIs(others[0]!)).not.toBeNull()
      const other = visitorWith(docs, { ...editor, cookie: others[0]! })
      expect((await other.request('/v1/session?everywhere=true', { method: 'DELETE' })).status).toBe(204)
      expect(await whoIs(others[1]!)).toBeNull()
      expect(await whoIs(cookieOf(await signIn(docs, editor.email)))).not.toBeNull()
    })

    it('401: without a session', async () => {
      const answer = await docs.request('/v1/session', { key: null, method: 'DELETE' })
      expect(answer).toMatchObject({ status: 401, body: { code: 'no_session' } })
      expect(answer.headers.get('www-authenticate')).toBe('Session')
    })
  })

  describe('POST /v1/password', () => {
    it('204: ends all sessions, and goes on with a new one', async () => {
      const editor = await newVisitor(docs, 'editor')
      const other = cookieOf(await signIn(docs, editor.email))
      const answer = await editor.request('/v1/password', { json: { current: PASSWORD, new: 'another long password' } })
      expect(answer.status).toBe(204)
      expect([await whoIs(editor.cookie), await whoIs(other)]).toEqual([null, null])
      expect(await whoIs(cookieOf(answer))).toMatchObject({ email: editor.email })
      expect((await signIn(docs, editor.email)).status).toBe(401)
      expect((await signIn(docs, editor.email, 'another long password')).status).toBe(200)
    })

    it('400: a wrong password until now, or a new one that is too short', async () => {
      const editor = await newVisitor(docs, 'editor')
      const wrong = await editor.request('/v1/password', { json: { current: 'wrong', new: 'another long password' } })
      expect(wrong).toMatchObject({ status: 400, body: { details: [{ path: 'current' }] } })
      const short = await editor.request('/v1/password', { json: { current: PASSWORD, new: 'short' } })
      expect(short).toMatchObject({ status: 400, body: { details: [{ path: 'new' }] } })
      expect(await whoIs(editor.cookie)).not.toBeNull()
    })

    it('429: when somebody guesses at an open browser', async () => {
      const editor = await newVisitor(docs, 'editor')
      const guess = () => editor.request('/v1/password', { json: { current: 'wrong', new: 'another long password' } })
      for (let count = 0; count < 10; count++) expect((await guess()).status).toBe(400)
      expect((await guess()).status).toBe(429)
    })
  })
})
