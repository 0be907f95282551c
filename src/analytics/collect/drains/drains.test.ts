import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeCloudflare } from './cloudflare.ts'
import { decodeCloudfront } from './cloudfront.ts'
import type { DrainHeaders, Drained } from './drain.ts'
import { DRAINS } from './drains.ts'
import { decodeNetlify } from './netlify.ts'
import { decodeVercel } from './vercel.ts'

const AT = Date.UTC(2026, 10, 17, 10, 5, 3)
const NOW = AT + 60_000
const SECRET = 'a long secret'

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const ndjson = (values: unknown[]): Buffer => Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))

describe('vercel', () => {
  const record = {
    id: '1573817187330377061717300000',
    deploymentId: 'dpl_233NRGRjVZX1caZrXWtz5g1TAksD',
    source: 'static',
    host: 'docs-abc.vercel.app',
    timestamp: AT + 5,
    projectId: 'gdufoJxB6b9b1fEqr1jUtFkyavUU',
    level: 'info',
    requestId: '643af4e3-975a-4cc7-9e7a-1eda11539d90',
    statusCode: 200,
    proxy: {
      timestamp: AT,
      method: 'GET',
      host: 'docs.example.com',
      path: '/a?b=c',
      userAgent: ['Mozilla/5.0 (compatible; ChatGPT-User/1.0)'],
      referer: 'https://chatgpt.com/',
      statusCode: 200,
      clientIp: '203.0.113.9',
      scheme: 'https',
      region: 'fra1',
      vercelId: 'fra1::iad1::abc-1',
    },
  }
  const event = {
    id: 'vercel:643af4e3-975a-4cc7-9e7a-1eda11539d90',
    time: AT,
    url: 'https://docs.example.com/a?b=c',
    method: 'GET',
    status: 200,
    referrer: 'https://chatgpt.com/',
    userAgent: 'Mozilla/5.0 (compatible; ChatGPT-User/1.0)',
    ip: '203.0.113.9',
  }
  const signed = (body: Buffer, secret = SECRET): DrainHeaders => ({
    'x-vercel-signature': createHmac('sha1', secret).update(body).digest('hex'),
  })
  const decode = (body: Buffer, headers: DrainHeaders = signed(body)): Promise<Drained> =>
    decodeVercel(body, headers, SECRET, NOW)

  test.each([
    ['an array', json([record])],
    ['one object', json(record)],
    ['an object per line', ndjson([record, { ...record, requestId: 'other' }])],
  ])('reads %s', async (_, body) => {
    const { events, answer } = await decode(body)
    expect(events[0]).toEqual(event)
    expect(answer.status).toBe(200)
  })

  test('counts a request once, however many lines its function printed', async () => {
    const lines = [record, { ...record, id: '2', message: 'hello', source: 'lambda' }, { ...record, id: '3', message: 'bye' }]
    expect((await decode(ndjson(lines))).events).toHaveLength(1)
  })

  test('leaves out what was asked of a preview, each request once', async () => {
    const preview = { ...record, environment: 'preview', requestId: 'p' }
    const body = json([{ ...record, environment: 'production' }, preview, { ...preview, id: '2', message: 'hello' }])
    expect(await decode(body)).toMatchObject({
      events: [event],
      skipped: 0,
      unreadable: {},
      leftOut: [{ id: 'vercel:p', reason: 'preview-deployment' }],
    })
  })

  test('leaves builds and renewals in the background', async () => {
    const body = json([
      { ...record, proxy: undefined, source: 'build' },
      { ...record, proxy: { ...record.proxy, statusCode: -1 } },
    ])
    expect(await decode(body)).toMatchObject({ events: [], skipped: 2 })
  })

  test.each([
    ['is missing', {}],
    ['was made with another secret', signed(json([record]), 'other')],
    ['is of another body', signed(json([]))],
    ['has another length', { 'x-vercel-signature': 'abc' }],
  ])('takes nothing when the signature %s', async (_, headers) => {
    expect(await decode(json([record]), headers)).toMatchObject({ events: [], answer: { status: 403 } })
  })

  test('takes an unsigned delivery when the caller vouches for it', async () => {
    expect((await decodeVercel(json([record]), {}, null, NOW)).events).toEqual([event])
  })

  test('sends back the code that proves whose endpoint it is, and counts nothing that is not signed', async () => {
    expect(await decode(json([record]), { 'x-vercel-verify': 'abc123' })).toMatchObject({
      events: [],
      answer: { status: 200, headers: { 'x-vercel-verify': 'abc123' } },
    })
    const body = json([record])
    expect(await decode(body, { ...signed(body), 'x-vercel-verify': 'abc123' })).toMatchObject({
      events: [event],
      answer: { headers: { 'x-vercel-verify': 'abc123' } },
    })
    expect((await decode(body, { 'x-vercel-verify': 'a\r\nset-cookie: b' })).answer.headers).not.toHaveProperty('x-vercel-verify')
  })
})

