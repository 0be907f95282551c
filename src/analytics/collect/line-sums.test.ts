import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createZone } from '../../lib/time-zone.ts'
import { createClassifier } from '../classify/classifier.ts'
import { type PackedGroup, packGroup } from '../store/write/packed-group.ts'
import { dayOfHour, hourOf } from '../time.ts'
import { combined } from './formats/combined.ts'
import { type LogFormat, isEvent } from './formats/log-format.ts'
import { nginxJson } from './formats/nginx-json.ts'
import { createOwnFormat } from './formats/own-pattern/own-format.ts'
import { createLineSums } from './line-sums.ts'
import { createIgnores } from './ignored.ts'
import { USUAL_RULES, normalise } from './normalise.ts'

const NOW = Date.UTC(2026, 5, 20)
const usual = {
  ...USUAL_RULES,
  classifier: createClassifier(),
  countryOf: (address: string) => (address.includes(':') ? null : address.endsWith('7') ? 'DE' : 'FR'),
}
const particular = {
  ...usual,
  ignores: createIgnores({
    hosts: ['docs.example.com'],
    ignoredPaths: ['/guide'],
    ignoredAddresses: ['203.0.113.8', '10.0.0.0/8'],
  }),
  zone: createZone('Asia/Kolkata'),
}
const normaliser = usual

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
const address = oneOf(
  '203.0.113.7',
  '2001:db8::1',
  '66.249.66.1',
  '20.42.10.177',
  '20.42.10.0',
  '10.0.0.1',
  '-',
  'host.example',
  '',
)
const time = fc
  .tuple(
    oneOf('01', '19', '20', '31', '32', 'ab'),
    oneOf('Jun', 'jun', 'Feb', 'Xxx'),
    oneOf('2026', '1969', '2027'),
    oneOf('00', '23', '24'),
    oneOf('00', '59', '60', ':1'),
    oneOf(' +0000', ' -0800', ' +0530', '', ' +00000', ' 0000'),
  )
  .map(([day, month, year, hour, minute, zone]) => `${day}/${month}/${year}:${hour}:${minute}:09${zone}`)
const usualTime = fc
  .tuple(
    oneOf('18/Jun/2026', '19/Jun/2026', '19/Jun/1969'),
    oneOf('07', '23'),
    oneOf('31:60', '31:05', '02:44', '31:61'),
    oneOf('+0000', '+0530'),
  )
  .map(([day, hour, minute, zone]) => `${day}:${hour}:${minute} ${zone}`)
const target = oneOf(
  '/guide',
  '/guide/',
  '/guide.md',
  '/guide?utm_source=chatgpt.com',
  '/a%20b',
  '/%00',
  '/style.css',
  '/robots.txt',
  '/llms.txt',
  '//double',
  '/a b',
  '/quote"d',
  '/back\\x41slash',
  'http://docs.example.com/proxied',
  '*',
  '',
  `/${'a'.repeat(600)}`,
  '/caf\u00e9',
)
const method = oneOf('GET', 'GET', 'GET', 'HEAD', 'get', 'POST', '', 'M-SEARCH', 'A'.repeat(21))
const version = oneOf(' HTTP/1.1', ' HTTP/2', ' HTTP/2.0', '', ' HTTP/12', ' http/1.1', ' HTTP/1.1 ')
const status = oneOf('200', '304', '301', '404', '410', '500', '-', '99', '2000', '20x')
const bytes = oneOf('5', '-', '', '12 ')
const referrer = oneOf(
  '-',
  '',
  'https://www.google.com/',
  'https://chatgpt.com/c/1',
  'x',
  'android-app://com.example',
  '\\"',
  'a" b',
)
const agent = oneOf(
  '-',
  '',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Claude-User/1.0',
  'curl/8.11.1',
  'Mozilla/5.0 (\\"quoted\\")',
  'caf\u00e9',
  ' ',
)
const ending = oneOf('', '', '', ' "10.0.0.1"', 'x', ' ', '"')
const oddLine = fc
  .tuple(
    address,
    oneOf('- -', '- -', '- -', '- John', 'x -', '-'),
    fc.oneof(usualTime, usualTime, time),
    fc.tuple(method, target, version).map(([word, path, protocol]) => `${word} ${path}${protocol}`),
    status,
    bytes,
    referrer,
    agent,
    ending,
  )
  .map(
    ([ip, user, at, request, code, length, from, name, rest]) =>
      `${ip} ${user} [${at}] "${request}" ${code} ${length} "${from}" "${name}"${rest}`,
  )

