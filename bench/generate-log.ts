// `node bench/generate-log.ts LINES [SEED] > access.log`: a combined log like that of a real site, with the oddities of real ones,
// the same for the same seed.
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { type LoggedRequest, ODD_LINES } from '../test/support/odd-lines.ts'
import { createRandom } from '../test/support/random.ts'

const PAGES = 5000
/** Readers whose requests come in between each other. */
const READERS_AT_ONCE = 200
/** So many lines for each reader: some pages with what belongs to them, and most readers come again. */
const LINES_PER_READER = 60
/** One line in this many is odd: about what a server on the open internet sees. */
const ODD_EVERY = 50
/** A line in this many was written late, by up to three days: servers behind a balancer, and logs that were put together. */
const LATE_EVERY = 500
const LATE_MS_MAX = 3 * 86_400_000

/** Of operators that publish the addresses of their agents, one each of theirs; others that give these names are impostors. */
const OPENAI_ADDRESS = '4.151.71.177'
const GOOGLE_ADDRESS = '34.22.85.1'
const ELSEWHERE = '8.8.8.8'

interface Kind {
  userAgent: string
  /** Loads what belongs to a page. */
  isBrowser: boolean
  ip?: string
}

const KINDS: readonly Kind[] = [...browsers(), ...robots()]

const ASSETS = [
  '/assets/app-%n.css',
  '/assets/app-%n.js',
  '/assets/search-%n.js',
  '/img/logo.svg',
  '/img/page-%n.png',
  '/favicon.ico',
]
const ENDINGS = ['', '', '', '', '', '', '/', '.md', '?utm_source=chatgpt.com', '?q=install&page=2', '#top', '/index.html']
const REFERRERS = ['', '', '', 'https://www.google.com/', 'https://chatgpt.com/', 'https://duckduckgo.com/']
const ZONES = ['+0000', '+0000', '+0000', '+0530', '-0800']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** What the generator knows of a line that it wrote, to hold against what was read from it. */
export interface GeneratedLine {
  text: string
  request: LoggedRequest | null
  isLatin?: boolean
}

/** Somebody who reads page after page; `next` are the requests that the page at hand still makes. */
interface Reader {
  kind: Kind
  ip: string
  page: string
  next: string[]
  pagesLeft: number
}

/** Lines of June 2026, in the zones of a server that is moved about. */
export function* generateLog(lines: number, seed: number): Generator<GeneratedLine> {
  const random = createRandom(seed).next
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const people = Math.max(1, Math.floor(lines / LINES_PER_READER))
  const readers = Array.from({ length: READERS_AT_ONCE }, () => arrive(random, people))
  const start = Date.UTC(2026, 5, 4)
  for (let index = 0; index < lines; index++) {
    const place = Math.floor(random() * readers.length)
    const reader = readers[place]!
    if (reader.next.length === 0 && reader.pagesLeft === 0) readers[place] = arrive(random, people)
    const request = nextRequest(readers[place]!, random, pick)
    request.time = start + Math.floor((index / lines) * 26 * 86_400) * 1000
    if (random() * LATE_EVERY < 1) request.time -= Math.floor((random() * LATE_MS_MAX) / 1000) * 1000
    const stamp = toClfTime(request.time, pick(ZONES))
    if (random() * ODD_EVERY < 1) {
      yield pick(ODD_LINES)({ request, stamp })
      continue
    }
    const { ip, method, target, status, referrer, userAgent } = request
    const bytes = status === 304 ? 0 : Math.floor(random() * 90_000)
    const text = `${ip} - - [${stamp}] "${method} ${target} HTTP/${pick(['1.1', '2.0', '2.0'])}" ${status} ${bytes} "${referrer || '-'}" "${userAgent || '-'}"`
    yield { text, request }
  }
}