describe('netlify', () => {
  const record = {
    account_id: '5d7',
    client_ip: '2001:db8::1',
    content_type: 'text/html',
    country: 'DE',
    deploy_id: '63a',
    duration: 12,
    log_type: 'traffic',
    method: 'GET',
    referrer: 'https://x.example/',
    request_id: '01JD',
    site_id: 'abc',
    status_code: 200,
    timestamp: '2026-11-17T10:05:03.250Z',
    url: 'https://docs.example.com/a',
    user_agent: 'UA/1',
  }
  const headers = { authorization: `Bearer ${SECRET}` }
  const event = {
    id: 'netlify:01JD',
    time: AT + 250,
    url: 'https://docs.example.com/a',
    method: 'GET',
    status: 200,
    referrer: 'https://x.example/',
    userAgent: 'UA/1',
    ip: '2001:db8::1',
  }

  test('reads traffic as JSON and as an object per line', async () => {
    expect((await decodeNetlify(json([record]), headers, SECRET, NOW)).events).toEqual([event])
    expect((await decodeNetlify(ndjson([record]), headers, SECRET, NOW)).events).toEqual([event])
  })

  test('reads traffic without personal data', async () => {
    const { client_ip: _, user_agent: __, ...anonymous } = record
    expect((await decodeNetlify(json([anonymous]), headers, SECRET, NOW)).events).toEqual([
      { ...event, ip: undefined, userAgent: undefined },
    ])
  })

  test('leaves the logs of functions and deploys', async () => {
    const body = ndjson([
      { ...record, log_type: 'function' },
      { log_type: 'deploy', message: 'done' },
    ])
    expect(await decodeNetlify(body, headers, SECRET, NOW)).toMatchObject({ events: [], skipped: 2 })
  })

  test.each([
    ['a bearer token', `Bearer ${SECRET}`, 200],
    ['a password', `Basic ${Buffer.from(`docwright:${SECRET}`).toString('base64')}`, 200],
    ['the secret as it is', SECRET, 200],
    ['another token', 'Bearer other', 401],
    ['nothing', undefined, 401],
  ])('is opened by %s: %s → %i', async (_, authorization, status) => {
    expect((await decodeNetlify(json([record]), { authorization }, SECRET, NOW)).answer.status).toBe(status)
  })
})

describe('cloudflare', () => {
  const record = {
    ClientIP: '203.0.113.9',
    ClientRequestHost: 'docs.example.com',
    ClientRequestMethod: 'GET',
    ClientRequestPath: '/a',
    ClientRequestReferer: '',
    ClientRequestScheme: 'https',
    ClientRequestSource: 'eyeball',
    ClientRequestURI: '/a?b=c',
    ClientRequestUserAgent: 'Claude-User/1.0',
    EdgeResponseStatus: 200,
    EdgeStartTimestamp: '2026-11-17T10:05:03Z',
    RayID: '8e3f5c2a1b4d6e7f',
    RequestHeaders: { accept: 'text/markdown', cookie: 'a=b' },
  }
  const event = {
    id: 'cloudflare:8e3f5c2a1b4d6e7f',
    time: AT,
    url: 'https://docs.example.com/a?b=c',
    method: 'GET',
    status: 200,
    userAgent: 'Claude-User/1.0',
    ip: '203.0.113.9',
    headers: { accept: 'text/markdown' },
  }
  const decode = (body: Buffer): Promise<Drained> => decodeCloudflare(body, {}, null, NOW)

  test.each([
    ['RFC 3339', '2026-11-17T10:05:03Z'],
    ['seconds', AT / 1000],
    ['nanoseconds', AT * 1e6],
  ])('reads gzip with an object per line and times in %s', async (_, EdgeStartTimestamp) => {
    expect((await decode(gzipSync(ndjson([{ ...record, EdgeStartTimestamp }])))).events).toEqual([event])
  })

  test('accepts the probe that is sent when a job is made', async () => {
    expect(await decode(gzipSync('{"content":"tests"}'))).toMatchObject({ events: [], unreadable: {}, answer: { status: 200 } })
  })

  test('leaves requests that a worker made', async () => {
    expect(await decode(ndjson([{ ...record, ClientRequestSource: 'edgeWorkerFetch' }]))).toMatchObject({
      events: [],
      skipped: 1,
    })
  })

  test('reads a record with members that would change all objects as if they were not there', async () => {
    const text = JSON.stringify(record)
    const odd = [`{"__proto__":{"RayID":"x"},${text.slice(1)}`, `{"constructor":{"prototype":{}},${text.slice(1)}`]
    const expected = [...odd, text].map((_, index) => ({ ...event, id: `cloudflare:${index}` }))
    const records = [...odd, text].map((line, index) => line.replace(record.RayID, String(index)))
    expect((await decode(Buffer.from(records.join('\n')))).events).toEqual(expected)
    expect((await decode(Buffer.from(`[${records.join(',')}]`))).events).toEqual(expected)
  })

  test('counts what it cannot read by its reason', async () => {
    const body = Buffer.from(
      `not json\n${JSON.stringify({ ...record, EdgeStartTimestamp: 'x' })}\n${JSON.stringify(record)}\n{"a":1}\n`,
    )
    expect(await decode(body)).toMatchObject({ events: [event], unreadable: { 'not-in-format': 2, 'bad-time': 1 } })
  })

  test('refuses a body that is broken', async () => {
    expect((await decode(Buffer.from([0x1f, 0x8b, 1, 2, 3]))).answer.status).toBe(400)
  })
})

