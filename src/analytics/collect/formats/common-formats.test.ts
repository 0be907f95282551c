import { describe, expect, test } from 'vitest'
import type { ViewEvent } from '../event.ts'
import { combined } from './combined.ts'
import { common } from './common.ts'
import type { LogFormat, Unreadable } from './log-format.ts'
import { traefikCommon } from './traefik-common.ts'
import { vhost } from './vhost.ts'

const AT = Date.UTC(2026, 10, 17, 10, 5, 3)
const HEAD = '203.0.113.9 - - [17/Nov/2026:10:05:03 +0000]'

type Row = [what: string, line: string, expected: ViewEvent | Unreadable]

function check(format: LogFormat, rows: Row[]): void {
  test.each(rows)('%s', (_, line, expected) => {
    expect(format.parse(line)).toEqual(expected)
  })
}

describe('combined', () => {
  const usual = {
    time: AT,
    path: '/docs/a?b=c',
    method: 'GET',
    status: 200,
    referrer: 'https://x.example/',
    userAgent: 'UA/1',
    ip: '203.0.113.9',
  }
  check(combined, [
    ['reads a usual line', `${HEAD} "GET /docs/a?b=c HTTP/1.1" 200 512 "https://x.example/" "UA/1"`, usual],
    ['reads HTTP/2', `${HEAD} "GET /docs/a?b=c HTTP/2.0" 200 512 "https://x.example/" "UA/1"`, usual],
    [
      'reads HTTP/3, which some servers write without a minor version',
      `${HEAD} "GET /docs/a?b=c HTTP/3" 200 512 "https://x.example/" "UA/1"`,
      usual,
    ],
    ['reads HTTP/0.9, which has no version', `${HEAD} "GET /docs/a?b=c" 200 512 "https://x.example/" "UA/1"`, usual],
    [
      'passes over numbers between the bytes and the referrer',
      `${HEAD} "GET /docs/a?b=c HTTP/1.1" 200 512 0.004 - "https://x.example/" "UA/1"`,
      usual,
    ],
    [
      'leaves alone what follows the user agent',
      `${HEAD} "GET /docs/a?b=c HTTP/1.1" 200 512 "https://x.example/" "UA/1" "10.0.0.1" 0.002 rt=1`,
      usual,
    ],
    [
      'reads a time zone east of Greenwich',
      `203.0.113.9 - - [17/Nov/2026:15:35:03 +0530] "GET /docs/a?b=c HTTP/1.1" 200 512 "https://x.example/" "UA/1"`,
      usual,
    ],
    [
      'reads a time zone west of Greenwich',
      `203.0.113.9 - - [17/Nov/2026:02:05:03 -0800] "GET /docs/a?b=c HTTP/1.1" 200 512 "https://x.example/" "UA/1"`,
      usual,
    ],
    [
      'reads a time with a fraction',
      `203.0.113.9 - - [17/Nov/2026:10:05:03.123 +0000] "GET /docs/a?b=c HTTP/1.1" 200 512 "https://x.example/" "UA/1"`,
      usual,
    ],
    [
      'reads an ISO time',
      `203.0.113.9 - - [2026-11-17T10:05:03+00:00] "GET /docs/a?b=c HTTP/1.1" 200 512 "https://x.example/" "UA/1"`,
      usual,
    ],
    [
      'reads a user name with a space and a bracket',
      `203.0.113.9 - J [x] Doe [17/Nov/2026:10:05:03 +0000] "GET /docs/a?b=c HTTP/1.1" 200 512 "https://x.example/" "UA/1"`,
      usual,
    ],
    [
      'reads an IPv6 address',
      `2001:db8::1 - - [17/Nov/2026:10:05:03 +0000] "GET / HTTP/1.1" 304 - "-" "UA/1"`,
      { time: AT, path: '/', method: 'GET', status: 304, userAgent: 'UA/1', ip: '2001:db8::1' },
    ],
    [
      'reads a list of two addresses in place of one, of which the first is the reader',
      `2001:db8::1, 10.0.0.1 - - [17/Nov/2026:10:05:03 +0000] "GET / HTTP/1.1" 200 1 "-" "UA/1"`,
      { time: AT, path: '/', method: 'GET', status: 200, userAgent: 'UA/1', ip: '2001:db8::1' },
    ],
    [
      'reads a longer list of addresses',
      `203.0.113.9, 10.0.0.1, 10.0.0.2 - - [17/Nov/2026:10:05:03 +0000] "GET / HTTP/1.1" 200 1 "-" "UA/1"`,
      { time: AT, path: '/', method: 'GET', status: 200, userAgent: 'UA/1', ip: '203.0.113.9' },
    ],
    [
      'reads a host name in place of an address',
      `burger.example.com - - [17/Nov/2026:10:05:03 +0000] "GET / HTTP/1.1" 200 1 "-" "UA/1"`,
      { time: AT, path: '/', method: 'GET', status: 200, userAgent: 'UA/1', ip: 'burger.example.com' },
    ],
    [
      'knows that a client sent no user agent',
      `${HEAD} "GET / HTTP/1.1" 200 1 "-" "-"`,
      { time: AT, path: '/', method: 'GET', status: 200, userAgent: '', ip: '203.0.113.9' },
    ],
    [
      'reads an empty user agent',
      `${HEAD} "GET / HTTP/1.1" 200 1 "" ""`,
      { time: AT, path: '/', method: 'GET', status: 200, userAgent: '', ip: '203.0.113.9' },
    ],
    [
      'reads a status that is missing',
      `${HEAD} "GET / HTTP/1.1" - - "-" "UA/1"`,
      { time: AT, path: '/', method: 'GET', userAgent: 'UA/1', ip: '203.0.113.9' },
    ],
    [
      'reads quotes that Apache escaped',
      `${HEAD} "GET /\\"a\\" HTTP/1.1" 200 1 "-" "a \\"b\\" c\\\\"`,
      { time: AT, path: '/"a"', method: 'GET', status: 200, userAgent: 'a "b" c\\', ip: '203.0.113.9' },
    ],
    [
      'reads quotes that nginx escaped',
      `${HEAD} "GET / HTTP/1.1" 200 1 "-" "a \\x22b\\x22 \\x5C"`,
      { time: AT, path: '/', method: 'GET', status: 200, userAgent: 'a "b" \\', ip: '203.0.113.9' },
    ],
    [
      'reads escaped bytes as UTF-8',
      `${HEAD} "GET /caf\\xC3\\xA9 HTTP/1.1" 200 1 "-" "\\xE2\\x82\\xAC"`,
      { time: AT, path: '/café', method: 'GET', status: 200, userAgent: '€', ip: '203.0.113.9' },
    ],
    [
      'reads escaped bytes that are not UTF-8 as Latin-1',
      `${HEAD} "GET /caf\\xE9 HTTP/1.1" 200 1 "-" "x"`,
      { time: AT, path: '/café', method: 'GET', status: 200, userAgent: 'x', ip: '203.0.113.9' },
    ],
    [
      'reads quotes that nobody escaped',
      `${HEAD} "GET / HTTP/1.1" 200 1 "-" "a "b"c"`,
      { time: AT, path: '/', method: 'GET', status: 200, userAgent: 'a "b"c', ip: '203.0.113.9' },
    ],
    [
      'reads a user agent that was cut off',
      `${HEAD} "GET / HTTP/1.1" 200 1 "-" "Mozilla/5.0 (comp`,
      { time: AT, path: '/', method: 'GET', status: 200, userAgent: 'Mozilla/5.0 (comp', ip: '203.0.113.9' },
    ],
    [
      'reads spaces in the target',
      `${HEAD} "GET /a b HTTP/1.1" 200 1 "-" "x"`,
      { time: AT, path: '/a b', method: 'GET', status: 200, userAgent: 'x', ip: '203.0.113.9' },
    ],
    [
      'reads an absolute target',
      `${HEAD} "GET http://docs.example.com/a HTTP/1.1" 200 1 "-" "x"`,
      { time: AT, url: 'http://docs.example.com/a', method: 'GET', status: 200, userAgent: 'x', ip: '203.0.113.9' },
    ],
    [
      'reads the whole server as a target',
      `${HEAD} "OPTIONS * HTTP/1.0" 200 1 "-" "x"`,
      { time: AT, path: '*', method: 'OPTIONS', status: 200, userAgent: 'x', ip: '203.0.113.9' },
    ],
    [
      'reads a tunnel',
      `${HEAD} "CONNECT a.example:443 HTTP/1.1" 405 1 "-" "x"`,
      { time: AT, path: 'a.example:443', method: 'CONNECT', status: 405, userAgent: 'x', ip: '203.0.113.9' },
    ],
    ['calls a TLS handshake garbage', `${HEAD} "\\x16\\x03\\x01\\x00" 400 157 "-" "-"`, 'garbage-request'],
    ['calls a target that is none garbage', `${HEAD} "GET docs HTTP/1.1" 400 157 "-" "-"`, 'garbage-request'],
    ['calls a lone word garbage', `${HEAD} "quit" 400 157 "-" "-"`, 'garbage-request'],
    ['sees that there is no request', `${HEAD} "-" 408 0 "-" "-"`, 'no-request'],
    ['sees that there is no request in an empty one', `${HEAD} "" 400 0 "-" "-"`, 'no-request'],
    [
      'sees a day that the month does not have',
      `203.0.113.9 - - [31/Nov/2026:10:05:03 +0000] "GET / HTTP/1.1" 200 1 "-" "x"`,
      'bad-time',
    ],
    [
      'sees an hour that the day does not have',
      `203.0.113.9 - - [17/Nov/2026:24:05:03 +0000] "GET / HTTP/1.1" 200 1 "-" "x"`,
      'bad-time',
    ],
    [
      'sees a month that the year does not have',
      `203.0.113.9 - - [17/Foo/2026:10:05:03 +0000] "GET / HTTP/1.1" 200 1 "-" "x"`,
      'bad-time',
    ],
    ['leaves a common line', `${HEAD} "GET / HTTP/1.1" 200 1`, 'not-in-format'],
    ['leaves a line with a host in front', `docs.example.com ${HEAD} "GET / HTTP/1.1" 200 1 "-" "x"`, 'not-in-format'],
    ['leaves an empty line', '', 'not-in-format'],
    ['leaves a line of brackets', ' ['.repeat(100_000), 'not-in-format'],
  ])

  test('reads a target of 60,000 characters', () => {
    const target = `/${'a'.repeat(60_000)}`
    expect(combined.parse(`${HEAD} "GET ${target} HTTP/1.1" 414 1 "-" "x"`)).toMatchObject({ path: target, status: 414 })
  })

  test.each([
    ['29/Feb/2024:00:00:00 +0000', Date.UTC(2024, 1, 29)],
    ['28/Feb/1900:00:00:00 +0000', Date.UTC(1900, 1, 28)],
    ['01/Mar/2000:00:00:00 +0000', Date.UTC(2000, 2, 1)],
    ['31/Dec/2016:23:59:60 +0000', Date.UTC(2017, 0, 1)],
    ['01/Jan/2027:00:30:00 +0100', Date.UTC(2026, 11, 31, 23, 30)],
  ])('reads the time %s', (time, expected) => {
    expect(combined.parse(`1.2.3.4 - - [${time}] "GET / HTTP/1.1" 200 1 "-" "x"`)).toMatchObject({ time: expected })
  })
})

