import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildBeacon } from '../../scripts/build-beacon.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { generateKey } from '../../src/keys/format.ts'
import { revokeKey } from '../../src/keys/revoke-key.ts'
import { findKey } from '../../src/keys/store.ts'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { type Answer, type TestService, startTestService } from '../support/test-service.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe.each(ENGINES)('POST /v1/collect/{siteKey} on %s', (engine) => {
  const clock = createManualClock()
  let docs: TestService

  beforeAll(async () => {
    docs = await startTestService({
      engine,
      clock,
      env: { DOCWRIGHT_TRUSTED_PROXIES: 'loopback, 203.0.113.0/24, 2001:db8:ffff::/48' },
    })
  })
  afterAll(() => docs.stop())

  const newSite = async (origins: string[] = [], expiresInMs: number | null = null) => {
    // Another minute, so that the limit of one test does not reach the next.
    clock.advance(60_000)
    const { projectId, key } = await docs.newProject()
    const { databases, ids } = docs.service.context
    const deps = { database: databases.main, ids }
    const site = await createKey(deps, { projectId, kind: 'site', name: 'Site', scopes: [], origins, expiresInMs, actor: 'test' })
    return {
      siteKey: site.secret,
      lastUse: async () => (await findKey(databases.main, projectId, site.key.id))!.lastUsedAt,
      revoke: () => revokeKey(deps, projectId, site.key.id, 'test'),
      send: (body: unknown, headers: Record<string, string> = {}, siteKey = site.secret) =>
        docs.request(`/v1/collect/${siteKey}`, {
          method: 'POST',
          key: null,
          body: typeof body === 'string' ? body : JSON.stringify(body),
          headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': BROWSER, ...headers },
        }),
      views: async () => (await docs.request(`/v1/analytics/${projectId}/views`, { key })).body.views,
      exclusions: async () =>
        databases.views.query.selectFrom('exclusion').select(['reason', 'count']).where('project_id', '=', projectId).execute(),
    }
  }
  const page = { url: 'https://docs.example.com/guide/', referrer: 'https://chatgpt.com/' }

  describe('204', () => {
    it('counts a view, sent as plain text or as JSON', async () => {
      const site = await newSite()
      const answer = await site.send(page)
      expect(answer).toMatchObject({ status: 204, text: '' })
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect((await site.send(page, { 'content-type': 'application/json' })).status).toBe(204)
      expect(await site.views()).toEqual([{ path: '/guide', human: 2, ai: 0, total: 2 }])
    })

    it('judges by the user agent and the address of the request', async () => {
      const site = await newSite()
      await site.send(page, { 'user-agent': 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)' })
      await site.send(page, { 'user-agent': `${BROWSER} HeadlessChrome/120` })
      await site.send(page, { 'signature-agent': '"https://chatgpt.com"' })
      expect(await site.views()).toEqual([{ path: '/guide', human: 0, ai: 2, total: 2 }])
      expect(await site.exclusions()).toEqual([{ reason: 'headless', count: 1 }])
    })

    it('notes when the key was last used, to the minute, and not by a site that it is not for', async () => {
      const site = await newSite(['https://docs.example.com'])
      await site.send(page, { origin: 'https://evil.example' })
      expect(await site.lastUse()).toBeNull()
      const first = clock.now()
      for (const waitMs of [0, 59_999]) {
        clock.advance(waitMs)
        await site.send(page, { origin: 'https://docs.example.com' })
        expect(await site.lastUse()).toBe(first)
      }
      clock.advance(1)
      await site.send(page, { origin: 'https://docs.example.com' })
      expect(await site.lastUse()).toBe(first + 60_000)
    })

    it('believes a proxy on this machine who the reader is', async () => {
      const site = await newSite()
      // An address of OpenAI, from which a plain browser is its agent; what stands before it anybody can send.
      await site.send(page, { 'x-forwarded-for': '198.51.100.1, 20.42.10.180' })
      await site.send(page, { 'x-forwarded-for': '20.42.10.180, 192.0.2.44' })
      expect(await site.views()).toEqual([{ path: '/guide', human: 1, ai: 1, total: 2 }])
    })

    it('believes a proxy that is named as trusted, and no other', async () => {
      const site = await newSite()
      await site.send(page, { 'x-forwarded-for': '20.42.10.180, 203.0.113.9' })
      await site.send(page, { 'x-forwarded-for': '20.42.10.180, 2001:db8:ffff::7, 203.0.113.9' })
      await site.send(page, { 'x-forwarded-for': '20.42.10.180, 2001:db8:fffe::7' })
      expect(await site.views()).toEqual([{ path: '/guide', human: 1, ai: 2, total: 3 }])
    })

    it('takes views from the allowed origins only, and does not say so', async () => {
      const site = await newSite(['https://docs.example.com', 'http://localhost:3000'])
      expect((await site.send(page, { origin: 'https://docs.example.com' })).status).toBe(204)
      for (const origin of ['https://evil.example', 'https://docs.example.com.evil.example', null]) {
        const refused = await site.send(page, origin === null ? {} : { origin })
        expect(refused.status).toBe(204)
      }
      expect(await site.views()).toEqual([{ path: '/guide', human: 1, ai: 0, total: 1 }])
      expect(await site.exclusions()).toEqual([{ reason: 'origin', count: 3 }])
    })

    it('lets every origin use a key without any, and answers the question before a request', async () => {
      const site = await newSite()
      const headers = { origin: 'https://any.example', 'access-control-request-method': 'POST' }
      const asked = await docs.request(`/v1/collect/${site.siteKey}`, { method: 'OPTIONS', key: null, headers })
      expect(asked.status).toBe(204)
      expect(asked.headers.get('access-control-allow-origin')).toBe('*')
      expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
      expect(asked.headers.get('access-control-allow-headers')).toBe('content-type')
      await site.send(page, { origin: 'https://any.example' })
      expect(await site.views()).toHaveLength(1)
    })

    it('does not tell a key that is unknown, revoked, expired or of another site, but counts what it refused', async () => {
      const [site, revoked, expired] = [await newSite(), await newSite(), await newSite([], 1000)]
      const elsewhere = await newSite(['https://elsewhere.example'])
      await revoked.revoke()
      clock.advance(1000)
      const unknown = { ...site, siteKey: generateKey('site') }
      for (const origin of [null, 'https://docs.example.com', 'https://elsewhere.example']) {
        const headers: Record<string, string> = { ...(origin === null ? {} : { origin }), 'x-request-id': 'same' }
        const ask = ({ siteKey }: { siteKey: string }) =>
          docs.request(`/v1/collect/${siteKey}`, { method: 'OPTIONS', key: null, headers })
        const all = (answer: Answer) => ({ ...answer, headers: { ...Object.fromEntries(answer.headers), date: '' } })
        const [sent, asked] = [all(await site.send(page, headers)), all(await ask(site))]
        for (const other of [revoked, expired, elsewhere, unknown]) {
          expect(all(await site.send(page, headers, other.siteKey))).toEqual(sent)
          expect(all(await ask(other))).toEqual(asked)
        }
      }
      expect([await revoked.views(), await expired.views()]).toEqual([[], []])
      expect(await revoked.exclusions()).toEqual([{ reason: 'key-revoked', count: 3 }])
      expect(await expired.exclusions()).toEqual([{ reason: 'key-expired', count: 3 }])
      expect(await elsewhere.exclusions()).toEqual([{ reason: 'origin', count: 2 }])
    })

    it.each(['dnt', 'sec-gpc'])('does not count a reader who asks with %s not to be tracked', async (header) => {
      const site = await newSite()
      expect((await site.send(page, { [header]: '1' })).status).toBe(204)
      expect(await site.views()).toEqual([])
      expect(await site.exclusions()).toEqual([{ reason: 'opt-out', count: 1 }])
    })

    it('counts a person on a page whose address ends in .md: a browser shows it', async () => {
      const site = await newSite()
      await site.send({ url: 'https://docs.example.com/guide.md' })
      expect(await site.views()).toEqual([{ path: '/guide', human: 1, ai: 0, total: 1 }])
    })

    it('counts a page whose address ends like a file that belongs to pages: a script runs in it', async () => {
      const site = await newSite()
      for (const path of ['/guides/node.js', '/refs/config.json']) await site.send({ url: `https://docs.example.com${path}` })
      expect(await site.views()).toEqual([
        { path: '/guides/node.js', human: 1, ai: 0, total: 1 },
        { path: '/refs/config.json', human: 1, ai: 0, total: 1 },
      ])
      expect(await site.exclusions()).toEqual([])
    })

    it('counts the longest path that there may be, with a referrer', async () => {
      const site = await newSite()
      const path = '/' + 'ü'.repeat(255) + 'x'
      const url = `https://${'d'.repeat(63)}.example.com${encodeURI(path)}`
      expect((await site.send({ url, referrer: `https://search.example/${'x'.repeat(2000)}` })).status).toBe(204)
      expect(await site.views()).toEqual([{ path, human: 1, ai: 0, total: 1 }])
    })

    it('does not count a page that is loaded ahead', async () => {
      const site = await newSite()
      expect((await site.send(page, { 'sec-purpose': 'prefetch;prerender' })).status).toBe(204)
      expect(await site.views()).toEqual([])
      expect(await site.exclusions()).toEqual([{ reason: 'prefetch', count: 1 }])
    })

    it.each([
      [`https://x.example/${'x'.repeat(600)}`, 'path-too-long'],
      ['https://x.example/a%00', 'control-characters'],
      ['file:///home/ada/saved/index.html', 'not-a-page'],
      ['about:blank', 'not-a-page'],
    ])('leaves out %s, which is no page, and says why', async (url, reason) => {
      const site = await newSite()
      expect((await site.send({ url })).status).toBe(204)
      expect(await site.views()).toEqual([])
      expect(await site.exclusions()).toEqual([{ reason, count: 1 }])
    })
  })

  describe('400, 413, 415', () => {
    it('is for what the script does not send', async () => {
      const site = await newSite()
      for (const body of ['', '{', '[]', '{}', '{"url":7}', '{"url":""}', '"x"']) expect((await site.send(body)).status).toBe(400)
      for (const key of ['x', 'dws_x', docs.key, `${site.siteKey.slice(0, -1)}!`])
        expect((await site.send(page, {}, key)).status).toBe(400)
      expect((await site.send({ url: `https://x.example/${'x'.repeat(8192)}` })).status).toBe(413)
      expect((await site.send(page, { 'content-type': 'text/html' })).status).toBe(415)
      expect(await site.views()).toEqual([])
    })
  })

  describe('429', () => {
    it('is for more than 300 a minute from one address, and says when it is over', async () => {
      const site = await newSite()
      const from = (address: string) => site.send(page, { 'x-forwarded-for': address })
      for (let batch = 0; batch < 10; batch++) await Promise.all(Array.from({ length: 30 }, () => from('192.0.2.1')))
      clock.advance(20_000)
      const refused = await from('192.0.2.1')
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('40')
      expect((await from('192.0.2.2')).status).toBe(204)
      // What is refused costs no write of its own: it is added up, and written after some seconds.
      for (let more = 0; more < 4; more++) expect((await from('192.0.2.1')).status).toBe(429)
      expect(await site.exclusions()).toEqual([])
      clock.advance(5_000)
      await vi.waitFor(async () => expect(await site.exclusions()).toEqual([{ reason: 'rate-limited', count: 5 }]))
      clock.advance(35_000)
      expect((await from('192.0.2.1')).status).toBe(204)
    })

    it('is for a home with a whole network of IPv6 addresses, and not for all readers behind one trusted proxy', async () => {
      const site = await newSite()
      const statuses = async (addressOf: (reader: number) => string) => {
        const answers: number[] = []
        for (let batch = 0; batch < 11; batch++)
          answers.push(
            ...(await Promise.all(
              Array.from({ length: 30 }, async (_, place) => {
                const headers = { 'x-forwarded-for': addressOf(batch * 30 + place) }
                return (await site.send(page, headers)).status
              }),
            )),
          )
        return answers.filter((status) => status === 429).length
      }
      expect(await statuses((reader) => `2001:db8:0:0:${reader.toString(16)}:1:1:1`)).toBe(30)
      expect(await statuses((reader) => `198.51.${100 + (reader >> 8)}.${reader & 255}, 203.0.113.9`)).toBe(0)
    })
  })
})

