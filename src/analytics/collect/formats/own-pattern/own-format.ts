import { toAddress, withoutPort } from '../address.ts'
import { parseClfTime } from '../clf-time.ts'
import { parseJsonTime } from '../json-time.ts'
import { keepHeaders, noteAbsence } from '../kept-headers.ts'
import type { LogFormat, ParsedLine } from '../log-format.ts'
import { type RequestLine, isTarget, parseRequestLine } from '../request-line.ts'
import { createPatternScanner } from '../scan/scan-pattern.ts'
import { unescapeValue } from '../unescape-value.ts'
import { w3c } from '../w3c.ts'
import type { Field } from './pattern-fields.ts'
import { type Pattern, readPattern } from './read-pattern.ts'

const BACKSLASH = 92
const QUOTE = 34
const SLASH = 47

/** A format that somebody described, compiled once. A line is walked through from left to right, so it takes time in proportion. */
export function createOwnFormat(text: string): LogFormat {
  // Columns of IIS, for logs in which their names are missing.
  const columns = text.startsWith('#Fields:') ? w3c.afterDirective!(text) : null
  if (columns) return columns
  const pattern = readPattern(text)
  const cut = createCutter(pattern)
  const fields = pattern.parts.map(({ field }) => field)
  const placeOf = (field: Field) => fields.indexOf(field)
  const places = {
    time: placeOf('time'),
    date: placeOf('date'),
    clock: placeOf('clock'),
    zone: placeOf('zone'),
    request: placeOf('request'),
    method: placeOf('method'),
    target: placeOf('target'),
    query: placeOf('query'),
    status: placeOf('status'),
    referrer: placeOf('referrer'),
    userAgent: placeOf('userAgent'),
    ip: placeOf('ip'),
    host: placeOf('host'),
    scheme: placeOf('scheme'),
    contentType: placeOf('contentType'),
  }
  const headers = fields.flatMap((field, place) => (field?.startsWith('header ') ? [[field.slice(7), place] as const] : []))
  const logsFetchMode = headers.some(([header]) => header === 'sec-fetch-mode')

  function parse(line: string): ParsedLine {
    const values = cut(line)
    if (values === null) return 'not-in-format'
    const isEscaped = line.includes('\\')
    const value = (place: number): string | undefined => {
      const found = place < 0 ? '' : values[place]!
      if (found === '' || found === '-') return undefined
      return isEscaped ? unescapeValue(found) : found
    }
    const time = readTime(value(places.time), value(places.date), value(places.clock), value(places.zone))
    if (Number.isNaN(time)) return 'bad-time'
    const target = value(places.target)
    const request =
      places.request < 0
        ? readTarget(value(places.method) ?? 'GET', target, value(places.query))
        : parseRequestLine(values[places.request]!, 0, values[places.request]!.length)
    if (typeof request === 'string') return request
    const status = value(places.status)
    const scheme = value(places.scheme)
    const kept = headers.length === 0 ? undefined : keepHeaders(headers.map(([header, place]) => [header, value(place)]))
    // All properties in one order, and none spread: objects of one shape are quick.
    const { path, url }: { path?: string; url?: string } = toAddress(value(places.host), request.target, scheme)
    return {
      time,
      path,
      url,
      method: request.method,
      status: status?.length === 3 && Number(status) >= 0 ? Number(status) : undefined,
      referrer: value(places.referrer),
      userAgent: places.userAgent < 0 ? undefined : (value(places.userAgent) ?? ''),
      // Of a list of addresses the first is the reader's.
      ip: withoutPort(value(places.ip)?.split(',', 1)[0]),
      headers: logsFetchMode && scheme !== 'http' ? noteAbsence(kept) : kept,
      contentType: value(places.contentType),
    }
  }
  const createScanner = createPatternScanner(pattern)
  return { name: 'own', parse, ...(createScanner ? { createScanner } : {}) }
}

function readTarget(
  method: string,
  target: string | undefined,
  query: string | undefined,
): RequestLine | 'no-request' | 'garbage-request' {
  if (target === undefined) return 'no-request'
  if (!isTarget(target, method)) return 'garbage-request'
  return { method, target: query === undefined || target.includes('?') ? target : `${target}?${query.replace(/^\?/, '')}` }
}

/**
 * The values of the fields of a line up to the last one that is of use, null when it has another shape. What stands behind that is left
 * alone. Syslog and the like cut long lines: of a quoted last value, what is left is better than no request.
 */
function createCutter({ parts, end }: Pattern): (line: string) => string[] | null {
  const first = parts[0]!.before
  const last = parts.findLastIndex(({ field }) => field !== null)
  const behind = parts.slice(0, last + 1).map((_, index) => parts[index + 1]?.before ?? end)
  const isLastQuoted = behind[last]!.startsWith('"')
  if (isLastQuoted) behind[last] = '"'
  return (line) => {
    if (!line.startsWith(first)) return null
    const values: string[] = []
    let at = first.length
    for (const [index, delimiter] of behind.entries()) {
      const found = delimiter === '' ? line.length : endOfValue(line, at, delimiter)
      const to = found < 0 && index === last && isLastQuoted ? line.length : found
      if (to < 0) return null
      values.push(line.slice(at, to))
      at = to + delimiter.length
    }
    return values
  }
}

/** Where what stands behind a value begins. A quote behind an odd number of backslashes belongs to the value. */
function endOfValue(line: string, from: number, delimiter: string): number {
  let at = line.indexOf(delimiter, from)
  if (delimiter.charCodeAt(0) !== QUOTE) return at
  while (at >= 0) {
    let slash = at
    while (slash > from && line.charCodeAt(slash - 1) === BACKSLASH) slash--
    if ((at - slash) % 2 === 0) return at
    at = line.indexOf(delimiter, at + 1)
  }
  return -1
}

const MONTH_DATE = /^\d\d\/[A-Z][a-z]{2}\/\d{4}$/
/** HAProxy's, which has no zone. */
const CLF_WITHOUT_ZONE = /^(\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d)(?:\.\d{1,6})?$/
const PLAIN_DATE = /^(\d{4})[-/](\d\d)[-/](\d\d)$/
const ZONE = /^[+-]\d{4}$/

/** Without a zone a time is UTC. */
function readTime(time = '', date = '', clock = '', zone = ''): number {
  if (time !== '') {
    const bare = time.startsWith('[') && time.endsWith(']') ? time.slice(1, -1) : time
    // What nearly all logs have. Asked first, because every line passes here.
    const usual = bare.charCodeAt(2) === SLASH ? parseClfTime(bare, 0, bare.length) : Number.NaN
    if (!Number.isNaN(usual)) return usual
    const wall = CLF_WITHOUT_ZONE.exec(bare)?.[1]
    return wall === undefined ? parseJsonTime(bare) : parseClfTime(`${wall} +0000`, 0, wall.length + 6)
  }
  const offset = ZONE.test(zone) ? zone : '+0000'
  if (MONTH_DATE.test(date)) {
    const text = `${date}:${clock.slice(0, 8)} ${offset}`
    return parseClfTime(text, 0, text.length)
  }
  const [, year, month, day] = PLAIN_DATE.exec(date) ?? []
  return year === undefined ? Number.NaN : parseJsonTime(`${year}-${month}-${day}T${clock}${offset}`)
}
