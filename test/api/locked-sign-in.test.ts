import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findPersonByEmail } from '../../src/people/person-store.ts'
import { offerRecovery } from '../../src/people/recovery.ts'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { PASSWORD, cookieOf, newVisitor, signIn } from '../support/people.ts'
import { type TestBrowser, createBrowser } from '../support/test-browser.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const DAY_MS = 86_400_000
const DEVICE = '__Host-docwright-device'

describe.each(ENGINES)('a sign-in that strangers keep locked, on %s', (engine) => {
  const clock = createManualClock()
  let docs: TestService
  let email: string
  /** Signed in once, and out again. */
  let known: TestBrowser

  const people = () => ({ database: docs.service.context.databases.main, ids: docs.service.context.ids })
  const signInWith = (browser: TestBrowser, password = PASSWORD, as = email) =>
    browser.post('/v1/session', { email: as, password })
  const guess = async (as = email, times = 30) =>
    Promise.all(Array.from({ length: times }, () => signIn(docs, as, 'wrong password')))
  const newKnownBrowser = async (as = email) => {
    const browser = createBrowser(docs)
    expect((await signInWith(browser, PASSWORD, as)).status).toBe(200)
    browser.cookies.delete('__Host-docwright')
    return browser
  }
  /** A browser with this value for the cookie of a known device. */
  const browserWith = (device: string) => {
    const browser = createBrowser(docs)
    browser.cookies.set(DEVICE, device)
    return browser
  }

  beforeAll(async () => {
    docs = await startTestService({ engine, clock })
  })
  afterAll(() => docs.stop())
  beforeEach(async () => {
    clock.advance(15 * 60_000)
    email = (await newVisitor(docs, 'admin')).email
    known = await newKnownBrowser()
  })

  it('stays open for a browser that its owner has used, however long the strangers go on', async () => {
    for (let round = 0; round < 4; round++) {
      await guess()
      expect((await signIn(docs, email)).status).toBe(429)
      expect((await signInWith(known)).status).toBe(200)
      known.cookies.delete('__Host-docwright')
      // Its success gives the strangers no tries back.
      expect((await signIn(docs, email)).status).toBe(429)
      clock.advance(14 * 60_000)
    }
  })

  it('stays open also when the strangers share its address', async () => {
    for (let person = 0; person < 8; person++) await guess(`spray-${person}@example.com`, 10)
    expect((await signIn(docs, 'anyone@example.com')).status).toBe(429)
    expect((await signInWith(known)).status).toBe(200)
  })

  it('has ten tries of its own for a known browser, and no more, also all at once', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => signInWith(known, 'wrong password')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect((await signInWith(known)).status).toBe(429)
    // They are nobody else's: neither another browser's nor the strangers'.
    expect((await signIn(docs, email)).status).toBe(200)
    clock.advance(15 * 60_000)
    expect((await signInWith(known)).status).toBe(200)
  })

  it('is locked for a browser of someone else, and for one that made its cookie up', async () => {
    const other = await newKnownBrowser((await newVisitor(docs, 'viewer')).email)
    await guess()
    const [id, expiresAt, signature] = known.cookies.get(DEVICE)!.split('.') as [string, string, string]
    const forged = [
      other.cookies.get(DEVICE)!,
      `${id}.${Number(expiresAt) + 1}.${signature}`,
      `${id.slice(1)}A.${expiresAt}.${signature}`,
      `${id}.${expiresAt}.${'A'.repeat(43)}`,
      `${id}.${expiresAt}.`,
      `${id}.${expiresAt}`,
      '..',
      'x'.repeat(4000),
    ]
    for (const value of forged) expect([value, (await signInWith(browserWith(value))).status]).toEqual([value, 429])
    expect((await signInWith(browserWith(`${id}.${expiresAt}.${signature}`))).status).toBe(200)
  })

  it('tells nothing about who exists: a cookie that is not theirs changes no answer', async () => {
    const headers = { 'x-request-id': 'same', cookie: `${DEVICE}=${known.cookies.get(DEVICE)!}` }
    const wrong = await signIn(docs, (await newVisitor(docs, 'viewer')).email, 'wrong password', headers)
    const unknown = await signIn(docs, 'nobody@example.com', 'wrong password', headers)
    expect([wrong.status, wrong.text]).toEqual([401, unknown.text])
    expect(wrong.headers.getSetCookie()).toEqual([])
  })

  it('knows a browser for half a year after the last sign-in, and keeps it the same one', async () => {
    const [id] = known.cookies.get(DEVICE)!.split('.')
    clock.advance(179 * DAY_MS)
    expect((await signInWith(known)).status).toBe(200)
    expect(known.cookies.get(DEVICE)!.split('.')[0]).toBe(id)
    known.cookies.delete('__Host-docwright')
    clock.advance(180 * DAY_MS)
    await guess()
    expect((await signInWith(known)).status).toBe(429)
  })

  it('sets a cookie that no script, no other site and no other host can use', async () => {
    const [, cookie] = (await signIn(docs, email)).headers.getSetCookie()
    expect(cookie).toMatch(
      /^__Host-docwright-device=[\w-]{22}\.\d+\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure$/,
    )
  })

  it('does not keep someone who is signed in from changing the password', async () => {
    expect((await signInWith(known)).status).toBe(200)
    await guess()
    const changed = await known.post('/v1/password', { current: PASSWORD, new: 'another long password' })
    expect(changed.status).toBe(204)
  })

  describe('a recovery link', () => {
    const offer = async () => (await offerRecovery(people(), (await findPersonByEmail(people().database, email))!, 'cli')).token
    const recover = (token: string, password = 'another long password', browser = createBrowser(docs)) =>
      browser.post('/v1/recovery', { token, password })
    const peek = (token: string) => docs.request('/v1/recovery/peek', { key: null, json: { token } })

    it('200: lets its owner in while the sign-in is locked, ends all other sessions, and works once', async () => {
      const session = cookieOf(await signIn(docs, email))
      await guess()
      const token = await offer()
      expect((await peek(token)).body).toEqual({ email })
      const browser = createBrowser(docs)
      const answers = await Promise.all([recover(token, undefined, browser), recover(token)])
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404])
      const whoIs = async (cookie: string) => (await docs.request('/v1/session', { key: null, headers: { cookie } })).body.user
      expect(await whoIs(session)).toBeNull()
      expect(await whoIs(cookieOf(answers.find(({ status }) => status === 200)!))).toMatchObject({ email })
      expect((await peek(token)).status).toBe(404)
      expect((await signInWith(known, 'another long password')).status).toBe(200)
    })

    it('400: a password that is too short leaves the link as it was', async () => {
      const token = await offer()
      expect((await recover(token, 'short')).status).toBe(400)
      expect((await recover(token)).status).toBe(200)
    })

    it('403: another site cannot send it', async () => {
      const headers = { origin: 'https://evil.example' }
      const json = { token: await offer(), password: 'another long password' }
      expect((await docs.request('/v1/recovery', { key: null, json, headers })).status).toBe(403)
    })

    it('404: one that was replaced, is a day old, belongs to someone who was removed, or never was', async () => {
      const old = await offer()
      const token = await offer()
      expect((await recover(old)).status).toBe(404)
      clock.advance(DAY_MS)
      expect((await recover(token)).status).toBe(404)
      const another = await offer()
      await people().database.query.deleteFrom('person').where('email', '=', email).execute()
      for (const gone of [another, 'x', 'A'.repeat(43)])
        expect([(await peek(gone)).status, (await recover(gone)).status]).toEqual([404, 404])
    })

    it('is stored as a digest, leaves an audit entry, and is in no log', async () => {
      const token = await offer()
      await recover(token)
      const rows = await people().database.query.selectFrom('recovery').selectAll().execute()
      const audit = await people().database.query.selectFrom('audit').selectAll().where('action', '=', 'user.recovery').execute()
      expect(JSON.stringify(rows)).not.toContain(token)
      expect(audit.at(-1)).toMatchObject({ actor: 'cli', object: expect.stringMatching(/^usr_/) })
      expect(docs.log()).not.toContain(token)
    })
  })
})