describe('GET /docwright.js', () => {
  const file = new URL('../../src/api/beacon/docwright.min.js', import.meta.url)
  let docs: TestService

  beforeAll(async () => {
    docs = await startTestService()
  })
  afterAll(() => docs.stop())

  it('200 is the script, for any page, and may be cached', async () => {
    const { status, headers, text } = await docs.request('/docwright.js', { key: null })
    expect(status).toBe(200)
    expect(text).toBe(readFileSync(file, 'utf8'))
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('cache-control')).toContain('max-age=3600')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  it('304 is for who has it', async () => {
    const etag = (await docs.request('/docwright.js', { key: null })).headers.get('etag')!
    const again = await docs.request('/docwright.js', { key: null, headers: { 'if-none-match': `"x", W/${etag}` } })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect((await docs.request('/docwright.js', { key: null, headers: { 'if-none-match': '"x"' } })).status).toBe(200)
  })

  it('is what its source says: run `npm run beacon` after a change', async () => {
    expect(readFileSync(file, 'utf8')).toBe(await buildBeacon())
  })

  it('is below 1 kB with gzip, and uses neither cookies nor storage', () => {
    const script = readFileSync(file, 'utf8')
    expect(gzipSync(script).length).toBeLessThan(1000)
    expect(script).not.toMatch(/cookie|localStorage|sessionStorage|indexedDB|caches/)
  })
})
