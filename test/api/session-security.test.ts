import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/api/app.ts'
import { isPassword } from '../../src/people/passwords.ts'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { PASSWORD, type Visitor, cookieOf, newVisitor, signIn } from '../support/people.ts'
import { type RequestOptions, type TestService, startTestService } from '../support/test-service.ts'

const FOREIGN: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['no origin at all', {}],
  ['a hidden origin', { origin: 'null' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['the same host with https', { origin: 'https://127.0.0.1' }],
  ['another site of the same domain', { 'sec-fetch-site': 'same-site' }],
  ['another site, by what the browser says', { 'sec-fetch-site': 'cross-site' }],
  ['a link that somebody typed', { 'sec-fetch-site': 'none' }],
]

/** Every route that changes something, with the least role for it. */
const WRITES: [role: string, method: string, path: string, json?: object][] = [
  ['viewer', 'DELETE', '/v1/session'],
  ['viewer', 'POST', '/v1/password', { current: PASSWORD, new: 'another long password' }],
  ['viewer', 'POST', '/v1/sign-in/openid/link', { password: PASSWORD }],
  ['editor', 'POST', '/v2/agent/PROJECT/job', { prompt: 'x' }],
  ['editor', 'POST', '/v2/agent/PROJECT/job/job_x/message', { prompt: 'x' }],
  ['editor', 'POST', '/v2/agent/PROJECT/job/job_x/cancel'],
  ['editor', 'POST', '/v2/agent/PROJECT/job/job_x/archive'],
  ['editor', 'POST', '/v2/agent/PROJECT/job/job_x/unarchive'],
  ['editor', 'POST', '/v1/analytics/PROJECT/events', { path: '/a' }],
  ['editor', 'POST', '/v1/pull-requests/x/merge'],
  ['editor', 'POST', '/v1/pull-requests/x/close'],
  ['editor', 'POST', '/v1/pull-requests/x/ready'],
  ['editor', 'POST', '/pull-requests/x/merge'],
  ['admin', 'POST', '/v1/projects', { name: 'x', repository: '/' }],
  ['admin', 'POST', '/v1/projects/test', { repository: '/' }],
  ['admin', 'PATCH', '/v1/projects/PROJECT', { name: 'x' }],
  ['admin', 'POST', '/v1/projects/PROJECT/keys', { name: 'x' }],
  ['admin', 'DELETE', '/v1/projects/PROJECT/keys/x'],
  ['admin', 'POST', '/v1/projects/PROJECT/keys/x/rotate', {}],
  ['admin', 'PATCH', '/v1/users/x', { role: 'admin' }],
  ['admin', 'DELETE', '/v1/users/x'],
  ['admin', 'POST', '/v1/invites', { email: 'a@example.com', role: 'admin' }],
  ['admin', 'DELETE', '/v1/invites/x'],
]

describe.each(ENGINES)('attacks on sessions, on %s', (engine) => {
  const clock = createManualClock()
  let docs: TestService
  let visitors: Record<'viewer' | 'editor' | 'admin', Visitor>

  beforeAll(async () => {
    docs = await startTestService({ engine, clock })
    visitors = {
      viewer: await newVisitor(docs, 'viewer'),
      editor: await newVisitor(docs, 'editor'),
      admin: await newVisitor(docs, 'admin'),
    }
  })
  afterAll(() => docs.stop())

  const at = (path: string) => path.replace('PROJECT', docs.projectId)
  const options = (method: string, json: object | undefined, headers: Record<string, string>): RequestOptions => ({
    method,
    key: null,
    ...(json ? { json } : {}),
    headers,
  })
  const whoIs = async (cookie: string) => (await docs.request('/v1/session', { key: null, headers: { cookie } })).body.user

  describe('a request that another page sends with the cookie of a visitor', () => {
    it.each(FOREIGN)('is refused on every route when it comes from %s', async (_name, headers) => {
      const { admin } = visitors
      for (const [, method, path, json] of WRITES) {
        const answer = await docs.request(at(path), options(method, json, { cookie: admin.cookie, ...headers }))
        expect([path, answer.status, answer.body?.code]).toEqual([path, 403, 'bad_origin'])
      }
      expect(await whoIs(admin.cookie)).not.toBeNull()
    })

    it('cannot sign the visitor in as somebody else', async () => {
      for (const [name, headers] of FOREIGN) {
        const answer = await signIn(docs, visitors.viewer.email, PASSWORD, headers)
        expect([name, answer.status]).toEqual([name, name === 'no origin at all' ? 200 : 403])
      }
    })

    it('passes from our own pages, by the origin or by what the browser says', async () => {
      const { cookie } = visitors.editor
      const own: Record<string, string>[] = [{ origin: docs.url }, { 'sec-fetch-site': 'same-origin' }]
      for (const headers of own) {
        const answer = await docs.request(`/v2/agent/${docs.projectId}/job`, {
          key: null,
          json: { prompt: 'x' },
          headers: { cookie, ...headers },
        })
        expect(answer.status).toBe(201)
      }
    })
  })

  describe('a role', () => {
    it('is enough for its own routes and for none above, whatever page calls them', async () => {
      const order = ['viewer', 'editor', 'admin']
      for (const [needed, method, path, json] of WRITES.slice(2))
        for (const [role, { cookie }] of Object.entries(visitors)) {
          const answer = await docs.request(at(path), options(method, json, { cookie, origin: docs.url }))
          const isAllowed = order.indexOf(role) >= order.indexOf(needed)
          expect([role, path, answer.body?.code === 'role_too_low']).toEqual([role, path, !isAllowed])
          expect([role, path, answer.status === 403]).toEqual([role, path, !isAllowed])
        }
    })

    it('viewer reads everything of a project', async () => {
      const { viewer } = visitors
      for (const path of ['/v2/agent/PROJECT/jobs', '/v1/analytics/PROJECT/views', '/v1/analytics/PROJECT/misses'])
        expect((await viewer.request(at(path))).status).toBe(200)
    })

    it('does not make up for a key that is wrong: a request with both is judged by the key', async () => {
      const { admin } = visitors
      const answer = await docs.request(`/v2/agent/${docs.projectId}/jobs`, {
        key: 'dw_wrong',
        headers: { cookie: admin.cookie },
      })
      expect(answer.status).toBe(401)
    })
  })

  it('a key opens no route of the dashboard', async () => {
    for (const [, method, path, json] of WRITES.filter(
      ([, , path]) => !/^\/v2\/agent|^\/v1\/analytics|^\/pull-requests/.test(path),
    )) {
      const answer = await docs.request(at(path), { ...options(method, json, { origin: docs.url }), key: docs.key })
      expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'no_session'])
    }
    const form = await fetch(`${docs.url}/pull-requests/x/merge`, {
      method: 'POST',
      redirect: 'manual',
      headers: { authorization: `Bearer ${docs.key}`, origin: docs.url },
    })
    expect([form.status, form.headers.get('location')]).toEqual([303, '/sign-in'])
  })

  describe('the cookie', () => {
    it('is out of reach of scripts, other sites and other hosts', async () => {
      const answer = await signIn(docs, visitors.viewer.email)
      const [cookie] = answer.headers.getSetCookie()
      expect(cookie).toMatch(/^__Host-docwright=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000; Secure$/)
      expect(answer.headers.get('cache-control')).toBe('no-store')
    })

    it('is never taken from the browser: one that an attacker planted is not the session after the sign-in', async () => {
      const planted = `__Host-docwright=${'A'.repeat(43)}`
      const answer = await signIn(docs, visitors.viewer.email, PASSWORD, { cookie: planted })
      expect(cookieOf(answer)).not.toBe(planted)
      expect(await whoIs(planted)).toBeNull()
    })

    it.each([
      '',
      '=',
      'x',
      '__Host-docwright=',
      '__Host-docwright=%00',
      `__Host-docwright=${'A'.repeat(5000)}`,
      "__Host-docwright=' or 1=1",
    ])('is nobody when it is %j', async (cookie) => {
      expect(await whoIs(cookie)).toBeNull()
    })

    it('without its prefix counts for nothing here: another host of the domain could have set it', async () => {
      expect(await whoIs(visitors.viewer.cookie.replace('__Host-', ''))).toBeNull()
    })
  })

  describe('guessing', () => {
    it('429: after ten failures for an e-mail, whether or not it exists, also all at once', async () => {
      for (const email of [visitors.editor.email, 'nobody@example.com']) {
        const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(docs, email, 'wrong password')))
        expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
        const refused = answers.find(({ status }) => status === 429)!
        expect(refused.body).toMatchObject({ code: 'too_many_sign_ins' })
        expect(Number(refused.headers.get('retry-after'))).toBe(900)
        expect((await signIn(docs, email)).status).toBe(429)
      }
      // Who is signed in already is not locked out by a stranger.
      expect((await visitors.editor.request('/v1/projects')).status).toBe(200)
      clock.advance(15 * 60_000)
      expect((await signIn(docs, visitors.editor.email)).status).toBe(200)
    })

    it('200: a right password takes the failures back', async () => {
      for (let round = 0; round < 3; round++) {
        for (let count = 0; count < 9; count++) await signIn(docs, visitors.editor.email, 'wrong password')
        expect((await signIn(docs, visitors.editor.email)).status).toBe(200)
      }
    })

    it('429: after fifty failures from an address, whatever the e-mails; others are not held up', async () => {
      const from = (address: string) => ({ 'x-forwarded-for': address })
      const answers = []
      for (let count = 0; count < 51; count++)
        answers.push(await signIn(docs, `guess-${count}@example.com`, 'wrong password', from('203.0.113.7')))
      expect(answers.slice(0, 50).every(({ status }) => status === 401)).toBe(true)
      expect(answers[50]!.status).toBe(429)
      expect((await signIn(docs, visitors.editor.email, PASSWORD, from('203.0.113.7'))).status).toBe(429)
      expect((await signIn(docs, visitors.editor.email, PASSWORD, from('203.0.113.8'))).status).toBe(200)
    })

    it('stores neither the e-mails nor the addresses that were tried', async () => {
      await signIn(docs, 'my password in the wrong field', 'x')
      const rows = await docs.service.context.databases.main.query.selectFrom('sign_in_attempt').selectAll().execute()
      expect(rows.length).toBeGreaterThan(0)
      expect(JSON.stringify(rows)).not.toMatch(/my password|127\.0\.0\.1/)
    })

    it('takes as much work for an unknown person as for a known one', async () => {
      const hash = (
        await docs.service.context.databases.main.query.selectFrom('person').select('password').executeTakeFirstOrThrow()
      ).password
      const measure = async (of: string | null) => {
        const times = []
        for (let count = 0; count < 7; count++) {
          // Processor time of all threads of this process, so that what other processes do meanwhile doesn't count.
          const start = process.cpuUsage()
          expect(await isPassword('wrong password', of)).toBe(false)
          const { user, system } = process.cpuUsage(start)
          times.push(user + system)
        }
        return Math.min(...times)
      }
      const [known, unknown] = [await measure(hash), await measure(null)]
      expect(unknown).toBeGreaterThan(known / 2)
      expect(unknown).toBeLessThan(known * 2)
    })
  })

  it('no route sends a visitor to another site after the sign-in', async () => {
    for (const path of ['/sign-in?next=https://evil.example', '/?next=//evil.example', '/v1/session?next=//evil.example'])
      expect((await docs.request(path, { key: null })).headers.get('location')).toBeNull()
    const answer = await docs.request('/v1/session?next=https://evil.example', {
      key: null,
      json: { email: visitors.viewer.email, password: PASSWORD, next: 'https://evil.example' },
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
  })
})

