import { describe, expect, test } from 'vitest'
import { cloudfrontRealtime, createCloudfrontRealtime } from './cloudfront-realtime.ts'
import { cloudfrontStandard } from './cloudfront-standard.ts'
import { elb } from './elb.ts'
import { w3c } from './w3c.ts'

const AT = Date.UTC(2026, 10, 17, 10, 5, 3)

describe('w3c', () => {
  const format = w3c.afterDirective!(
    '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status time-taken',
  )!
  const usual = '2026-11-17 10:05:03 10.0.0.1 GET /docs/a b=c 443 - 203.0.113.9 Mozilla/5.0+(Windows) https://x.example/ 200 12'

  test('reads a usual line of IIS, in UTC, with spaces that are written as plus signs', () => {
    expect(format.parse(usual)).toEqual({
      time: AT,
      path: '/docs/a?b=c',
      method: 'GET',
      status: 200,
      referrer: 'https://x.example/',
      userAgent: 'Mozilla/5.0 (Windows)',
      ip: '203.0.113.9',
    })
  })

  test('reads fields that are missing', () => {
    expect(format.parse('2026-11-17 10:05:03 10.0.0.1 GET / - 443 - 2001:db8::1 - - 404 1')).toEqual({
      time: AT,
      path: '/',
      method: 'GET',
      status: 404,
      userAgent: '',
      ip: '2001:db8::1',
    })
  })

  test('reads the host and headers where they are logged', () => {
    const more = w3c.afterDirective!('#Fields: date time cs-method cs-uri-stem sc-status cs-host cs(Accept) cs(Sec-Fetch-Mode)')!
    expect(more.parse('2026-11-17 10:05:03 GET /a 200 docs.example.com text/markdown,+*/* navigate')).toMatchObject({
      url: 'http://docs.example.com/a',
      headers: { accept: 'text/markdown, */*', 'sec-fetch-mode': 'navigate' },
    })
  })

  test('takes the date from its own line where the fields have none', () => {
    const dated = w3c.afterDirective!('#Fields: time cs-method cs-uri-stem sc-status')!.afterDirective!(
      '#Date: 2026-11-17 00:00:00',
    )!
    expect(dated.parse('10:05:03 GET / 200')).toMatchObject({ time: AT })
  })

  test('cannot read a line before the fields are named', () => {
    expect(w3c.parse(usual)).toBe('not-in-format')
  })

  test('does not guess when a line has other columns than were named', () => {
    expect(format.parse(`${usual} extra`)).toBe('not-in-format')
  })

  test('says what is wrong with a line', () => {
    expect(format.parse(usual.replace('2026-11-17', '2026-11-31'))).toBe('bad-time')
    expect(format.parse(usual.replace('/docs/a', '-'))).toBe('no-request')
    expect(format.parse(usual.replace('/docs/a', '\\x16'))).toBe('garbage-request')
  })

  test('leaves the fields of CloudFront', () => {
    expect(w3c.afterDirective!('#Fields: date time x-edge-location cs-uri-stem')).toBeNull()
  })
})

describe('cloudfront-standard', () => {
  const format = cloudfrontStandard.afterDirective!(
    '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol',
  )!
  const columns = (agent: string): string =>
    `2026-11-17\t10:05:03\tFRA2\t2390\t2001:db8::1\tGET\td111.cloudfront.net\t/docs/a\t200\t-\t${agent}\tb=c\t-\tHit\tSOX4==\tdocs.example.com\thttps`

  test.each([
    ['once', 'Mozilla/5.0%20(X11;%20Linux)'],
    ['twice', 'Mozilla/5.0%2520(X11;%2520Linux)'],
  ])('reads a usual line with a user agent that is encoded %s', (_, agent) => {
    expect(format.parse(columns(agent))).toEqual({
      time: AT,
      url: 'https://docs.example.com/docs/a?b=c',
      method: 'GET',
      status: 200,
      userAgent: 'Mozilla/5.0 (X11; Linux)',
      ip: '2001:db8::1',
    })
  })

  test('keeps a broken escape as it is', () => {
    expect(format.parse(columns('a%ZZb%E9'))).toMatchObject({ userAgent: 'a%ZZb%E9' })
  })

  test('reads a client that left before the answer', () => {
    expect(format.parse(columns('x').replace('\t200\t', '\t000\t'))).toMatchObject({ status: 0 })
  })
})

