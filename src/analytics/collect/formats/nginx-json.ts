import { toAddress, withoutPort } from './address.ts'
import { FIELDS } from './json-fields.ts'
import { type JsonObject, parseJsonLine, pickStatus, pickText, pickUserAgent, valueAt } from './json-line.ts'
import { parseJsonTime } from './json-time.ts'
import { KEPT_HEADERS, keepHeaders, noteAbsence } from './kept-headers.ts'
import type { LogFormat, ParsedLine } from './log-format.ts'
import { percentDecode } from './percent-decode.ts'
import { createJsonScanner } from './scan/scan-json.ts'
import { type RequestLine, isTarget, parseRequestLine } from './request-line.ts'

/** Vendors that write user agents percent-encoded, known by a field that only they have. */
const ENCODED_BY = ['reqTimeSec', 'cs(User-Agent)'] as const

/** Each header may be named as nginx does (`http_sec_fetch_mode`), plainly (`sec_fetch_mode`), or as it is sent. */
const HEADER_OF_FIELD: ReadonlyMap<string, string> = new Map(
  KEPT_HEADERS.flatMap((header) => {
    const name = header.replaceAll('-', '_')
    return [`http_${name}`, name, header].map((field) => [field, header] as const)
  }),
)

/** What lines say beside the usual parts. */
const IS_OTHER: ReadonlySet<string> = new Set([
  ...HEADER_OF_FIELD.keys(),
  ...FIELDS.host,
  ...FIELDS.scheme,
  ...FIELDS.contentType,
])

/** Fields by which others are read in another way. */
const IS_ODD: ReadonlySet<string> = new Set([...ENCODED_BY, 'reqPath'])

/** nginx with `escape=json`, and what other servers write in its manner. */
export const nginxJson: LogFormat = {
  name: 'nginx-json',
  parse,
  createScanner: () => createJsonScanner({ isOther: (key) => IS_OTHER.has(key), isOdd: (key) => IS_ODD.has(key) }),
}

function parse(line: string): ParsedLine {
  const object = parseJsonLine(line)
  return object === null ? 'not-in-format' : parseFields(object)
}

/** A request by its fields, in the names that people and vendors give them. */
export function parseFields(object: JsonObject): ParsedLine {
  const request = readRequest(object)
  const time = readTime(object)
  if (time === null || request === null) return 'not-in-format'
  if (typeof request === 'string') return request
  if (Number.isNaN(time)) return 'bad-time'
  const isEncoded = ENCODED_BY.some((name) => object[name] !== undefined)
  const decode = (text: string | undefined) => (isEncoded && text !== undefined ? percentDecode(text) : text)
  const scheme = pickText(object, FIELDS.scheme) ?? 'http'
  // All properties in one order, and none spread: objects of one shape are quick.
  const { path, url }: { path?: string; url?: string } = toAddress(pickText(object, FIELDS.host), request.target, scheme)
  return {
    time,
    path,
    url,
    method: request.method,
    status: pickStatus(object, FIELDS.status),
    referrer: decode(pickText(object, FIELDS.referrer)),
    userAgent: decode(pickUserAgent(object, FIELDS.userAgent)),
    ip: withoutPort(pickText(object, FIELDS.ip)),
    headers: readHeaders(object),
    contentType: pickText(object, FIELDS.contentType),
  }
}

/** Over plain HTTP browsers send no `Sec-Fetch-*`, so that there their absence says nothing. */
function readHeaders(object: JsonObject): Record<string, string> | undefined {
  const headers = headersOf(object)
  const kept = keepHeaders(headers)
  const isLogged = headers.some(([header]) => header === 'sec-fetch-mode') && pickText(object, FIELDS.scheme) !== 'http'
  return isLogged ? noteAbsence(kept) : kept
}

function headersOf(object: JsonObject): [string, unknown][] {
  const headers: [string, unknown][] = []
  for (const field of Object.keys(object)) {
    const header = HEADER_OF_FIELD.get(field)
    if (header !== undefined) headers.push([header, object[field]])
  }
  return headers
}

/** Null when no field is for the time. The first that can be read counts: `time` is a duration to some people. */
function readTime(object: JsonObject): number | null {
  let read: number | null = null
  for (const name of FIELDS.time) {
    const value = object[name]
    if (value === undefined || value === '') continue
    read = parseJsonTime(value)
    // CloudFront's JSON has the day and the time of day apart.
    if (Number.isNaN(read) && name === 'time' && typeof value === 'string')
      read = parseJsonTime(`${String(object['date'])} ${value}`)
    if (!Number.isNaN(read)) return read
  }
  return read
}

/** Null when the object has no field for a request, so that it is some other log. */
function readRequest(object: JsonObject): RequestLine | 'no-request' | 'garbage-request' | null {
  const target = withSlash(object, pickText(object, FIELDS.target))
  if (target !== undefined) {
    const method = pickText(object, FIELDS.method) ?? 'GET'
    const query = target.includes('?') ? undefined : pickText(object, FIELDS.query)
    if (!isTarget(target, method)) return 'garbage-request'
    return { method, target: query === undefined ? target : `${target}?${query}` }
  }
  const line = FIELDS.request.map((name) => valueAt(object, name)).find((value) => typeof value === 'string')
  if (line !== undefined) {
    const request = parseRequestLine(line, 0, line.length)
    return request === 'garbage-request' || typeof request !== 'string' ? request : 'no-request'
  }
  // nginx writes empty fields for a connection that sent nothing.
  return FIELDS.target.some((name) => ['', '-'].includes(valueAt(object, name) as string)) ? 'no-request' : null
}

/** Akamai leaves the first slash out. */
function withSlash(object: JsonObject, target: string | undefined): string | undefined {
  return target !== undefined && object['reqPath'] === target && !target.startsWith('/') ? `/${target}` : target
}