describe('common', () => {
  const usual = { time: AT, path: '/a', method: 'GET', status: 200, ip: '203.0.113.9' }
  check(common, [
    [
      'leaves lines that have quoted values, which it would drop',
      `${HEAD} "GET /a HTTP/1.1" 200 512 0.004 "-" "UA/1"`,
      'not-in-format',
    ],
    ['reads a usual line, of which no user agent is known', `${HEAD} "GET /a HTTP/1.1" 200 512`, usual],
    ['reads a size that is missing', `${HEAD} "GET /a HTTP/1.1" 200 -`, usual],
    ['reads numbers behind it', `${HEAD} "GET /a HTTP/1.1" 200 512 0.004`, usual],
    ['leaves a combined line', `${HEAD} "GET /a HTTP/1.1" 200 512 "-" "x"`, 'not-in-format'],
    ['calls garbage what is garbage', `${HEAD} "\\x04\\x01" 400 0`, 'garbage-request'],
  ])
})

describe('vhost', () => {
  const usual = { time: AT, url: 'https://docs.example.com/a', method: 'GET', status: 200, userAgent: 'x', ip: '203.0.113.9' }
  check(vhost, [
    ['reads the host and the port of Apache', `docs.example.com:443 ${HEAD} "GET /a HTTP/1.1" 200 512 "-" "x"`, usual],
    [
      'reads the host of nginx',
      `docs.example.com ${HEAD} "GET /a HTTP/1.1" 200 512 "-" "x"`,
      { ...usual, url: 'http://docs.example.com/a' },
    ],
    [
      'leaves out the usual port',
      `docs.example.com:80 ${HEAD} "GET /a HTTP/1.1" 200 512 "-" "x"`,
      { ...usual, url: 'http://docs.example.com/a' },
    ],
    [
      'keeps another port',
      `docs.example.com:8080 ${HEAD} "GET /a HTTP/1.1" 200 512 "-" "x"`,
      { ...usual, url: 'http://docs.example.com:8080/a' },
    ],
    [
      'reads an IPv6 client',
      `docs.example.com:443 2001:db8::1 - - [17/Nov/2026:10:05:03 +0000] "GET /a HTTP/1.1" 200 512 "-" "x"`,
      { ...usual, ip: '2001:db8::1' },
    ],
    [
      'reads a line without a user agent',
      `docs.example.com:443 ${HEAD} "GET /a HTTP/1.1" 200 512`,
      { ...usual, userAgent: undefined },
    ],
    ['reads a host that is not known', `- ${HEAD} "GET /a HTTP/1.1" 200 512 "-" "x"`, { ...usual, url: undefined, path: '/a' }],
    ['leaves a line without a host', `${HEAD} "GET /a HTTP/1.1" 200 512 "-" "x"`, 'not-in-format'],
  ])
})

describe('traefik-common', () => {
  check(traefikCommon, [
    [
      'reads a usual line',
      `${HEAD} "GET /a HTTP/2.0" 200 512 "-" "x" 1234 "docs@docker" "http://10.0.0.5:80" 8ms`,
      { time: AT, path: '/a', method: 'GET', status: 200, userAgent: 'x', ip: '203.0.113.9' },
    ],
    [
      'reads a request that no router took',
      `${HEAD} "GET /a HTTP/1.1" 404 19 "-" "-" 9 "-" "-" 0ms`,
      { time: AT, path: '/a', method: 'GET', status: 404, userAgent: '', ip: '203.0.113.9' },
    ],
    ['leaves a combined line', `${HEAD} "GET /a HTTP/1.1" 200 512 "-" "x"`, 'not-in-format'],
  ])
})