describe('cloudfront-realtime', () => {
  const values = [
    '1794909903.250', '203.0.113.9', '0.001', '200', '2390', 'GET', 'https', 'docs.example.com', '/a?b=c', '320', 'FRA2', 'SOX4==',
    'd111.cloudfront.net', '0.002', 'HTTP/3.0', 'IPv4', 'Mozilla/5.0%20(X11)', '-', '-', 'b=c', 'Hit', '-', 'TLSv1.3', 'AES', 'Hit', '-', '-',
    'text/html', '2000', '-', '-', '51334', 'Hit', 'DE', 'gzip', 'text/html', '*', 'Host:docs.example.com%0ASec-Fetch-Mode:navigate%0ACookie:a=b%0A', 'Host%0A', '3',
  ] // prettier-ignore

  test('reads a line with all fields, with the id that CloudFront gave', () => {
    expect(cloudfrontRealtime.parse(values.join('\t'))).toEqual({
      id: 'cloudfront:SOX4==',
      time: AT + 250,
      url: 'https://docs.example.com/a?b=c',
      method: 'GET',
      status: 200,
      userAgent: 'Mozilla/5.0 (X11)',
      ip: '203.0.113.9',
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
    })
  })

  test('reads a line with newer fields at its end', () => {
    expect(cloudfrontRealtime.parse(`${values.join('\t')}\t0.1\t0.2\t64496`)).toMatchObject({ status: 200 })
  })

  test('reads chosen fields in the order in which CloudFront writes them', () => {
    const format = createCloudfrontRealtime(['cs-user-agent', 'cs-uri-stem', 'timestamp', 'sc-status'])
    expect(format.parse('1794909903\t404\t/a\tcurl/8')).toMatchObject({ time: AT, status: 404, path: '/a', userAgent: 'curl/8' })
  })

  test('leaves a line with too few columns', () => {
    expect(cloudfrontRealtime.parse('1794909903.250\t203.0.113.9')).toBe('not-in-format')
  })
})

describe('elb', () => {
  const alb = (request: string, agent = '"UA/1"', client = '203.0.113.9:2817'): string =>
    `h2 2026-11-17T10:05:03.186641Z app/docs/50dc6c495c0c9188 ${client} 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 "${request}" ${agent} ECDHE TLSv1.2 arn:aws:x "Root=1-5" "docs.example.com" "-" 1 2026-11-17T10:05:03.086000Z "forward" "-" "-" "10.0.0.1:80" "200" "-" "-"`

  test('reads a line of an application load balancer', () => {
    expect(elb.parse(alb('GET https://docs.example.com:443/a?b=c HTTP/2.0'))).toEqual({
      time: AT + 186,
      url: 'https://docs.example.com/a?b=c',
      method: 'GET',
      status: 200,
      userAgent: 'UA/1',
      ip: '203.0.113.9',
      isReferrerUnknown: true,
    })
  })

  test('reads a line of a classic load balancer', () => {
    const line =
      '2026-11-17T10:05:03.945958Z my-elb [2001:db8::1]:2817 10.0.0.1:80 0.000073 0.001048 0.000057 404 404 0 29 "GET http://docs.example.com:80/ HTTP/1.1" "curl/7.38.0" - -'
    expect(elb.parse(line)).toMatchObject({
      url: 'http://docs.example.com/',
      status: 404,
      ip: '2001:db8::1',
      userAgent: 'curl/7.38.0',
    })
  })

  test('reads quotes in a user agent and one that is missing', () => {
    expect(elb.parse(alb('GET http://a.example:80/ HTTP/1.1', '"a \\x22b\\x22"'))).toMatchObject({ userAgent: 'a "b"' })
    expect(elb.parse(alb('GET http://a.example:80/ HTTP/1.1', '"-"'))).toMatchObject({ userAgent: '' })
  })

  test('calls a request garbage that the load balancer could not read', () => {
    expect(elb.parse(alb('- http://docs.example.com:80- ', '"-"', '203.0.113.9:1'))).toBe('garbage-request')
  })

  test('leaves lines of other formats', () => {
    expect(elb.parse('203.0.113.9 - - [17/Nov/2026:10:05:03 +0000] "GET / HTTP/1.1" 200 1 "-" "x"')).toBe('not-in-format')
  })
})