/** Values of every length, with an odd character at any place. */
const value = fc.string({ unit: oneOf('a', 'b', 'c', ' ', '"', '\\', '\u00e9', '\t', '\r', '\u007f'), maxLength: 14 })
const oddValues = fc
  .tuple(value, value)
  .map(([from, name]) => `203.0.113.7 - - [18/Jun/2026:07:31:05 +0000] "GET /guide HTTP/1.1" 200 5 "${from}" "${name}"`)

/** Of the kind that is added up: few values, so that many lines differ in one part only. */
const usualLine = fc
  .tuple(
    oneOf('203.0.113.7', '203.0.113.8', '66.249.66.1'),
    usualTime,
    oneOf('GET', 'GET', 'GET', 'GET', 'HEAD'),
    oneOf('/guide', '/guide.md', '/guide?utm_source=chatgpt.com', '/style.css', '/llms.txt', '/a%20b'),
    oneOf('200', '200', '304', '404', '410', '500'),
    oneOf('-', 'x', 'no host', 'https://www.google.com/', 'https://chatgpt.com/c/1'),
    oneOf(
      '-',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Claude-User/1.0',
      'curl/8.11.1',
    ),
  )
  .map(([ip, at, word, path, code, from, name]) => `${ip} - - [${at}] "${word} ${path} HTTP/1.1" ${code} 5 "${from}" "${name}"`)
const line = fc.oneof(usualLine, usualLine, oddLine, oddValues)

/** The same with more behind it, as patterns of one's own have it. */
const OWN = createOwnFormat(
  '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $host "$http_accept" "$http_sec_fetch_mode" $sent_http_content_type',
)
const more = fc
  .tuple(
    oneOf('docs.example.com', 'other.example.com', '-'),
    oneOf('text/html', 'text/markdown, */*', '-', '\\x22'),
    oneOf('navigate', 'cors', '-'),
    oneOf('text/html', 'image/png', '-', ''),
  )
  .map(([host, accept, mode, type]) => `${host} "${accept}" "${mode}" ${type}`)
const ownLine = fc.tuple(line, more).map(([text, rest]) => `${text} ${rest}`)

/** Parts apart, and another way to write the time. */
const APART = createOwnFormat(
  '$time_iso8601|$msec|$scheme|$remote_addr|$request_method|$request_uri|$status|$http_sec_fetch_dest|$http_user_agent',
)
const isoTime = oneOf(
  '2026-06-18T07:31:05+00:00',
  '2026-06-18T07:31:05Z',
  '2026-06-18T07:31:05.250Z',
  '2026-06-18T07:31:05.2503Z',
  '2026-06-18T07:31:60Z',
  '2026-06-18T23:31:05-0800',
  '2026-06-18T23:31:05+05:30',
  '2026-06-18T23:31:05+0530',
  '2026-06-18T23:31:05+25:30',
  '2026-06-31T07:31:05Z',
  '2026-06-18 07:31:05',
  '1781767865.250',
  '178176786.250',
  '1781767865',
  '',
)
const apartLine = fc
  .tuple(isoTime, oneOf('http', 'https', '-'), address, method, target, status, oneOf('document', 'empty', 'image', '-'), agent)
  .map(([at, scheme, ip, word, path, code, dest, name]) => [at, '1', scheme, ip, word, path, code, dest, name].join('|'))

/** Fields of JSON lines, some under two names. */
const jsonValue = fc.record(
  {
    time: isoTime,
    msec: oneOf<string | number>('1781767865.250', 1781767865.25, ''),
    remote_addr: fc.oneof(address, fc.constant('203.0.113.7:51234')),
    client_ip: oneOf<string | number>('203.0.113.9', 7),
    request_method: method,
    request_uri: target,
    request: fc.tuple(method, target, version).map(([word, path, protocol]) => `${word} ${path}${protocol}`),
    args: oneOf('', 'a=b'),
    status: fc.oneof(status, oneOf(200, 404, 206, 99)),
    http_referer: referrer,
    http_user_agent: agent,
    user_agent: agent,
    http_accept: oneOf('text/html', 'text/markdown', '', '-', 'a"b'),
    'sec-fetch-mode': oneOf('navigate', 'cors', ''),
    'sec-fetch-dest': oneOf('document', 'empty', 'image', ''),
    host: oneOf<string | null>('docs.example.com', 'other.example.com', '', null),
    scheme: oneOf('http', 'https'),
    content_type: oneOf('text/html', 'image/png'),
    bytes: oneOf<unknown>(5, -1.5, 1e21, true, null, {}, [1], 'x'),
  },
  { requiredKeys: ['remote_addr', 'request_uri', 'status', 'time', 'http_user_agent'] },
)
const jsonLine = fc.tuple(jsonValue, oneOf('plain', 'plain', 'plain', 'spaced', 'broken', 'twice')).map(([value, manner]) => {
  const text = JSON.stringify(value)
  if (manner === 'spaced') return text.replaceAll('","', '", "').replaceAll('":"', '": "')
  if (manner === 'broken') return text.replace(/.}$/, '}')
  return manner === 'twice' ? text.replace(/}$/, ',"status":"404"}') : text
})

