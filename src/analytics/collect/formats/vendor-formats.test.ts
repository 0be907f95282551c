import { describe, expect, test } from 'vitest'
import { detectFormat } from '../detect-format.ts'
import { isEvent } from './log-format.ts'
import { createOwnFormat } from './own-pattern/own-format.ts'

const AT = Date.UTC(2026, 10, 17, 10, 5, 3)
const AGENT = 'Mozilla/5.0 (X11) UA/1'

/** A request for `/a?b=c` as each vendor documents its log. */
const JSON_LOGS: [string, object][] = [
  [
    'Fastly',
    {
      timestamp: '2026-11-17T10:05:03+0000',
      client_ip: '203.0.113.9',
      host: 'docs.example.com',
      url: '/a?b=c',
      request_method: 'GET',
      request_user_agent: AGENT,
      response_status: 200,
    },
  ],
  [
    'Envoy',
    {
      start_time: '2026-11-17T10:05:03.000Z',
      method: 'GET',
      path: '/a?b=c',
      response_code: 200,
      user_agent: AGENT,
      authority: 'docs.example.com',
      downstream_remote_address: '203.0.113.9:4711',
    },
  ],
  [
    'CloudFront v2',
    {
      date: '2026-11-17',
      time: '10:05:03',
      'c-ip': '203.0.113.9',
      'cs-method': 'GET',
      'cs-uri-stem': '/a',
      'cs-uri-query': 'b=c',
      'sc-status': '200',
      'cs(User-Agent)': encodeURIComponent(AGENT),
      'x-host-header': 'docs.example.com',
    },
  ],
  [
    'Cloudflare Logpush',
    {
      EdgeStartTimestamp: '2026-11-17T10:05:03Z',
      ClientIP: '203.0.113.9',
      ClientRequestHost: 'docs.example.com',
      ClientRequestMethod: 'GET',
      ClientRequestURI: '/a?b=c',
      EdgeResponseStatus: 200,
      ClientRequestUserAgent: AGENT,
    },
  ],
  [
    'Google Cloud',
    {
      timestamp: '2026-11-17T10:05:03Z',
      httpRequest: {
        requestMethod: 'GET',
        requestUrl: 'https://docs.example.com/a?b=c',
        status: 200,
        userAgent: AGENT,
        remoteIp: '203.0.113.9',
      },
    },
  ],
  [
    'Azure Front Door',
    {
      time: '2026-11-17T10:05:03.0Z',
      properties: {
        httpMethod: 'GET',
        requestUri: 'https://docs.example.com:443/a?b=c',
        httpStatusCode: '200',
        userAgent: AGENT,
        clientIp: '203.0.113.9',
      },
    },
  ],
  [
    'Akamai DataStream',
    {
      reqTimeSec: String(AT / 1000),
      cliIP: '203.0.113.9',
      reqHost: 'docs.example.com',
      reqMethod: 'GET',
      reqPath: 'a',
      queryStr: 'b=c',
      statusCode: '200',
      UA: encodeURIComponent(AGENT),
    },
  ],
  [
    'Elastic Common Schema',
    {
      '@timestamp': '2026-11-17T10:05:03Z',
      http: { request: { method: 'GET' }, response: { status_code: 200 } },
      url: { original: '/a?b=c', domain: 'docs.example.com' },
      user_agent: { original: AGENT },
      client: { ip: '203.0.113.9' },
    },
  ],
]

