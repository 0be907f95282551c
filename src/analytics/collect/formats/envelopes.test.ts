import { describe, expect, test } from 'vitest'
import { detectFormat, inEnvelopeOf } from '../detect-format.ts'
import { combined } from './combined.ts'

const LINE = '203.0.113.9 - - [17/Nov/2026:10:05:03 +0000] "GET /docs/a HTTP/1.1" 200 512 "-" "UA/1"'
const JSON_LINE = '{"time":"2026-11-17T10:05:03+00:00","remote_addr":"203.0.113.9","request_uri":"/docs/a","status":"200"}'

const ENVELOPES: [string, (line: string) => string][] = [
  ['nginx to syslog', (line) => `<190>May  4 10:05:03 web nginx: ${line}`],
  ['rsyslog, as a file', (line) => `May 14 10:05:03 web-1 nginx[1234]: ${line}`],
  ['rsyslog with long times', (line) => `2026-11-17T10:05:03.123456+00:00 web nginx: ${line}`],
  ['RFC 5424', (line) => `<134>1 2026-11-17T10:05:03Z web nginx 12 access [a@1 b="c"][d@1] ${line}`],
  ['RFC 5424 without data', (line) => `<134>1 2026-11-17T10:05:03Z web nginx - - - ${line}`],
  ['Kubernetes', (line) => `2026-11-17T10:05:03.123456789Z stdout F ${line}`],
  ['docker compose', (line) => `web-1  | ${line}`],
  ['docker compose with times', (line) => `docs_web_1 | 2026-11-17T10:05:03.123456789Z ${line}`],
  ['kubectl', (line) => `[pod/docs-7d4b9/nginx] ${line}`],
  ['json-file of Docker', (line) => JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2026-11-17T10:05:03.1Z' })],
]

describe.each(ENVELOPES)('a log in the envelope of %s', (_, wrap) => {
  test('is read as the server wrote it', () => {
    for (const [line, name] of [
      [LINE, 'combined'],
      [JSON_LINE, 'nginx-json'],
    ] as const) {
      const { format } = detectFormat([wrap(line), wrap('something else'), wrap(line), wrap(line)])
      expect(format?.name).toMatch(new RegExp(`^${name} in `))
      expect(format?.parse(wrap(line))).toMatchObject({ ip: '203.0.113.9', path: '/docs/a', status: 200 })
      expect(format?.parse(line)).toBe('not-in-format')
    }
  })

  test('is read so also when the format is named', () => {
    expect(inEnvelopeOf([wrap(LINE)], combined).parse(wrap(LINE))).toEqual(combined.parse(LINE))
  })
})

test('a log without one is left as it is', () => {
  expect(detectFormat([LINE, LINE]).format).toBe(combined)
  expect(inEnvelopeOf([LINE], combined)).toBe(combined)
})