/** Few values, so that many lines differ in one part only. */
const usualJson = fc
  .record({
    time: oneOf('2026-06-18T07:31:05.250Z', '2026-06-18T23:31:05+05:30', '2026-06-19T07:02:44Z'),
    remote_addr: oneOf('203.0.113.7', '203.0.113.8', '66.249.66.1'),
    request_method: oneOf('GET', 'GET', 'HEAD'),
    request_uri: oneOf('/guide', '/guide.md', '/a?utm_source=chatgpt.com', '/style.css', '/_next/image?url=x', '/manual.pdf'),
    status: oneOf<string | number>('200', 200, 304, 404, 206, 500),
    http_referer: oneOf('', '-', 'https://docs.example.com/b', 'https://www.google.com/'),
    http_user_agent: agent,
    http_accept: oneOf('text/html', 'text/markdown, text/html, */*'),
    'sec-fetch-mode': oneOf('navigate', 'cors', ''),
    'sec-fetch-dest': oneOf('document', 'empty', 'image'),
    host: oneOf('docs.example.com', 'other.example.com'),
    scheme: oneOf('http', 'https'),
    content_type: oneOf('text/html', 'image/png'),
  })
  .map((value) => JSON.stringify(value))

const LOGS: readonly { format: LogFormat; lines: fc.Arbitrary<string> }[] = [
  { format: combined, lines: line },
  { format: OWN, lines: ownLine },
  { format: APART, lines: apartLine },
  { format: nginxJson, lines: fc.oneof(usualJson, usualJson, jsonLine) },
]

/** Written by a server that was killed, or of which the disk was full. */
const cutOf = (lines: fc.Arbitrary<string>) => fc.tuple(lines, fc.nat(200)).map(([text, length]) => text.slice(0, length))

/** Everything that a group counts, in words, so that two groups that are put together differently can be compared. */
function read({ batches, names, rows, visitors }: PackedGroup) {
  const counts = new Map<string, number>()
  const times = new Map<string, [number, number]>()
  const add = (key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count)
  for (const { excluded } of batches) for (const [day, reason, count] of excluded) add(`${day} not counted: ${reason}`, count)
  const length = batches.reduce((sum, batch) => sum + batch.length, 0)
  for (let row = 0; row < length; row++) {
    const isView = rows.trace[row] !== -1
    const isMiss = !isView && (rows.status[row] === 404 || rows.status[row] === 410)
    const hour = hourOf(rows.firstAt[row]!)
    const reason = rows.reason[row] === -1 ? null : names.reason[rows.reason[row]!]
    // Of an error that is no miss only the number is kept.
    if (!isView && !isMiss) {
      add(`${dayOfHour(hour)} not counted: ${reason}`, rows.count[row]!)
      continue
    }
    const key = JSON.stringify([
      isView ? hour : dayOfHour(hour),
      names.path[rows.path[row]!],
      names.client[rows.client[row]!],
      isView ? names.trace[rows.trace[row]!] : rows.status[row],
      reason,
      rows.referrer[row] === -1 ? null : names.referrer[rows.referrer[row]!],
      rows.traits[row] === -1 ? null : names.traits[rows.traits[row]!],
    ])
    add(key, rows.count[row]!)
    if (!isMiss) continue
    const [first, last] = times.get(key) ?? [Infinity, -Infinity]
    times.set(key, [Math.min(first, rows.firstAt[row]!), Math.max(last, rows.lastAt[row]!)])
  }
  const people = new Set(
    Array.from(visitors.day.subarray(0, visitors.length), (day, index) =>
      JSON.stringify([day, names.address[visitors.address[index]!], names.userAgent[visitors.userAgent[index]!]]),
    ),
  )
  return { counts: sorted(counts), times: sorted(times), people: [...people].sort() }
}

function sorted<Value>(map: Map<string, Value>): [string, Value][] {
  return [...map].sort(([one], [two]) => (one < two ? -1 : 1))
}

const pack = (batch: Partial<Parameters<typeof packGroup>[0][number]>) =>
  packGroup([{ projectId: 'p', sightings: [], sums: null, source: 'server', progress: null, ...batch }])

