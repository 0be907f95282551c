import { describe, expect, test } from 'vitest'
import { combined } from '../combined.ts'
import type { ParsedLine } from '../log-format.ts'
import { createOwnFormat } from './own-format.ts'

const AT = Date.UTC(2026, 10, 17, 10, 5, 3)
const COMBINED = '203.0.113.9 - - [17/Nov/2026:11:05:03 +0100] "GET /docs/a?b=c HTTP/1.1" 200 512 "https://x.example/" "UA/1"'

/** Without fields that are undefined, which formats leave out or not. */
const definedOf = (parsed: ParsedLine): unknown => JSON.parse(JSON.stringify(parsed))

describe('a pattern that is pasted as it is', () => {
  test.each([
    [
      'combined of nginx',
      '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"',
    ],
    [
      'its statement',
      `log_format main '$remote_addr - $remote_user [$time_local] "$request" '\n    '$status $body_bytes_sent "$http_referer" "$http_user_agent"';`,
    ],
    ['combined of GoAccess', '%h %^[%d:%t %^] "%r" %s %b "%R" "%u"'],
    ['the same for a shell', '%h %^[%d:%t %^] \\"%r\\" %s %b \\"%R\\" \\"%u\\"'],
    ['combined of Apache', '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-agent}i"'],
    ['its statement', 'LogFormat "%h %l %u %t \\"%r\\" %>s %b \\"%{Referer}i\\" \\"%{User-agent}i\\"" combined'],
  ])('%s', (_, pattern) => {
    const format = createOwnFormat(pattern)
    expect(format.parse(COMBINED)).toMatchObject(combined.parse(COMBINED) as object)
    for (const line of [`${COMBINED} more`, COMBINED.slice(0, -3), COMBINED.slice(0, -8), `${COMBINED.slice(0, -6)}"\\"q\\""`])
      expect(definedOf(format.parse(line)), line).toEqual(definedOf(combined.parse(line)))
    expect(format.parse('something else')).toBe('not-in-format')
  })

  test('reads every field that it names', () => {
    const format = createOwnFormat(
      '$msec|$host|$scheme|$remote_addr:$remote_port|$request_method|$uri$is_args$args|$status|$http_accept|$http_sec_fetch_mode|$sent_http_content_type|"$http_user_agent"',
    )
    const line = `${AT / 1000}.250|docs.example.com|https|203.0.113.9:5123|GET|/a?b=c|200|text/html|-|text/html|"a \\x22quoted\\x22 \\"agent\\""`
    expect(format.parse(line)).toEqual({
      time: AT + 250,
      url: 'https://docs.example.com/a?b=c',
      method: 'GET',
      status: 200,
      referrer: undefined,
      userAgent: 'a "quoted" "agent"',
      ip: '203.0.113.9',
      headers: { accept: 'text/html', 'sec-fetch-mode': '' },
      contentType: 'text/html',
    })
  })

  test.each([
    ['%x %h %m %U%q %s "%u"', '2026-11-17T10:05:03Z 203.0.113.9 GET /a?b=c 200 "UA/1"'],
    ['%d %t %h %m %U %q %s "%u"', '2026-11-17 10:05:03 203.0.113.9 GET /a b=c 200 "UA/1"'],
    [
      '%v:%^ %h [%x] "%r" %s %^ "%u"',
      'docs.example.com:443 203.0.113.9 [17/Nov/2026:10:05:03 +0000] "GET /a?b=c HTTP/2" 200 1 "UA/1"',
    ],
    ['%{%s}t %a "%r" %>s "%{User-Agent}i"', `${AT / 1000} 203.0.113.9 "GET /a?b=c HTTP/2" 200 "UA/1"`],
  ])('%s', (pattern, line) => {
    const event = createOwnFormat(pattern).parse(line)
    expect(event).toMatchObject({ time: AT, method: 'GET', status: 200, userAgent: 'UA/1', ip: '203.0.113.9' })
    expect((event as { path?: string; url?: string }).path ?? (event as { url: string }).url).toMatch(/\/a\?b=c$/)
  })

  test('says why a line gives no view', () => {
    const format = createOwnFormat('$remote_addr [$time_local] "$request" $status')
    expect(format.parse('203.0.113.9 [noon] "GET / HTTP/1.1" 200')).toBe('bad-time')
    expect(format.parse('203.0.113.9 [17/Nov/2026:11:05:03 +0100] "\\x16\\x03" 400')).toBe('garbage-request')
    expect(format.parse('203.0.113.9 [17/Nov/2026:11:05:03 +0100] "-" 408')).toBe('no-request')
  })

  test('knows a log without user agents from a client without one', () => {
    const format = createOwnFormat('$remote_addr [$time_local] "$request" $status "$http_user_agent"')
    expect(format.parse('203.0.113.9 [17/Nov/2026:11:05:03 +0100] "GET / HTTP/1.1" 200 "-"')).toMatchObject({ userAgent: '' })
    const without = createOwnFormat('$remote_addr [$time_local] "$request" $status')
    expect(without.parse('203.0.113.9 [17/Nov/2026:11:05:03 +0100] "GET / HTTP/1.1" 200')).toMatchObject({ userAgent: undefined })
  })

  test.each([
    ['$remote_addr $status', 'request'],
    ['$remote_addr "$request" $status', 'time'],
    ['nothing at all', 'request'],
    ['%h'.repeat(3000), 'longer'],
  ])('refuses what cannot be read: %.20s', (pattern, what) => {
    expect(() => createOwnFormat(pattern)).toThrow(what)
  })
})
