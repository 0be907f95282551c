// `node bench/generate-log.ts LINES [SEED] > access.log`: a combined log with the oddities of real ones, the same for the same seed.
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:146.0) Gecko/20100101 Firefox/146.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  'Claude-User/1.0 (+https://www.anthropic.com/claude-user)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.11.1',
]

const REFERRERS = [
  '-',
  '-',
  '-',
  'https://www.google.com/',
  'https://chatgpt.com/',
  'https://docs.example.com/start?from=nav#top',
]

const METHODS = ['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'POST']
const STATUSES = [200, 200, 200, 200, 200, 200, 304, 301, 404, 500]
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** One line in this many is odd: about what a server on the open internet sees. */
const ODD_EVERY = 50

/** What the generator knows of a line that it wrote, to hold against what was read from it. */
export interface GeneratedLine {
  text: string
  /** Null when there is no request to be read from it. */
  request: { method: string; status: number; day: string } | null
}

/** Small, quick, and the same everywhere (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Lines of June 2026, in the order of their times, in the zones of a server that is moved about. */
export function* generateLog(lines: number, seed: number): Generator<GeneratedLine> {
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const start = Date.UTC(2026, 5, 1)
  for (let index = 0; index < lines; index++) {
    const time = start + Math.floor((index / lines) * 30 * 86_400) * 1000
    const ip = random() < 0.2 ? `2001:db8::${Math.floor(random() * 65_535).toString(16)}` : ipv4(random)
    const stamp = toClfTime(time, pick(['+0000', '+0000', '+0530', '-0800']))
    const method = pick(METHODS)
    const status = pick(STATUSES)
    const known = { method, status, day: new Date(time).toISOString().slice(0, 10) }
    if (random() * ODD_EVERY < 1) {
      yield oddLine(Math.floor(random() * ODD_LINES.length), { ip, stamp, known })
      continue
    }
    const bytes = Math.floor(random() * 90_000)
    // The square makes few pages popular and most rare.
    const target = `/docs/guide-${Math.floor(random() ** 2 * 5000)}${pick(['', '', '', '/', '.md', '?utm_source=chatgpt.com'])}`
    const text = `${ip} - - [${stamp}] "${method} ${target} HTTP/${pick(['1.1', '2.0', '3.0'])}" ${status} ${bytes} "${pick(REFERRERS)}" "${pick(AGENTS)}"`
    yield { text, request: known }
  }
}

interface Odd {
  ip: string
  stamp: string
  known: NonNullable<GeneratedLine['request']>
}

/** Each a thing that is in real logs. The second of a pair says whether there is a request in it. */
const ODD_LINES: readonly (readonly [write: (odd: Odd, head: string) => string, isRequest: boolean])[] = [
  [(_, head) => `${head} "\\x16\\x03\\x01\\x02\\x00\\x01\\x00\\x01\\xFC\\x03\\x03" 400 157 "-" "-"`, false],
  [(_, head) => `${head} "-" 408 0 "-" "-"`, false],
  [(_, head) => `${head} "" 400 0 "-" "-"`, false],
  [({ known }, head) => `${head} "${known.method} / HTTP/1.1" ${known.status} 5 "-" "Mozilla/5.0 (\\"quoted\\")"`, true],
  [
    ({ known }, head) => `${head} "${known.method} / HTTP/1.1" ${known.status} 5 "-" "\\x22nginx\\x22 \\xC3\\xA9t\\xC3\\xA9"`,
    true,
  ],
  [({ known }, head) => `${head} "${known.method} /caf\u00e9 HTTP/1.1" ${known.status} 5 "-" "caf\u00e9"`, true],
  [({ known }, head) => `${head} "${known.method} /${'a'.repeat(7000)} HTTP/1.1" ${known.status} 5 "-" "long"`, true],
  [({ known }, head) => `${head} "${known.method} /a b c HTTP/1.1" ${known.status} 5 "-" "spaces in the target"`, true],
  [({ known }, head) => `${head} "${known.method} http://docs.example.com/proxied HTTP/1.1" ${known.status} 5 "-" "proxy"`, true],
  [({ known }, head) => `${head} "${known.method} /old" ${known.status} - "-" "-"`, true],
  [
    ({ known, ip, stamp }) => `${ip} - John Smith [${stamp}] "${known.method} / HTTP/2.0" ${known.status} 5 "-" "named user"`,
    true,
  ],
  [() => 'this is not a line of an access log at all', false],
]

function oddLine(kind: number, odd: Odd): GeneratedLine {
  const [write, isRequest] = ODD_LINES[kind]!
  return { text: write(odd, `${odd.ip} - - [${odd.stamp}]`), request: isRequest ? odd.known : null }
}

function ipv4(random: () => number): string {
  return Array.from({ length: 4 }, () => 1 + Math.floor(random() * 254)).join('.')
}

function toClfTime(time: number, zone: string): string {
  const sign = zone.startsWith('-') ? -1 : 1
  const offset = sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5))) * 60_000
  const local = new Date(time + offset)
  const two = (value: number): string => String(value).padStart(2, '0')
  const clock = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()].map(two).join(':')
  return `${two(local.getUTCDate())}/${MONTHS[local.getUTCMonth()]}/${local.getUTCFullYear()}:${clock} ${zone}`
}

/** The generated log as bytes, in pieces that a stream can take. */
export function* generateLogBytes(lines: number, seed: number): Generator<Buffer> {
  let piece: string[] = []
  for (const { text } of generateLog(lines, seed)) {
    piece.push(text)
    if (piece.length < 1000) continue
    yield Buffer.from(`${piece.join('\n')}\n`)
    piece = []
  }
  if (piece.length > 0) yield Buffer.from(`${piece.join('\n')}\n`)
}

if (process.argv[1] === import.meta.filename) {
  const [lines = '1000000', seed = '1'] = process.argv.slice(2)
  await pipeline(Readable.from(generateLogBytes(Number(lines), Number(seed))), process.stdout)
}
