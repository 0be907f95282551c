import { toAddress, withoutPort } from './address.ts'
import { type JsonObject, parseJsonLine, pickStatus, pickText, pickUserAgent } from './json-line.ts'
import { parseJsonTime } from './json-time.ts'
import { KEPT_HEADERS, keepHeaders, noteAbsence } from './kept-headers.ts'
import type { LogFormat, ParsedLine } from './log-format.ts'
import { type RequestLine, isTarget, parseRequestLine } from './request-line.ts'

/**
 * The fields of one JSON object per line. First the names of nginx's own variables (nginx.org/en/docs/varindex.html),
 * which is what people and docs/log-formats.md use; then the names that they, and other servers, like to give.
 */
const FIELDS = {
  time: [
    'time_iso8601',
    'time',
    'timestamp',
    '@timestamp',
    'msec',
    'time_local',
    'ts',
    'datetime',
    'date',
    'event_datetime',
    'time_unix',
  ],
  request: ['request', 'request_line'],
  method: ['request_method', 'method', 'http_method', 'requestMethod', 'verb', 'request_type'],
  target: ['request_uri', 'uri', 'url', 'request_url', 'requestUri', 'requestUrl', 'path', 'request_path', 'document_uri'],
  query: ['args', 'query_string', 'query'],
  status: [
    'status',
    'status_code',
    'statusCode',
    'response_status',
    'response_code',
    'http_status',
    'resp_status',
    'response',
    'code',
  ],
  referrer: ['http_referer', 'http_referrer', 'request_referer', 'request_referrer', 'referer', 'referrer'],
  userAgent: ['http_user_agent', 'request_user_agent', 'user_agent', 'userAgent', 'useragent', 'agent', 'ua'],
  ip: [
    'remote_addr',
    'remote_address',
    'client_ip',
    'clientip',
    'clientIp',
    'remote_ip',
    'remoteIp',
    'client',
    'ip',
    'http_x_real_ip',
  ],
  contentType: ['sent_http_content_type', 'response_content_type', 'resp_content_type', 'content_type'],
  host: ['host', 'http_host', 'server_name', 'vhost', 'domain'],
} as const

/** Each header may be named as nginx does (`http_sec_fetch_mode`), plainly (`sec_fetch_mode`), or as it is sent. */
const HEADER_OF_FIELD: ReadonlyMap<string, string> = new Map(
  KEPT_HEADERS.flatMap((header) => {
    const name = header.replaceAll('-', '_')
    return [`http_${name}`, name, header].map((field) => [field, header] as const)
  }),
)

/** nginx with `escape=json`, and what other servers write in its manner. */
export const nginxJson: LogFormat = { name: 'nginx-json', parse }

function parse(line: string): ParsedLine {
  const object = parseJsonLine(line)
  if (object === null) return 'not-in-format'
  const request = readRequest(object)
  const time = readTime(object)
  if (time === null || request === null) return 'not-in-format'
  if (typeof request === 'string') return request
  if (Number.isNaN(time)) return 'bad-time'
  return {
    time,
    ...toAddress(pickText(object, FIELDS.host), request.target, pickText(object, ['scheme']) ?? 'http'),
    method: request.method,
    status: pickStatus(object, FIELDS.status),
    referrer: pickText(object, FIELDS.referrer),
    userAgent: pickUserAgent(object, FIELDS.userAgent),
    ip: withoutPort(pickText(object, FIELDS.ip)),
    headers: readHeaders(object),
    contentType: pickText(object, FIELDS.contentType),
  }
}

/** Over plain HTTP browsers send no `Sec-Fetch-*`, so that there their absence says nothing. */
function readHeaders(object: JsonObject): Record<string, string> | undefined {
  const headers = headersOf(object)
  const kept = keepHeaders(headers)
  const isLogged = headers.some(([header]) => header === 'sec-fetch-mode') && pickText(object, ['scheme']) !== 'http'
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
    if (object[name] === undefined || object[name] === '') continue
    read = parseJsonTime(object[name])
    if (!Number.isNaN(read)) return read
  }
  return read
}

/** Null when the object has no field for a request, so that it is some other log. */
function readRequest(object: JsonObject): RequestLine | 'no-request' | 'garbage-request' | null {
  const target = pickText(object, FIELDS.target)
  if (target !== undefined) {
    const method = pickText(object, FIELDS.method) ?? 'GET'
    const query = target.includes('?') ? undefined : pickText(object, FIELDS.query)
    if (!isTarget(target, method)) return 'garbage-request'
    return { method, target: query === undefined ? target : `${target}?${query}` }
  }
  const line = FIELDS.request.map((name) => object[name]).find((value) => typeof value === 'string')
  if (line !== undefined) {
    const request = parseRequestLine(line, 0, line.length)
    return request === 'garbage-request' || typeof request !== 'string' ? request : 'no-request'
  }
  // nginx writes empty fields for a connection that sent nothing.
  return FIELDS.target.some((name) => object[name] === '' || object[name] === '-') ? 'no-request' : null
}