describe('the cookie on other addresses', () => {
  /** The same service as it is behind a proxy, or on a network. */
  const signInAt = async (docs: TestService, email: string, baseUrl: string, host: string, userAgent = '') => {
    const { context } = docs.service
    const app = createApp({
      ...context,
      leaving: new AbortController().signal,
      draining: new AbortController().signal,
      baseUrl: () => baseUrl,
    })
    const signedIn = await app.inject({
      method: 'POST',
      url: '/v1/session',
      headers: { host, 'user-agent': userAgent },
      payload: { email, password: PASSWORD },
    })
    const cookie = String([signedIn.headers['set-cookie']].flat()[0])
    const signOutFrom = async (origin: string) => {
      const headers = { host, origin, 'user-agent': userAgent, cookie: cookie.split(';')[0]! }
      return (await app.inject({ method: 'DELETE', url: '/v1/session', headers })).statusCode
    }
    return { cookie, signOutFrom }
  }

  it('is as strict behind https, and only pages with https count as our own', async () => {
    const docs = await startTestService()
    const { email } = await newVisitor(docs, 'viewer')
    const { cookie, signOutFrom } = await signInAt(docs, email, 'https://docs.example.com', 'docs.example.com')
    expect(cookie).toMatch(/^__Host-docwright=.*; Secure$/)
    expect(await signOutFrom('http://docs.example.com')).toBe(403)
    expect(await signOutFrom('https://docs.example.com')).toBe(204)
    await docs.stop()
  })

  it('works on a network without https, where browsers would not take the strict one', async () => {
    const docs = await startTestService()
    const { email } = await newVisitor(docs, 'viewer')
    const { cookie, signOutFrom } = await signInAt(docs, email, 'http://127.0.0.1:8080', '192.168.1.5:8080')
    expect(cookie).toMatch(/^docwright=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000$/)
    expect(await signOutFrom('http://192.168.1.6:8080')).toBe(403)
    expect(await signOutFrom('http://192.168.1.5:8080')).toBe(204)
    await docs.stop()
  })

  it.each([
    ['Version/18.0 Safari/605.1.15', /^docwright=.*Max-Age=7776000$/],
    ['Chrome/140.0.0.0 Safari/537.36', /^__Host-docwright=.*; Secure$/],
    ['HeadlessChrome/153.0.0.0 Safari/537.36', /^__Host-docwright=.*; Secure$/],
  ])('is one that the browser takes on this machine: %s', async (product, expected) => {
    const docs = await startTestService()
    const { email } = await newVisitor(docs, 'viewer')
    const userAgent = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ${product}`
    const { cookie, signOutFrom } = await signInAt(docs, email, 'http://127.0.0.1:8080', '127.0.0.1:8080', userAgent)
    expect(cookie).toMatch(expected)
    expect(await signOutFrom('http://127.0.0.1:8080')).toBe(204)
    const secure = await signInAt(docs, email, 'https://docs.example.com', 'docs.example.com', userAgent)
    expect(secure.cookie).toMatch(/^__Host-docwright=.*; Secure$/)
    await docs.stop()
  })
})