const TEXT_LOGS: [string, string][] = [
  [
    's3',
    `79a5 bucket [17/Nov/2026:10:05:03 +0000] 203.0.113.9 - 3E57 WEBSITE.GET.OBJECT a "GET /a?b=c HTTP/1.1" 200 - 113 - 7 - "-" "${AGENT}" -`,
  ],
  [
    'envoy',
    `[2026-11-17T10:05:03.000Z] "GET /a?b=c HTTP/2" 200 - 154 0 226 100 "203.0.113.9" "${AGENT}" "cc21" "docs.example.com" "10.0.2.1:80"`,
  ],
  [
    'istio',
    `[2026-11-17T10:05:03.000Z] "GET /a?b=c HTTP/1.1" 200 - via_upstream - "-" 0 154 1 0 "203.0.113.9" "${AGENT}" "cc21" "docs.example.com" "10.0.2.1:80" outbound|80||docs 10.0.2.2:33 10.0.2.1:80 10.0.0.1:99 - default`,
  ],
  ['bunny', `HIT|200|${AT}|412|390|203.0.113.9|-|https://docs.example.com/a?b=c|WA|${AGENT}|322b|DE`],
  [
    'ltsv',
    `time:[17/Nov/2026:10:05:03 +0000]\thost:203.0.113.9\treq:GET /a?b=c HTTP/1.1\tstatus:200\tua:${AGENT}\tvhost:docs.example.com`,
  ],
]

function check(line: string): void {
  const { format } = detectFormat([line, line])
  const event = format?.parse(line)
  expect(event).toMatchObject({ time: AT, method: 'GET', status: 200, userAgent: AGENT, ip: '203.0.113.9' })
  if (!isEvent(event!)) throw new Error('not read')
  expect(event.path ?? event.url).toMatch(/\/a\?b=c$/)
}

test.each(JSON_LOGS)('the JSON of %s', (_, object) => check(JSON.stringify(object)))

describe.each(TEXT_LOGS)('%s', (name, line) => {
  test('is found and read', () => {
    expect(detectFormat([line]).format?.name).toBe(name)
    check(line)
  })
})

test('HAProxy, with and without captured headers, from syslog or a file', () => {
  const head = '203.0.113.9:33317 [17/Nov/2026:10:05:03.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0'
  for (const line of [`${head} "GET /a?b=c HTTP/1.1"`, `${head} {docs.example.com} {} "GET /a?b=c HTTP/1.1"`])
    for (const wrapped of [line, `Nov 17 10:05:03 lb haproxy[14389]: ${line}`]) {
      const { format } = detectFormat([wrapped])
      expect(format?.name).toMatch(/^haproxy/)
      const event = { time: AT, path: '/a?b=c', method: 'GET', status: 200, ip: '203.0.113.9', userAgent: undefined }
      expect(format?.parse(wrapped)).toMatchObject(event)
    }
})

test('Squid', () => {
  const line = `${AT / 1000}.250    180 203.0.113.9 TCP_MISS/200 411 GET https://docs.example.com/a?b=c - DIRECT/10.0.0.1 text/html`
  const { format } = detectFormat([line])
  expect(format?.name).toBe('squid')
  expect(format?.parse(line)).toMatchObject({
    time: AT + 250,
    url: 'https://docs.example.com/a?b=c',
    status: 200,
    contentType: 'text/html',
  })
})

describe('IIS', () => {
  const FIELDS = '#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status cs(User-Agent) cs(Cookie) time-taken'

  test.each([
    ['a quoted cookie', '2026-11-17 10:05:03 203.0.113.9 GET /a b=c 200 Mozilla/5.0+(X11)+UA/1 "one=1; two=2" 12'],
    ['texts of Advanced Logging', '2026-11-17 10:05:03 203.0.113.9 GET /a b=c 200 "Mozilla/5.0 (X11) UA/1" "-" 12'],
  ])('with %s', (_, line) => {
    const { format } = detectFormat([FIELDS, line])
    expect(format?.name).toBe('w3c')
    const event = { time: AT, path: '/a?b=c', status: 200, userAgent: AGENT, ip: '203.0.113.9' }
    expect(format?.afterDirective?.(FIELDS)?.parse(line)).toMatchObject(event)
  })

  test('without the names of its columns, when it is told', () => {
    const line = '2026-11-17 10:05:03 203.0.113.9 GET /a b=c 200 Mozilla/5.0+(X11)+UA/1 - 12'
    expect(createOwnFormat(FIELDS).parse(line)).toMatchObject({ time: AT, path: '/a?b=c', userAgent: AGENT })
  })
})
