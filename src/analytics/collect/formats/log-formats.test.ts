import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ViewEvent } from '../event.ts'
import { caddyJson } from './caddy-json.ts'
import { cloudfrontStandard } from './cloudfront-standard.ts'
import { combined } from './combined.ts'
import { elb } from './elb.ts'
import type { LogFormat } from './log-format.ts'
import { LOG_FORMATS, findFormat } from './log-formats.ts'
import { nginxJson } from './nginx-json.ts'
import { w3c } from './w3c.ts'

const W3C_FIELDS = '#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status cs(User-Agent) cs(Referer)'
const CLOUDFRONT_FIELDS =
  '#Fields: date time x-edge-location c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query'

const FORMATS: LogFormat[] = [
  ...LOG_FORMATS,
  w3c.afterDirective!(W3C_FIELDS)!,
  cloudfrontStandard.afterDirective!(CLOUDFRONT_FIELDS)!,
]

/** Text from the pieces that lines are made of, which reaches deeper into a parser than any letters do. */
const lineLike = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"', '\\', ' ', '[', ']', '\t', '-', '{', '}', ':', ',', '%', '#Fields: ', '\\x', '\\x22', '200', 'GET', ' /', ' HTTP/1.1',
        '1.2.3.4 - - [17/Nov/2026:10:05:03 +0000] "GET / HTTP/1.1" 200 1 "-" "x', '17/Nov/2026:10:05:03 +0000', '{"time":1794909903,"uri":',
        '2026-11-17', '10:05:03', 'https ', '2001:db8::1', '\u0000', '\uD800', 'ms', '{"request":{"uri":"/"', '"RequestPath":"/"',
      ), // prettier-ignore
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''))

