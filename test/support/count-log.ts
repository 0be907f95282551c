import type { LoggedRequest } from './odd-lines.ts'

/** What a log holds, counted a second time: simple, slow, and without a line of the code that is tested. */
export interface LogCount {
  blank: number
  unreadable: number
  refused: number
  excluded: Record<string, number>
  human: number
  ai: number
  pages: Record<string, { human: number; ai: number }>
}

/** A request of a log, in which the user agent may be missing altogether. */
type Counted = Omit<LoggedRequest, 'userAgent'> & { userAgent: string | null }

const QUOTED = '"((?:[^"\\\\]|\\\\.)*)"'
const COMBINED = new RegExp(
  `^(\\S+) \\S+ .*? ?\\[([^\\]]*)\\] ${QUOTED} (\\d{3}) (?:\\d+|-) ${QUOTED} "((?:[^"\\\\]|\\\\.)*)("|$)`,
)
const STAMP = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'
const DAY_MS = 86_400_000

const ASSET = /\.(?:css|js|png|jpg|gif|svg|ico|woff2|json|xml)$/i
/** The agents of the generator whose operators publish addresses, each with the one that is genuine there. */
const GENUINE: Record<string, string> = { 'ChatGPT-User': '4.151.71.177', Googlebot: '34.22.85.1' }

export function countCombinedLog(bytes: Buffer, now: number): LogCount {
  const requests: Counted[] = []
  const nothing = { blank: 0, unreadable: 0 }
  // Some programs begin a file with a mark of its encoding.
  const content = bytes.subarray(bytes.toString('utf8', 0, 3) === '\ufeff' ? 3 : 0)
  for (const raw of content.toString('latin1').split('\n').slice(0, -1)) {
    const line = fromBytes(raw.replace(/\r$/, ''))
    if (line === '' || line.startsWith('#')) nothing.blank++
    else {
      const request = readCombined(line)
      if (request) requests.push(request)
      else nothing.unreadable++
    }
  }
  return { ...countRequests(requests, now), ...nothing }
}

export function countRequests(requests: readonly Counted[], now: number): LogCount {
  const count: LogCount = { blank: 0, unreadable: 0, refused: 0, excluded: {}, human: 0, ai: 0, pages: {} }
  for (const request of requests) {
    const page = toPage(request.target)
    if (page === null || request.time > now + DAY_MS) {
      count.refused++
      continue
    }
    const who = whyNoView(request) ?? whoAsked(request)
    if (who !== 'human' && who !== 'ai') {
      count.excluded[who] = (count.excluded[who] ?? 0) + 1
      continue
    }
    count[who]++
    const sums = (count.pages[page] ??= { human: 0, ai: 0 })
    sums[who]++
  }
  return count
}

function readCombined(line: string): Counted | null {
  const [, ip, stamp, quoted, status, referrer, agent] = COMBINED.exec(line) ?? []
  const [, method, target] = /^([A-Za-z]+) (.*?)(?: HTTP\/\d(?:\.\d)?)?$/s.exec(unescaped(quoted ?? '')) ?? []
  const time = readStamp(stamp ?? '')
  if (time === null || method === undefined || !/^(?:\/|\*$|https?:\/\/)/.test(target!)) return null
  const userAgent = agent === '-' ? '' : unescaped(agent!)
  return { ip: ip!, time, method, target: target!, status: Number(status), referrer: unescaped(referrer!), userAgent }
}

function readStamp(stamp: string): number | null {
  const [, day, month, year, hour, minute, second, sign, hours, minutes] = STAMP.exec(stamp) ?? []
  if (day === undefined) return null
  const index = MONTHS.indexOf(month!) / 3
  const midnight = new Date(Date.UTC(Number(year), index, Number(day)))
  if (midnight.getUTCDate() !== Number(day)) return null
  const zone = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  return midnight.getTime() + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 - zone
}

/** `\xHH` stands for a byte, a backslash before anything else for that. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  const bytes = Buffer.from(text).toString('latin1')
  return fromBytes(
    bytes.replace(/\\(?:x([0-9A-Fa-f]{2})|(.))/g, (_, hex: string | undefined, other: string) =>
      hex === undefined ? other : String.fromCharCode(Number.parseInt(hex, 16)),
    ),
  )
}

function fromBytes(bytes: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return bytes
  }
}

/** Null when no page can be made of it. */
function toPage(target: string): string | null {
  const address = target.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/s, '')
  const decoded = `/${address.replace(/(?:%[0-9A-Fa-f]{2})+/g, percentDecoded)}`.replace(/\/+/g, '/')
  const page = decoded
    .replace(/\/$/, '')
    .replace(/\.(?:md|html)$/, '')
    .replace(/\/index$/, '')
  // oxlint-disable-next-line no-control-regex -- what no page has
  return /[\u0000-\u001f\u007f-\u009f]/.test(decoded) || Buffer.byteLength(page) > 512 ? null : page || '/'
}

function percentDecoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return escapes
  }
}

function whyNoView({ method, status, target }: Counted): string | null {
  if (method.toUpperCase() !== 'GET') return 'method'
  if (status >= 400) return 'error'
  if (status !== 304 && (status < 200 || status >= 300)) return 'status'
  return ASSET.test(target.replace(/[?#].*$/s, '')) ? 'asset' : null
}

function whoAsked({ ip, target, userAgent }: Counted): string {
  for (const [name, address] of Object.entries(GENUINE)) {
    if (!userAgent?.includes(name)) continue
    // The addresses of the one change from week to week, so that another one proves nothing.
    if (ip === '8.8.8.8') return name === 'ChatGPT-User' ? 'ai' : 'spoofed'
    if (ip !== address && !isNobodys(ip)) throw new Error(`The generator has no ${name} at ${ip}.`)
    return name === 'Googlebot' ? 'search' : 'ai'
  }
  if (/Claude-User|ClaudeBot/.test(userAgent ?? '')) return 'ai'
  if (userAgent?.includes('AhrefsBot')) return 'seo'
  if (ip === GENUINE['ChatGPT-User']) return 'ai'
  if (ip === GENUINE['Googlebot']) return 'search'
  if (userAgent?.includes('Bot/1.0')) return 'bot'
  if (/\.md(?:[?#]|$)|^\/llms\.txt$/.test(target)) return 'ai'
  if (/^(?:curl|python-requests)\//.test(userAgent ?? '')) return 'tool'
  return userAgent === '' ? 'no-user-agent' : 'human'
}

/** Addresses that are kept for measurements, examples and one's own network say nothing about who asked. */
function isNobodys(ip: string): boolean {
  return /^198\.1[89]\.|^2001:db8:|^fe80:|example\.net$/.test(ip)
}
