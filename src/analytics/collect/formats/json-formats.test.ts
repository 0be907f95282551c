import { describe, expect, test } from 'vitest'
import { caddyJson } from './caddy-json.ts'
import { nginxJson } from './nginx-json.ts'
import { traefikJson } from './traefik-json.ts'

const AT = Date.UTC(2026, 10, 17, 10, 5, 3)

describe('nginx-json', () => {
  const parse = (object: Record<string, unknown>): unknown => nginxJson.parse(JSON.stringify(object))

  test('reads the format that docs/log-formats.md recommends, with the headers that tell readers apart', () => {
    const line =
      '{"time":"2026-11-17T10:05:03+00:00","remote_addr":"2001:db8::1","scheme":"https","host":"docs.example.com","request_method":"GET",' +
      '"request_uri":"/docs/a?x=1","status":"200","http_referer":"","http_user_agent":"Mozilla/5.0 Chrome/143","http_accept":"text/markdown;q=1.0, */*",' +
      '"http_sec_fetch_mode":"navigate","http_sec_fetch_dest":"document","http_sec_fetch_site":"none","http_sec_purpose":"","http_signature_agent":""}'
    expect(nginxJson.parse(line)).toEqual({
      time: AT,
      url: 'https://docs.example.com/docs/a?x=1',
      method: 'GET',
      status: 200,
      userAgent: 'Mozilla/5.0 Chrome/143',
      ip: '2001:db8::1',
      headers: {
        accept: 'text/markdown;q=1.0, */*',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
        'sec-fetch-site': 'none',
      },
    })
  })

  test('notes that a header of every browser is missing, where it is in the log and the page was not sent in plain text', () => {
    const line = { time: AT, request_uri: '/', status: 200, http_sec_fetch_mode: '' }
    expect(parse(line)).toMatchObject({ headers: { 'sec-fetch-mode': '' } })
    expect(parse({ ...line, http_sec_fetch_mode: '-', scheme: 'https' })).toMatchObject({ headers: { 'sec-fetch-mode': '' } })
    expect(parse({ ...line, scheme: 'http' })).toMatchObject({ headers: undefined })
    expect(parse({ time: AT, request_uri: '/', status: 200 })).toMatchObject({ headers: undefined })
  })

  test('reads what Fastly logs, with its user agents', () => {
    const line = {
      timestamp: '2026-11-17T10:05:03+0000',
      client_ip: '203.0.113.9',
      host: 'docs.example.com',
      url: '/a?b=c',
      request_method: 'GET',
      request_referer: 'https://x.example/',
      request_user_agent: 'UA/1',
      response_status: 200,
    }
    expect(parse(line)).toMatchObject({
      time: AT,
      url: 'http://docs.example.com/a?b=c',
      status: 200,
      referrer: 'https://x.example/',
      userAgent: 'UA/1',
      ip: '203.0.113.9',
    })
  })

  test.each([
    ['seconds with a fraction, as $msec', { msec: '1794909903.250' }, AT + 250],
    ['a number of milliseconds', { timestamp: AT }, AT],
    ['nanoseconds', { ts: AT * 1e6 }, AT],
    ['$time_local', { time_local: '17/Nov/2026:15:35:03 +0530' }, AT],
    ['an ISO time with an offset', { '@timestamp': '2026-11-17T02:05:03-08:00' }, AT],
    ['the first field that is a time', { time: 0.004, time_iso8601: '', msec: AT / 1000 }, AT],
  ])('reads the time from %s', (_, fields, expected) => {
    expect(parse({ ...fields, request_uri: '/', status: 200 })).toMatchObject({ time: expected })
  })

  test.each([
    ['request', { request: 'POST /a HTTP/1.1' }, { method: 'POST', path: '/a' }],
    ['method and uri', { method: 'GET', uri: '/a' }, { method: 'GET', path: '/a' }],
    ['a path and a query', { path: '/a', query_string: 'b=c' }, { path: '/a?b=c' }],
    ['a URL', { url: 'https://docs.example.com/a' }, { url: 'https://docs.example.com/a' }],
    ['nothing but the user agent under another name', { uri: '/', user_agent: 'x' }, { userAgent: 'x' }],
    ['a status that is a number', { uri: '/', status_code: 404 }, { status: 404 }],
    ['an address with a port', { uri: '/', client: '[2001:db8::1]:443' }, { ip: '2001:db8::1' }],
  ])('reads %s', (_, fields, expected) => {
    expect(parse({ time: AT, ...fields })).toMatchObject(expected)
  })

  test('reads JSON that nginx wrote without escape=json', () => {
    const line = '{"time":"2026-11-17T10:05:03+00:00","request_uri":"/caf\\xC3\\xA9","http_user_agent":"a \\x22b\\x22 \\x5C"}'
    expect(nginxJson.parse(line)).toMatchObject({ path: '/café', userAgent: 'a "b" \\' })
  })

  test('knows a client without a user agent from a log without user agents', () => {
    expect(parse({ time: AT, uri: '/', http_user_agent: '' })).toMatchObject({ userAgent: '' })
    expect(parse({ time: AT, uri: '/', http_user_agent: '-' })).toMatchObject({ userAgent: '' })
    expect(parse({ time: AT, uri: '/' })).toMatchObject({ userAgent: undefined })
  })

  test('takes over no cookies and no credentials', () => {
    const event = parse({ time: AT, uri: '/', http_cookie: 'session=1', http_authorization: 'Bearer x', http_accept: '*/*' })
    expect(event).toMatchObject({ headers: { accept: '*/*' } })
    expect(JSON.stringify(event)).not.toMatch(/session|Bearer/)
  })

  test.each([
    ['a line that is not JSON', 'hello', 'not-in-format'],
    ['a line that was cut off', '{"time":1794909903,"uri":"/a', 'not-in-format'],
    ['an array', '[1]', 'not-in-format'],
    ['a message of a program', '{"time":1794909903,"level":"info","msg":"started"}', 'not-in-format'],
    ['a connection without a request', '{"time":1794909903,"request_uri":"","status":"400"}', 'no-request'],
    ['an empty request line', '{"time":1794909903,"request":"","status":"400"}', 'no-request'],
    ['bytes in place of a request', '{"time":1794909903,"request":"\\u0016\\u0003\\u0001"}', 'garbage-request'],
    ['a time that is none', '{"time":"yesterday","uri":"/"}', 'bad-time'],
  ])('says why it cannot read %s', (_, line, reason) => {
    expect(nginxJson.parse(line)).toBe(reason)
  })
})