describe('the sums of lines', () => {
  it.each(LOGS)('are those of their sightings, one by one, in the format $format.name', ({ format, lines: arbitrary }) => {
    let takenOfAll = 0
    fc.assert(
      fc.property(
        fc.array(fc.oneof(arbitrary, arbitrary, arbitrary, cutOf(arbitrary)), { maxLength: 60, size: 'max' }),
        oneOf('\n', '\r\n'),
        oneOf(usual, particular),
        (lines, lineBreak, normaliser) => {
          const sums = createLineSums(normaliser, format, NOW)
          const piece = Buffer.from(lines.map((text) => text + lineBreak).join(''))
          let from = 0
          const taken = lines.filter((text) => {
            const next = sums.take(piece, from, piece.length)
            from += Buffer.byteLength(text + lineBreak)
            if (next >= 0) expect(next).toBe(from)
            return next >= 0
          })
          const sightings = taken.map((text) => {
            const event = format.parse(text)
            if (!isEvent(event)) throw new Error(`not a request: ${text}`)
            const sighting = normalise(normaliser, event, NOW)
            if ('refused' in sighting) throw new Error(`refused: ${text}`)
            return sighting
          })
          expect(sums.size).toBe(taken.length)
          expect(read(pack({ sums }))).toEqual(read(pack({ sightings })))
          const numbers = sums.numbers().reduce((sum, { count }) => sum + count, 0)
          expect(numbers).toBe(taken.length)
          takenOfAll += taken.length
          sums.clear()
          expect(read(pack({ sums }))).toEqual(read(pack({})))
        },
      ),
      { numRuns: 300 },
    )
    expect(takenOfAll).toBeGreaterThan(300)
  })

  it('take the lines that servers write', () => {
    const sums = createLineSums(normaliser, combined, NOW)
    for (const text of [
      '203.0.113.7 - - [18/Jun/2026:07:31:09 +0000] "GET /guide HTTP/1.1" 200 5 "-" "curl/8.11.1"',
      '2001:db8::1 - - [18/Jun/2026:07:31:09 -0800] "GET /guide?a=b HTTP/2.0" 304 - "https://example.com/" "Mozilla/5.0"',
      '203.0.113.7 - - [18/Jun/2026:07:31:09 +0000] "HEAD / HTTP/1.1" 200 5 "-" "-" "198.51.100.1" 0.004',
    ])
      expect(sums.take(Buffer.from(`${text}\n`), 0, text.length + 1), text).toBe(text.length + 1)
    expect(sums.size).toBe(3)
  })

  it('do not reach into the next line, wherever a line is cut off', () => {
    const whole = '203.0.113.7 - - [18/Jun/2026:07:31:09 +0000] "GET /guide HTTP/1.1" 200 5 "https://example.com/" "curl/8.11.1"'
    for (let cut = 0; cut < whole.length; cut++) {
      const sums = createLineSums(normaliser, combined, NOW)
      const piece = Buffer.from(`${whole.slice(0, cut)}\n${whole.slice(cut)}\n`)
      expect(sums.take(piece, 0, piece.length), `cut at ${cut}`).toBe(-1)
    }
  })

  it('leave every other line to the parser', () => {
    const sums = createLineSums(normaliser, combined, NOW)
    for (const text of [
      '',
      '# a comment',
      '#203.0.113.7 - - [18/Jun/2026:07:31:09 +0000] "GET / HTTP/1.1" 200 5 "-" "-"',
      '203.0.113.7 - John Smith [18/Jun/2026:07:31:09 +0000] "GET / HTTP/1.1" 200 5 "-" "-"',
      '203.0.113.7 - - [18/Jun/2026:07:31:09 +0000] "GET / HTTP/1.1" 200 5 "-" "a \\"b\\""',
      '203.0.113.7 - - [18/Jun/2026:07:31:09 +0000] "GET / HTTP/1.1" 200 5',
      '203.0.113.7 - - [18/Jun/2026:07:31:09 +0000] "GET / HTTP/1.1" 200 5 "-" "cut off',
      '203.0.113.7 - - [18/Jun/2026:07:31:09 +0000] "\\x16\\x03" 400 5 "-" "-"',
      '203.0.113.7 - - [18/Jun/2027:07:31:09 +0000] "GET / HTTP/1.1" 200 5 "-" "-"',
      '203.0.113.7 - - [18/Jun/2026:07:31:09 +0000] "GET /%00 HTTP/1.1" 200 5 "-" "-"',
      `203.0.113.7 - - [18/Jun/2026:07:31:09 +0000] "GET /?q=${'a'.repeat(600)} HTTP/1.1" 200 5 "-" "-"`,
      `203.0.113.7 - - [18/Jun/2026:07:31:09 +0000] "GET / HTTP/1.1" 200 5 "-" "${'a'.repeat(600)}"`,
    ])
      expect(sums.take(Buffer.from(`${text}\n`), 0, text.length + 1), text).toBe(-1)
    expect(sums.size).toBe(0)
  })
})