/** A reader who was here before, mostly: the lower the number, the more often. */
function arrive(random: () => number, people: number): Reader {
  const number = Math.floor(people ** random())
  const own = createRandom(number).next
  const kind = KINDS[Math.floor(KINDS.length * own() ** 1.6)]!
  const ip = own() < 0.2 ? `2001:db8:${(number & 0xffff).toString(16)}::${number.toString(16)}` : benchmarkAddress(number)
  return { kind, ip: kind.ip ?? ip, page: '', next: [], pagesLeft: 1 + Math.floor(random() * (kind.isBrowser ? 6 : 30)) }
}

/** Out of the range that is kept for measurements, 198.18.0.0/15: nobody's. */
function benchmarkAddress(number: number): string {
  return `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`
}

function nextRequest(reader: Reader, random: () => number, pick: <T>(list: readonly T[]) => T): LoggedRequest {
  const known = { ip: reader.ip, time: 0, userAgent: reader.kind.userAgent }
  const asset = reader.next.pop()
  if (asset !== undefined)
    return {
      ...known,
      method: 'GET',
      target: asset,
      status: random() < 0.7 ? 200 : 304,
      referrer: `https://docs.example.com${reader.page}`,
    }
  const referrer = reader.page === '' ? pick(REFERRERS) : `https://docs.example.com${reader.page}`
  // Few pages are popular and most are rare (Zipf): the first has a share of an eighth.
  const rank = Math.floor(PAGES ** random())
  reader.page = `/docs/section-${rank % 40}/guide-${rank}`
  reader.pagesLeft = Math.max(0, reader.pagesLeft - 1)
  if (reader.kind.isBrowser)
    reader.next = ASSETS.filter(() => random() < 0.4).map((target) => target.replace('%n', String(rank % 20)))
  const chance = random()
  const status = chance < 0.86 ? 200 : chance < 0.93 ? 304 : chance < 0.95 ? 301 : chance < 0.99 ? 404 : 500
  const method = random() < 0.97 ? 'GET' : pick(['HEAD', 'POST'])
  return { ...known, method, target: `${reader.page}${pick(ENDINGS)}`, status, referrer }
}

/** As they are met: a few versions of a few browsers on a few systems, each in many hands. */
function browsers(): Kind[] {
  const systems = [
    'Windows NT 10.0; Win64; x64',
    'Macintosh; Intel Mac OS X 10_15_7',
    'X11; Linux x86_64',
    'Linux; Android 10; K',
  ]
  const chrome = [143, 142, 141, 131].flatMap((version) =>
    systems.map((system) => {
      const mobile = system.includes('Android') ? ' Mobile' : ''
      return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0${mobile} Safari/537.36`
    }),
  )
  const others = [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  ]
  return [...chrome, ...others].map((userAgent) => ({ userAgent, isBrowser: true }))
}

function robots(): Kind[] {
  const chatgpt = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot'
  const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  const kinds: Omit<Kind, 'isBrowser'>[] = [
    { userAgent: 'Claude-User (claude-code/2.1.90; +https://support.anthropic.com/)' },
    { userAgent: chatgpt, ip: OPENAI_ADDRESS },
    { userAgent: chatgpt, ip: ELSEWHERE },
    { userAgent: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)' },
    { userAgent: googlebot, ip: GOOGLE_ADDRESS },
    { userAgent: googlebot, ip: ELSEWHERE },
    { userAgent: 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)' },
    { userAgent: 'curl/8.11.1' },
    { userAgent: 'python-requests/2.32.3' },
    { userAgent: '' },
  ]
  return kinds.map((kind) => ({ ...kind, isBrowser: false }))
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
  let piece: Buffer[] = []
  for (const { text, isLatin } of generateLog(lines, seed)) {
    piece.push(Buffer.from(`${text}\n`, isLatin ? 'latin1' : 'utf8'))
    if (piece.length < 1000) continue
    yield Buffer.concat(piece)
    piece = []
  }
  if (piece.length > 0) yield Buffer.concat(piece)
}

if (process.argv[1] === import.meta.filename) {
  const [lines = '1000000', seed = '1'] = process.argv.slice(2)
  await pipeline(Readable.from(generateLogBytes(Number(lines), Number(seed))), process.stdout)
}
