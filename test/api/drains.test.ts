import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DRAINS } from '../../src/analytics/collect/drains/drains.ts'
import { getDrainKey } from '../../src/keys/drain-keys.ts'
import { revokeKey } from '../../src/keys/revoke-key.ts'
import { listKeys } from '../../src/keys/store.ts'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { type Answer, type TestService, startTestService } from '../support/test-service.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CLAUDE = 'Claude-User (claude-code/2.1.90; +https://support.anthropic.com/)'

type Vendor = keyof typeof DRAINS

/** Two requests by a browser and one by an agent, all with ids, as each vendor writes them. */
const DELIVERIES: Record<Vendor, (at: number) => Uint8Array<ArrayBuffer>> = {
  vercel: (at) =>
    text(
      [BROWSER, BROWSER, CLAUDE]
        .map((agent, index) =>
          JSON.stringify({
            id: `log-${index}`,
            requestId: `req-${index}`,
            timestamp: at,
            proxy: {
              timestamp: at,
              method: 'GET',
              host: 'docs.example.com',
              path: '/a?x=1',
              userAgent: [agent],
              statusCode: 200,
            },
          }),
        )
        .join('\n'),
    ),
  netlify: (at) =>
    text(
      JSON.stringify(
        [BROWSER, BROWSER, CLAUDE].map((agent, index) => ({
          log_type: 'traffic',
          request_id: `req-${index}`,
          timestamp: new Date(at).toISOString(),
          url: 'https://docs.example.com/a/',
          method: 'GET',
          status_code: 200,
          user_agent: agent,
        })),
      ),
    ),
  cloudflare: (at) =>
    Uint8Array.from(
      gzipSync(
        [BROWSER, BROWSER, CLAUDE]
          .map((agent, index) =>
            JSON.stringify({
              RayID: `ray-${index}`,
              ClientRequestHost: 'docs.example.com',
              ClientRequestMethod: 'GET',
              ClientRequestURI: '/a.md',
              ClientRequestUserAgent: agent,
              RequestHeaders: agent === BROWSER ? { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } : {},
              EdgeResponseStatus: 200,
              EdgeStartTimestamp: new Date(at).toISOString(),
            }),
          )
          .join('\n'),
      ),
    ),
  cloudfront: (at) =>
    text(
      JSON.stringify({
        requestId: 'fire-1',
        timestamp: at,
        records: [BROWSER, BROWSER, CLAUDE].map((agent, index) => ({
          data: Buffer.from(`${at / 1000}\t200\tGET\tdocs.example.com\t/a\tid-${index}\t${encodeURIComponent(agent)}\n`).toString(
            'base64',
          ),
        })),
      }),
    ),
  fastly: (at) =>
    text(
      [BROWSER, BROWSER, CLAUDE]
        .map((agent, index) =>
          JSON.stringify({
            time: new Date(at).toISOString(),
            request_id: `req-${index}`,
            client_ip: '203.0.113.9',
            host: 'docs.example.com',
            scheme: 'https',
            request_method: 'GET',
            url: '/a?x=1',
            response_status: '200',
            request_user_agent: agent,
            request_referer: '',
          }),
        )
        .join('\n'),
    ),
  akamai: (at) =>
    Uint8Array.from(
      gzipSync(
        [BROWSER, BROWSER, CLAUDE]
          .map((agent, index) =>
            JSON.stringify({
              reqId: `req-${index}`,
              reqTimeSec: String(at / 1000),
              cliIP: '203.0.113.9',
              reqHost: 'docs.example.com',
              reqMethod: 'GET',
              reqPath: 'a',
              statusCode: '200',
              UA: encodeURIComponent(agent),
              referer: '-',
            }),
          )
          .join('\n'),
      ),
    ),
  gcp: (at) =>
    text(
      JSON.stringify(
        [BROWSER, BROWSER, CLAUDE].map((agent, index) => {
          const entry = {
            insertId: `entry-${index}`,
            logName: 'projects/docs/logs/requests',
            timestamp: new Date(at).toISOString(),
            httpRequest: {
              requestMethod: 'GET',
              requestUrl: 'https://docs.example.com/a',
              status: 200,
              userAgent: agent,
              remoteIp: '203.0.113.9',
            },
          }
          return { message: { data: Buffer.from(JSON.stringify(entry)).toString('base64'), messageId: String(index) } }
        }),
      ),
    ),
}

/** A token as Pub/Sub signs it, but for the signature. */
const tokenFor = (audience: string) =>
  ['{"alg":"RS256","typ":"JWT"}', JSON.stringify({ aud: audience, iss: 'https://accounts.google.com' }), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')

const FIELDS = 'timestamp,sc-status,cs-method,cs-host,cs-uri-stem,x-edge-request-id,cs-user-agent'

function text(value: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(value))
}

describe.each(ENGINES)('POST /v1/analytics/{projectId}/drains/{vendor} on %s', (engine) => {
  const clock = createManualClock()
  let docs: TestService

  beforeAll(async () => {
    docs = await startTestService({ engine, clock })
  })
  afterAll(() => docs.stop())

  const keyDeps = () => {
    const { databases, ids, serverSecret } = docs.service.context
    return { database: databases.main, ids, serverSecret }
  }

  const newDrain = async (vendor: Vendor) => {
    const { projectId, key } = await docs.newProject()
    const wanted = { projectId, vendor, actor: 'test' }
    const drain = await getDrainKey(keyDeps(), { ...wanted, isNew: false })
    const post = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string>, id = projectId): Promise<Answer> =>
      docs.request(`/v1/analytics/${id}/drains/${vendor}`, { method: 'POST', key: null, body, headers })
    return {
      projectId,
      key,
      drain,
      post,
      replace: () => getDrainKey(keyDeps(), { ...wanted, isNew: true }),
      signed: (body: Uint8Array, secret = drain.secret) => proofs[vendor](body, secret),
      views: async () => (await docs.request(`/v1/analytics/${projectId}/views`, { key })).body.views,
      exclusions: async () => (await docs.request(`/v1/analytics/${projectId}/exclusions`, { key })).body.exclusions,
    }
  }

  /** How each vendor shows who it is. */
  const proofs: Record<Vendor, (body: Uint8Array, secret: string) => Record<string, string>> = {
    vercel: (body, secret) => ({ 'x-vercel-signature': createHmac('sha1', secret).update(body).digest('hex') }),
    netlify: (_, secret) => ({ authorization: `Bearer ${secret}` }),
    cloudflare: (_, secret) => ({ authorization: `Bearer ${secret}`, 'content-encoding': 'gzip' }),
    cloudfront: (_, secret) => ({
      'x-amz-firehose-access-key': secret,
      'x-amz-firehose-request-id': 'fire-1',
      'x-amz-firehose-common-attributes': JSON.stringify({ commonAttributes: { fields: FIELDS } }),
      'content-type': 'application/json',
    }),
    fastly: (_, secret) => ({ authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' }),
    akamai: (_, secret) => ({
      authorization: `Basic ${Buffer.from(`docs:${secret}`).toString('base64')}`,
      'content-encoding': 'gzip',
    }),
    gcp: (_, secret) => ({ authorization: `Bearer ${tokenFor(secret)}`, 'content-type': 'application/json' }),
  }
  const vendors = Object.keys(DELIVERIES) as Vendor[]

  it('is announced to Fastly, which asks the host first', async () => {
    const answer = await docs.request('/.well-known/fastly/logging/challenge', { key: null })
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0], answer.text]).toEqual([200, 'text/plain', '*\n'])
  })

  describe('200', () => {
    it('is for the test of Akamai, other logs of Google Cloud, and its messages without an envelope', async () => {
      const akamai = await newDrain('akamai')
      const test = text('{"access_validation":true}')
      expect((await akamai.post(test, { authorization: akamai.signed(test)['authorization']! })).status).toBe(200)
      expect(await akamai.exclusions()).toEqual([])
      const gcp = await newDrain('gcp')
      const httpRequest = { requestMethod: 'GET', requestUrl: 'https://docs.example.com/b', status: 200, userAgent: BROWSER }
      for (const entry of [
        { logName: 'projects/docs/logs/syslog', textPayload: 'started' },
        { insertId: 'x', timestamp: new Date(clock.now()).toISOString(), httpRequest },
      ])
        expect((await gcp.post(text(JSON.stringify(entry)), gcp.signed(test))).status).toBe(200)
      expect(await gcp.views()).toMatchObject([{ path: '/b', total: 1 }])
      expect(await gcp.exclusions()).toEqual([])
    })

    it.each(vendors)('is for what %s delivers; what is sent again counts once', async (vendor) => {
      const site = await newDrain(vendor)
      const body = DELIVERIES[vendor](clock.now())
      for (let time = 0; time < 3; time++) {
        const answer = await site.post(body, site.signed(body))
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toContain('application/json')
        if (vendor === 'cloudfront') expect(answer.body).toEqual({ requestId: 'fire-1', timestamp: clock.now() })
      }
      expect(await site.views()).toEqual([{ path: '/a', human: 2, ai: 1, total: 3 }])
    })

    it.each(vendors)('is for %s with an admin key, too', async (vendor) => {
      const site = await newDrain(vendor)
      const body = DELIVERIES[vendor](clock.now())
      const { 'x-vercel-signature': _, ...proof } = proofs[vendor](body, site.key)
      expect((await site.post(body, { ...proof, authorization: `Bearer ${site.key}` })).status).toBe(200)
      expect(await site.views()).toEqual([{ path: '/a', human: 2, ai: 1, total: 3 }])
    })

    it('is for both secrets while one is replaced; a revoked one is refused', async () => {
      const site = await newDrain('vercel')
      const next = await site.replace()
      const body = DELIVERIES.vercel(clock.now())
      expect(next.secret).not.toBe(site.drain.secret)
      expect((await site.post(body, site.signed(body))).status).toBe(200)
      expect((await site.post(body, site.signed(body, next.secret))).status).toBe(200)
      await revokeKey(keyDeps(), site.projectId, site.drain.key.id, 'test')
      expect((await site.post(body, site.signed(body))).status).toBe(403)
      expect((await site.post(body, site.signed(body, next.secret))).status).toBe(200)
    })

    it('is for what cannot be counted, too: it is told by its reason, once', async () => {
      const site = await newDrain('cloudflare')
      const record = { ClientRequestUserAgent: BROWSER, EdgeStartTimestamp: new Date(clock.now()).toISOString() }
      const lines = [`/${'x'.repeat(600)}`, '/a%00', '/b%00'].map((path, index) =>
        JSON.stringify({ ...record, ClientRequestURI: path, RayID: `ray-${index}` }),
      )
      const body = Uint8Array.from(gzipSync([...lines, '{"half of a', '{"half of a'].join('\n')))
      for (let time = 0; time < 2; time++) expect((await site.post(body, site.signed(body))).status).toBe(200)
      expect(await site.views()).toEqual([])
      expect(await site.exclusions()).toEqual([
        { reason: 'control-characters', count: 2 },
        { reason: 'not-in-format', count: 2 },
        { reason: 'path-too-long', count: 1 },
      ])
    })

    it('is for previews at Vercel, which are not counted: it is told how many there were, once', async () => {
      const site = await newDrain('vercel')
      const [, second] = new TextDecoder().decode(DELIVERIES.vercel(clock.now())).split('\n') as [string, string]
      const body = text(`${second.replace('{', '{"environment":"preview",')}\n${second.replace('req-1', 'req-9')}`)
      for (let time = 0; time < 2; time++) expect((await site.post(body, site.signed(body))).status).toBe(200)
      expect(await site.views()).toEqual([{ path: '/a', human: 1, ai: 0, total: 1 }])
      expect(await site.exclusions()).toEqual([{ reason: 'preview-deployment', count: 1 }])
    })

    it('is for the handshake of Vercel, whose code goes back', async () => {
      const site = await newDrain('vercel')
      const answer = await site.post(text('{}'), { 'x-vercel-verify': 'abc123' })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('x-vercel-verify')).toBe('abc123')
    })

    it('is for the probe of Logpush', async () => {
      const site = await newDrain('cloudflare')
      const probe = Uint8Array.from(gzipSync('{"content":"tests"}'))
      expect((await site.post(probe, site.signed(probe))).status).toBe(200)
      expect(await site.exclusions()).toEqual([])
    })

    it('is for many records at once', async () => {
      const site = await newDrain('cloudflare')
      const record = {
        ClientRequestURI: '/a',
        ClientRequestUserAgent: BROWSER,
        EdgeStartTimestamp: new Date(clock.now()).toISOString(),
      }
      const lines = Array.from({ length: 12_000 }, (_, index) => JSON.stringify({ ...record, RayID: `ray-${index}` }))
      const body = Uint8Array.from(gzipSync(lines.join('\n')))
      expect((await site.post(body, site.signed(body))).status).toBe(200)
      expect(await site.views()).toEqual([{ path: '/a', human: 12_000, ai: 0, total: 12_000 }])
    })
  })

  it('the secret that was used is the one whose last use is noted, to the minute; a stranger uses none', async () => {
    const site = await newDrain('vercel')
    const next = await site.replace()
    const lastUses = async () => {
      const keys = await listKeys(keyDeps().database, site.projectId)
      return [site.drain, next].map(({ key: { id } }) => keys.find((key) => key.id === id)!.lastUsedAt)
    }
    const body = DELIVERIES.vercel(clock.now())
    await site.post(body, site.signed(body, 'other'))
    await site.post(text('{}'), { 'x-vercel-verify': 'abc123' })
    expect(await lastUses()).toEqual([null, null])
    const first = clock.now()
    await site.post(body, site.signed(body))
    expect(await lastUses()).toEqual([first, null])
    clock.advance(59_999)
    await site.post(body, site.signed(body))
    await site.post(body, site.signed(body, next.secret))
    expect(await lastUses()).toEqual([first, first + 59_999])
    clock.advance(1)
    await site.post(body, site.signed(body))
    expect(await lastUses()).toEqual([first + 60_000, first + 59_999])
  })

  describe('400, 413', () => {
    it('is for a body that is broken, an unknown vendor, and one that is too large', async () => {
      const site = await newDrain('cloudflare')
      const broken = Uint8Array.from([0x1f, 0x8b, 1, 2])
      expect((await site.post(broken, site.signed(broken))).status).toBe(400)
      expect((await docs.request(`/v1/analytics/${site.projectId}/drains/other`, { json: {} })).status).toBe(400)
      const large = new Uint8Array(16 * 1024 * 1024 + 1)
      expect((await site.post(large, site.signed(large))).status).toBe(413)
    })
  })

  describe('401, 403, 404', () => {
    it.each(vendors)(
      '%s without the secret is refused, in the same words whether or not there is such a project',
      async (vendor) => {
        const site = await newDrain(vendor)
        const other = await docs.newProject()
        const body = DELIVERIES[vendor](clock.now())
        const stranger = 'dwd_000000000000000000000000000000000000000'
        for (const proof of [{}, site.signed(body, stranger), site.signed(body, `dwd_${'x'.repeat(39)}`)]) {
          const headers = { 'x-request-id': 'same', ...proof }
          const answers = await Promise.all(
            [site.projectId, other.projectId, 'prj_none', "x'--"].map((id) => site.post(body, headers, id)),
          )
          const [first] = answers
          expect(first!.status).toBe(vendor === 'vercel' ? 403 : 401)
          for (const answer of answers) {
            expect(answer.text).toBe(first!.text)
            expect(answer.status).toBe(first!.status)
            expect(Object.fromEntries(answer.headers)).toEqual({ ...Object.fromEntries(first!.headers), date: expect.anything() })
          }
        }
        // The secret of one project does not open another.
        expect((await site.post(body, site.signed(body), other.projectId)).status).toBe(vendor === 'vercel' ? 403 : 401)
        expect(await site.views()).toEqual([])
      },
    )

    it('an admin key that is unknown, of another project, or without the scope opens nothing', async () => {
      const site = await newDrain('netlify')
      const body = DELIVERIES.netlify(clock.now())
      const other = await docs.newProject()
      const reader = await docs.newKey(site.projectId, ['read'])
      const withKey = (key: string, id?: string) => site.post(body, { authorization: `Bearer ${key}` }, id)
      expect((await withKey(reader.key)).status).toBe(403)
      expect((await withKey(other.key)).status).toBe(404)
      expect((await withKey(other.key, 'prj_none')).status).toBe(404)
      expect((await withKey(`${site.key.slice(0, -1)}_`)).status).toBe(401)
      expect(await site.views()).toEqual([])
    })
  })

  it('no secret of a drain is in the database or in the log', async () => {
    const { drain } = await newDrain('vercel')
    const rows = await docs.service.context.databases.main.query.selectFrom('key').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(drain.secret.slice(4))
    docs.service.context.log.info({ drain })
    expect(docs.log()).not.toContain(drain.secret)
  })
})