describe('every format', () => {
  test.each(FORMATS.map((format) => [format.name, format] as const))('%s never throws, whatever the line is', (_, format) => {
    fc.assert(
      fc.property(fc.oneof(lineLike, fc.string({ unit: 'binary' }), fc.json()), (line) => {
        const parsed = format.parse(line)
        if (typeof parsed !== 'string') expect(Number.isFinite(parsed.time)).toBe(true)
        expect(() => format.afterDirective?.(line)).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })

  test('is found by its name', () => {
    for (const format of LOG_FORMATS) expect(findFormat(format.name)).toBe(format)
    expect(findFormat('unknown')).toBeNull()
  })
})

const second = fc.integer({ min: 100_000_000, max: 4_000_000_000 })
/** Everything but line breaks, which no server writes into a line, and `-`, which stands for nothing. */
const value = fc
  .string({ unit: 'grapheme', minLength: 2, maxLength: 60 })
  .filter((text) => !/[\r\n\u0085\u2028\u2029\uFEFF]/.test(text))
const target = fc.webPath().map((path) => `/${path}`)
const ip = fc.oneof(fc.ipV4(), fc.ipV6())

const event = fc.record({
  time: second.map((seconds) => seconds * 1000),
  path: fc.tuple(target, fc.webQueryParameters()).map(([path, query]) => (query === '' ? path : `${path}?${query}`)),
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'VERSION-CONTROL'),
  status: fc.integer({ min: 100, max: 599 }),
  referrer: fc.option(value, { nil: undefined }),
  userAgent: fc.oneof(value, fc.constant('')),
  ip,
})

function expectRoundTrip(format: LogFormat, render: (event: ViewEvent & { time: number; path: string }) => string): void {
  fc.assert(
    fc.property(event, (expected) => {
      expect(format.parse(render(expected))).toEqual(expected)
    }),
    { numRuns: 500 },
  )
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function toClfTime(time: number, zoneMinutes: number): string {
  const [date = '', clock = ''] = new Date(time + zoneMinutes * 60_000).toISOString().split(/[T.]/)
  const [year, month, day] = date.split('-')
  const ahead = Math.abs(zoneMinutes)
  const zone = String(Math.floor(ahead / 60) * 100 + (ahead % 60)).padStart(4, '0')
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${clock} ${zoneMinutes < 0 ? '-' : '+'}${zone}`
}

/** As nginx does: quotes, backslashes and all that is not printable ASCII as `\xHH`. */
function nginxEscape(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) =>
      byte < 32 || byte > 126 || byte === 34 || byte === 92
        ? `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`
        : String.fromCharCode(byte),
    )
    .join('')
}

/** As Apache does: a backslash before quotes and backslashes. */
function apacheEscape(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
}

function withoutLoneSurrogates(text: string): boolean {
  return text.isWellFormed()
}

describe('an event that is rendered and read is the same event', () => {
  const formats = [
    ['nginx', nginxEscape, 330],
    ['Apache', apacheEscape, -480],
  ] as const
  test.each(formats)('in the combined format of %s', (_, escape, zone) => {
    expectRoundTrip(combined, (event) => {
      fc.pre(withoutLoneSurrogates(`${event.referrer}${event.userAgent}`))
      const request = escape(`${event.method} ${event.path} HTTP/2.0`)
      return `${event.ip} - - [${toClfTime(event.time, zone)}] "${request}" ${event.status} 1 "${escape(event.referrer ?? '-')}" "${escape(event.userAgent || '-')}"`
    })
  })

  test('in nginx JSON', () => {
    expectRoundTrip(nginxJson, (event) =>
      JSON.stringify({
        msec: event.time / 1000,
        request_method: event.method,
        request_uri: event.path,
        status: String(event.status),
        http_referer: event.referrer ?? '',
        http_user_agent: event.userAgent,
        remote_addr: event.ip,
      }),
    )
  })

  test('in Caddy JSON', () => {
    expectRoundTrip(caddyJson, (event) =>
      JSON.stringify({
        ts: event.time / 1000,
        request: {
          client_ip: event.ip,
          method: event.method,
          uri: event.path,
          headers: {
            ...(event.userAgent ? { 'User-Agent': [event.userAgent] } : {}),
            ...(event.referrer === undefined ? {} : { Referer: [event.referrer] }),
          },
        },
        status: event.status,
      }),
    )
  })

  test('in the log of CloudFront', () => {
    const format = cloudfrontStandard.afterDirective!(CLOUDFRONT_FIELDS)!
    expectRoundTrip(format, (event) => {
      fc.pre(withoutLoneSurrogates(`${event.referrer}${event.userAgent}`))
      // Which CloudFront cannot tell from a value that was encoded twice.
      fc.pre(!`${event.referrer}${event.userAgent}`.includes('%20'))
      const [stem, ...query] = event.path.split('?')
      // A query that is nothing but `-` cannot be told from none.
      fc.pre(query.join('?') !== '-')
      const at = new Date(event.time).toISOString()
      return [
        at.slice(0, 10),
        at.slice(11, 19),
        'FRA2',
        event.ip,
        event.method,
        '-',
        stem,
        event.status,
        event.referrer === undefined ? '-' : encodeURIComponent(event.referrer),
        encodeURIComponent(event.userAgent ?? '') || '-',
        query.join('?') || '-',
      ].join('\t')
    })
  })

  test('in the log of a load balancer, which has no referrer', () => {
    fc.assert(
      fc.property(event, (expected) => {
        fc.pre(withoutLoneSurrogates(expected.userAgent))
        const request = `${expected.method} https://docs.example.com:443${expected.path} HTTP/1.1`
        const client = expected.ip.includes(':') ? `[${expected.ip}]:9` : `${expected.ip}:9`
        const line = `https ${new Date(expected.time).toISOString()} app/x ${client} - 0 0 0 ${expected.status} - 0 1 "${request}" "${nginxEscape(expected.userAgent || '-')}" - -`
        const { path, referrer: _, ...rest } = expected
        expect(elb.parse(line)).toEqual({ ...rest, url: `https://docs.example.com${path}`, isReferrerUnknown: true })
      }),
      { numRuns: 300 },
    )
  })
})
