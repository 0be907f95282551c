import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invite } from '../../src/people/invites.ts'
import type { Role } from '../../src/people/person.ts'
import { ENGINES } from '../support/engines.ts'
import { CLIENT, type Claims, type OpenidProvider, startOpenidProvider } from '../support/openid-provider.ts'
import { PASSWORD, newVisitor } from '../support/people.ts'
import { BEGIN, CALLBACK, type TestBrowser, createBrowser } from '../support/test-browser.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

describe.each(ENGINES)('single sign-on, on %s', (engine) => {
  let provider: OpenidProvider
  let docs: TestService

  beforeAll(async () => {
    provider = await startOpenidProvider()
    docs = await startTestService({
      engine,
      env: {
        DOCWRIGHT_OIDC_ISSUER: provider.issuer,
        DOCWRIGHT_OIDC_CLIENT_ID: CLIENT.id,
        DOCWRIGHT_OIDC_CLIENT_SECRET: CLIENT.secret,
        DOCWRIGHT_OIDC_LABEL: 'Example',
        DOCWRIGHT_OIDC_DOMAINS: 'example.com=editor',
      },
    })
  })
  afterAll(async () => {
    await docs.stop()
    await provider.stop()
  })

  const people = () => ({ database: docs.service.context.databases.main, ids: docs.service.context.ids })
  const whoIs = async (browser: TestBrowser) => JSON.parse((await browser.get('/v1/session')).text).user
  const cookies = (browser: TestBrowser) => ({ cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') })
  const pathOf = (url: string) => url.slice(docs.url.length)
  /** The whole way; where the browser ends up. */
  const signInAs = async (subject: string, browser = createBrowser(docs)) => {
    const { location } = await browser.get(BEGIN)
    const { location: end } = await browser.get(pathOf(await provider.signIn(location!, subject)))
    return { browser, end }
  }

  it('says that the provider cannot be reached, and works once it can', async () => {
    expect((await createBrowser(docs).get(BEGIN)).location).toBe('/sign-in?error=single_sign_on_unavailable')
    provider.allow(docs.url + CALLBACK)
    expect((await createBrowser(docs).get(BEGIN)).location).toMatch(new RegExp(`^${provider.issuer}/auth\\?`))
  })

  it('is offered to the sign-in page', async () => {
    expect((await docs.request('/v1/session', { key: null })).body.singleSignOn).toEqual({ label: 'Example' })
  })

  it('asks for a code with PKCE, state and nonce, each time others, and keeps them in a strict cookie', async () => {
    const [first, second] = [await createBrowser(docs).get(BEGIN), await createBrowser(docs).get(BEGIN)]
    expect(first.status).toBe(302)
    const query = new URL(first.location!).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: docs.url + CALLBACK,
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query.get(name)).not.toBe(new URL(second.location!).searchParams.get(name))
    expect(first.setCookie[0]).toMatch(/^__Host-docwright-openid=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/)
  })

  it('adds someone new with the role of their domain, and knows them again, also with another e-mail', async () => {
    provider.people.set('ada', { email: 'Ada@Example.com', email_verified: true, name: 'Ada' })
    const first = await signInAs('ada')
    expect(first.end).toBe('/')
    const user = await whoIs(first.browser)
    expect(user).toMatchObject({ email: 'ada@example.com', name: 'Ada', role: 'editor' })
    expect([...first.browser.cookies.keys()]).toEqual(['__Host-docwright', '__Host-docwright-device'])
    provider.people.set('ada', { email: 'other@example.com', email_verified: false })
    expect(await whoIs((await signInAs('ada')).browser)).toEqual(user)
  })

  describe('an account with a password', () => {
    /** Signed in with the password, in a browser of its own. */
    const newAccount = async (role: Role = 'admin') => {
      const { email, id } = await newVisitor(docs, role)
      const browser = createBrowser(docs)
      expect((await browser.post('/v1/session', { email, password: PASSWORD })).status).toBe(200)
      return { email, id, browser }
    }
    const beginLink = (browser: TestBrowser, password = PASSWORD) => browser.post(`${BEGIN}/link`, { password })
    /** The rest of the way, over the provider. */
    const finishLink = async (browser: TestBrowser, subject: string, location: string) =>
      (await browser.get(pathOf(await provider.signIn(location, subject)))).location

    it('is not linked by its e-mail address alone, however verified it is', async () => {
      const { email } = await newAccount()
      provider.people.set(`thief of ${email}`, { email, email_verified: true })
      const { browser, end } = await signInAs(`thief of ${email}`)
      expect(end).toBe('/sign-in?error=link_first')
      expect(await whoIs(browser)).toBeNull()
    })

    it('is linked by its owner, signed in, with the password; the e-mail address there may be another one', async () => {
      const { browser, id, email } = await newAccount()
      expect((await browser.get('/v1/session')).body.signsInWith).toEqual(['password'])
      const begun = await beginLink(browser)
      expect(begun).toMatchObject({ status: 200, body: { location: expect.stringContaining(provider.issuer) } })
      provider.people.set(id, { email: `private-${email}`, email_verified: false })
      expect(await finishLink(browser, id, begun.body.location)).toBe('/account?linked=true')
      expect((await browser.get('/v1/session')).body.signsInWith).toEqual(['password', 'single-sign-on'])
      expect(await whoIs((await signInAs(id)).browser)).toMatchObject({ id, role: 'admin', email })
      const audit = await people().database.query.selectFrom('audit').selectAll().where('object', '=', id).execute()
      expect(audit).toContainEqual(expect.objectContaining({ actor: email, action: 'user.single-sign-on' }))
      expect(await beginLink(browser)).toMatchObject({ status: 409, body: { code: 'already_linked' } })
    })

    it('is not linked without the password, and no one guesses on without end', async () => {
      const { browser, id } = await newAccount()
      for (let count = 0; count < 10; count++)
        expect(await beginLink(browser, 'wrong')).toMatchObject({ status: 400, body: { details: [{ path: 'password' }] } })
      expect((await beginLink(browser)).status).toBe(429)
      expect(browser.cookies.has('__Host-docwright-openid')).toBe(false)
      const stranger = createBrowser(docs)
      expect((await beginLink(stranger)).status).toBe(401)
      expect(
        (await docs.request(`${BEGIN}/link`, { key: null, json: { password: PASSWORD }, headers: cookies(browser) })).status,
      ).toBe(403)
      expect((await browser.get('/v1/session')).body).toMatchObject({ user: { id }, signsInWith: ['password'] })
    })

    it('is not linked for someone else who is signed in by the time the browser comes back', async () => {
      const [first, second] = [await newAccount(), await newAccount('viewer')]
      const begun = await beginLink(first.browser)
      await first.browser.post('/v1/session', { email: second.email, password: PASSWORD })
      expect(await finishLink(first.browser, `${first.id}-2`, begun.body.location)).toBe('/account?error=single_sign_on_expired')
      expect((await first.browser.get('/v1/session')).body).toMatchObject({ user: { id: second.id }, signsInWith: ['password'] })
    })

    it('is not linked with an account of the provider that signs someone else in', async () => {
      provider.people.set('busy', { email: 'busy@example.com', email_verified: true })
      const busy = await whoIs((await signInAs('busy')).browser)
      const { browser } = await newAccount()
      const begun = await beginLink(browser)
      expect(await finishLink(browser, 'busy', begun.body.location)).toBe('/account?error=link_taken')
      expect((await browser.get('/v1/session')).body.signsInWith).toEqual(['password'])
      expect(await whoIs((await signInAs('busy')).browser)).toEqual(busy)
    })
  })

  it('gives the role of an invite, which is used up', async () => {
    const { token } = await invite(people(), { email: 'invited@example.com', role: 'viewer', actor: 'test' })
    provider.people.set('invited', { email: 'invited@example.com', email_verified: true })
    expect(await whoIs((await signInAs('invited')).browser)).toMatchObject({ name: 'invited@example.com', role: 'viewer' })
    expect((await docs.request('/v1/invites/peek', { key: null, json: { token } })).status).toBe(404)
  })

  it.each<[string, Claims]>([
    ['unverified', { email: 'someone@example.com', email_verified: false }],
    ['unsaid', { email: 'someone@example.com' }],
    ['without', {}],
  ])('lets nobody in whose e-mail is %s', async (subject, claims) => {
    const victim = await newVisitor(docs, 'admin')
    provider.people.set(subject, { ...claims, ...(claims.email ? { email: victim.email } : {}) })
    const { browser, end } = await signInAs(subject)
    expect(end).toBe('/sign-in?error=email_not_verified')
    expect(await whoIs(browser)).toBeNull()
  })

  it('does not give the rights of a person to another one who got their address later', async () => {
    provider.people.set('first', { email: 'shared@example.com', email_verified: true })
    await signInAs('first')
    provider.people.set('second', { email: 'shared@example.com', email_verified: true })
    const { browser, end } = await signInAs('second')
    expect(end).toBe('/sign-in?error=email_taken')
    expect(await whoIs(browser)).toBeNull()
  })

  it('takes no end of a sign-in that another browser began, and none twice', async () => {
    provider.people.set('eve', { email: 'eve@example.com', email_verified: true })
    const attacker = createBrowser(docs)
    const stolen = pathOf(await provider.signIn((await attacker.get(BEGIN)).location!, 'eve'))
    // The victim is sent to the end of the attacker's sign-in: without a beginning, and with one of their own.
    const victim = createBrowser(docs)
    expect((await victim.get(stolen)).location).toBe('/sign-in?error=single_sign_on_expired')
    await victim.get(BEGIN)
    expect((await victim.get(stolen)).location).toBe('/sign-in?error=single_sign_on_failed')
    expect(await whoIs(victim)).toBeNull()
    expect((await attacker.get(stolen)).location).toBe('/')
    expect((await attacker.get(stolen)).location).toBe('/sign-in?error=single_sign_on_expired')
  })

  it('takes no address from a request: it always ends at the own pages', async () => {
    const browser = createBrowser(docs)
    const evil = 'https://evil.example'
    const { location } = await browser.get(`${BEGIN}?next=${evil}&redirect_uri=${evil}`)
    expect(new URL(location!).searchParams.get('redirect_uri')).toBe(docs.url + CALLBACK)
    provider.people.set('ben', { email: 'ben@example.com', email_verified: true })
    const end = await browser.get(`${pathOf(await provider.signIn(location!, 'ben'))}&next=${evil}`)
    expect(end.location).toBe('/')
    await browser.get(BEGIN)
    expect((await browser.get(`${CALLBACK}?error=access_denied&error_description=${evil}`)).location).toBe(
      '/sign-in?error=single_sign_on_failed',
    )
  })

  it('writes neither codes nor secrets to the log', async () => {
    const browser = createBrowser(docs)
    provider.people.set('ida', { email: 'ida@example.com', email_verified: true })
    const callback = await provider.signIn((await browser.get(BEGIN)).location!, 'ida')
    await browser.get(pathOf(callback))
    const code = new URL(callback).searchParams.get('code')!
    expect(docs.log()).not.toContain(code)
    // Neither when it fails: the code of an attempt that someone else began.
    const other = await provider.signIn((await createBrowser(docs).get(BEGIN)).location!, 'ida')
    await browser.get(BEGIN)
    expect((await browser.get(pathOf(other))).location).toBe('/sign-in?error=single_sign_on_failed')
    expect(docs.log()).not.toContain(new URL(other).searchParams.get('code')!)
    expect(docs.log()).not.toContain(CLIENT.secret)
  })
})

it('is not there on a service without one', async () => {
  const docs = await startTestService()
  expect((await docs.request('/v1/session', { key: null })).body.singleSignOn).toBeNull()
  for (const path of [BEGIN, CALLBACK]) expect((await docs.request(path, { key: null })).status).toBe(404)
  await docs.stop()
})