describe('cloudfront', () => {
  const fields = 'timestamp,c-ip,sc-status,cs-method,cs-host,cs-uri-stem,x-edge-request-id,cs-user-agent'
  const line = '1794909903.250\t203.0.113.9\t200\tGET\tdocs.example.com\t/a\tSOX4==\tcurl/8\n'
  const headers = {
    'x-amz-firehose-request-id': 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f',
    'x-amz-firehose-access-key': SECRET,
    'x-amz-firehose-common-attributes': JSON.stringify({ commonAttributes: { fields } }),
  }
  const envelope = (...data: string[]): Buffer =>
    json({
      requestId: 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f',
      timestamp: AT,
      records: data.map((text) => ({ data: Buffer.from(text).toString('base64') })),
    })
  const decode = (body: Buffer, more: DrainHeaders = {}): Promise<Drained> =>
    decodeCloudfront(body, { ...headers, ...more }, SECRET, NOW)

  test('reads the lines of each record, and answers as Firehose demands', async () => {
    const { events, answer } = await decode(envelope(line + line.replace('SOX4', 'SOX5'), line.replace('SOX4', 'SOX6')))
    expect(events.map((event) => event.id)).toEqual(['cloudfront:SOX4==', 'cloudfront:SOX5==', 'cloudfront:SOX6=='])
    expect(events[0]).toMatchObject({ time: AT + 250, url: 'http://docs.example.com/a', status: 200, userAgent: 'curl/8' })
    expect(answer).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requestId: 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f', timestamp: NOW }),
    })
  })

  test('reads a compressed body', async () => {
    expect((await decode(gzipSync(envelope(line)))).events).toHaveLength(1)
  })

  test('gives a line without an id the same id every time', async () => {
    const without = {
      'x-amz-firehose-common-attributes': JSON.stringify({ commonAttributes: { fields: 'timestamp cs-uri-stem' } }),
    }
    const first = async () => (await decode(envelope('1794909903.250\t/a\n'), without)).events[0]!.id
    const [one, two] = [await first(), await first()]
    expect(one).toMatch(/^cloudfront:/)
    expect(one).toBe(two)
  })

  test('tells Firehose what is wrong', async () => {
    const wrongKey = await decode(envelope(line), { 'x-amz-firehose-access-key': 'other' })
    expect(wrongKey).toMatchObject({ events: [], answer: { status: 401 } })
    expect(JSON.parse(wrongKey.answer.body)).toEqual({
      requestId: 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f',
      timestamp: NOW,
      errorMessage: 'The access key is wrong.',
    })
    expect((await decode(Buffer.from('{}'))).answer.status).toBe(400)
  })
})

describe('every drain', () => {
  test.each(['vercel', 'netlify', 'cloudflare', 'fastly', 'akamai', 'gcp'] as const)(
    '%s refuses more records than a delivery has, after reading that many',
    async (vendor) => {
      const { events, unreadable, answer } = await DRAINS[vendor](gzipSync('x\n'.repeat(1_000_000)), {}, null, NOW)
      expect({ events, unreadable, status: answer.status }).toEqual({ events: [], unreadable: {}, status: 413 })
      expect((await DRAINS[vendor](gzipSync('x\n'.repeat(1000)), {}, null, NOW)).unreadable).toEqual({ 'not-in-format': 1000 })
    },
  )

  test('cloudfront reads compressed records only up to the size of one delivery', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024)).toString('base64')
    const body = json({ requestId: 'a', timestamp: AT, records: [{ data: bomb }, { data: bomb }, { data: bomb }] })
    expect((await decodeCloudfront(body, {}, null, NOW)).unreadable).toEqual({ 'not-in-format': 3 })
  })

  test.each(Object.entries(DRAINS))(
    '%s takes any body without an error, and gives every event an id that stays',
    async (_, decode) => {
      const body = fc.oneof(
        fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
        fc.json().map((text) => Buffer.from(text)),
        fc.array(fc.json()).map((texts) => Buffer.from(texts.join('\n'))),
      )
      await fc.assert(
        fc.asyncProperty(body, async (bytes) => {
          const once = await decode(bytes, {}, null, NOW)
          expect(once.events.every((event) => event.id !== undefined)).toBe(true)
          expect(await decode(bytes, {}, null, NOW)).toEqual(once)
        }),
      )
    },
  )
})