describe('caddy-json', () => {
  const line = (more: Record<string, unknown> = {}, request: Record<string, unknown> = {}): string =>
    JSON.stringify({
      level: 'info',
      ts: AT / 1000 + 0.5,
      logger: 'http.log.access.log0',
      msg: 'handled request',
      request: {
        remote_ip: '10.0.0.1',
        remote_port: '41342',
        client_ip: '203.0.113.9',
        proto: 'HTTP/3.0',
        method: 'GET',
        host: 'docs.example.com',
        uri: '/a?b=c',
        headers: {
          'User-Agent': ['UA/1'],
          Accept: ['text/markdown', '*/*'],
          Referer: ['https://x.example/'],
          Cookie: ['REDACTED'],
        },
        tls: { resumed: false, version: 772 },
        ...request,
      },
      duration: 0.0009,
      size: 10_900,
      status: 200,
      ...more,
    })

  test('reads a usual line with its nested headers', () => {
    expect(caddyJson.parse(line())).toEqual({
      time: AT + 500,
      url: 'https://docs.example.com/a?b=c',
      method: 'GET',
      status: 200,
      referrer: 'https://x.example/',
      userAgent: 'UA/1',
      ip: '203.0.113.9',
      // All headers are in the log, so that this one is known to be missing.
      headers: { accept: 'text/markdown', 'sec-fetch-mode': '' },
    })
  })

  test.each([
    ['a wall clock, which is UTC', '2026/11/17 10:05:03.000', AT],
    ['ISO 8601', '2026-11-17T10:05:03.000+0000', AT],
    ['the time of the common log', '17/Nov/2026:10:05:03 +0000', AT],
  ])('reads a time that is configured as %s', (_, ts, expected) => {
    expect(caddyJson.parse(line({ ts }))).toMatchObject({ time: expected })
  })

  test('reads the address with a port of older versions', () => {
    const old = line({}, { client_ip: undefined, remote_ip: undefined, remote_addr: '[2001:db8::1]:50000' })
    expect(caddyJson.parse(old)).toMatchObject({ ip: '2001:db8::1' })
  })

  test('knows a client without a user agent from a log without headers', () => {
    expect(caddyJson.parse(line({}, { headers: {} }))).toMatchObject({ userAgent: '' })
    expect(caddyJson.parse(line({}, { headers: undefined }))).toMatchObject({ userAgent: undefined })
  })

  test('leaves the other messages of Caddy', () => {
    expect(caddyJson.parse('{"level":"info","ts":1794909903.5,"msg":"serving initial configuration"}')).toBe('not-in-format')
  })
})

describe('traefik-json', () => {
  test('reads a usual line', () => {
    const line = JSON.stringify({
      ClientAddr: '203.0.113.9:51334',
      ClientHost: '203.0.113.9',
      DownstreamStatus: 200,
      OriginStatus: 500,
      RequestAddr: 'docs.example.com',
      RequestHost: 'docs.example.com',
      RequestMethod: 'GET',
      RequestPath: '/a',
      RequestProtocol: 'HTTP/2.0',
      RequestScheme: 'https',
      StartLocal: '2026-11-17T11:05:03.250000000+01:00',
      StartUTC: '2026-11-17T10:05:03.250000000Z',
      'request_User-Agent': 'UA/1',
      request_Referer: 'https://x.example/',
      request_Accept: 'text/html',
      'request_Sec-Fetch-Mode': 'navigate',
      time: '2026-11-17T10:05:03Z',
    })
    expect(traefikJson.parse(line)).toEqual({
      time: AT + 250,
      url: 'https://docs.example.com/a',
      method: 'GET',
      status: 200,
      referrer: 'https://x.example/',
      userAgent: 'UA/1',
      ip: '203.0.113.9',
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
    })
  })

  test('knows no user agent unless Traefik was told to keep it', () => {
    const line = '{"RequestPath":"/","RequestMethod":"GET","DownstreamStatus":200,"StartUTC":"2026-11-17T10:05:03Z"}'
    expect(traefikJson.parse(line)).toMatchObject({ userAgent: undefined, path: '/' })
  })
})
