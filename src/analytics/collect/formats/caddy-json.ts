import { toAddress, withoutPort } from './address.ts'
import { isObject, parseJsonLine, pickStatus, pickText } from './json-line.ts'
import { parseJsonTime } from './json-time.ts'
import { keepHeaders, noteAbsence } from './kept-headers.ts'
import type { LogFormat, ParsedLine } from './log-format.ts'
import { isTarget } from './request-line.ts'

/** Caddy's access log (caddyserver.com/docs/logging): `{"ts": …, "request": {"method", "host", "uri", "headers": {…}}, "status": …}`. */
export const caddyJson: LogFormat = { name: 'caddy-json', parse }

function parse(line: string): ParsedLine {
  const object = parseJsonLine(line)
  const request = object?.['request']
  // Caddy writes its other messages to the same file unless told otherwise; they have no request.
  if (!object || !isObject(request)) return 'not-in-format'
  const target = pickText(request, ['uri'])
  const method = pickText(request, ['method'])
  if (target === undefined || method === undefined) return 'no-request'
  if (!isTarget(target, method)) return 'garbage-request'
  const time = parseJsonTime(object['ts'] ?? object['time'] ?? object['timestamp'])
  if (Number.isNaN(time)) return 'bad-time'
  const headers = isObject(request['headers']) ? request['headers'] : {}
  return {
    time,
    ...toAddress(pickText(request, ['host']), target, request['tls'] === undefined ? 'http' : 'https'),
    method,
    status: pickStatus(object, ['status']),
    referrer: firstValue(headers, 'referer'),
    // Caddy writes every header that was sent, so that none here is known to be none, unless a filter removed them all.
    userAgent: firstValue(headers, 'user-agent') ?? (request['headers'] === undefined ? undefined : ''),
    ip: withoutPort(pickText(request, ['client_ip', 'remote_ip', 'remote_addr'])),
    headers:
      request['tls'] === undefined ? keepHeaders(Object.entries(headers)) : noteAbsence(keepHeaders(Object.entries(headers))),
  }
}

function firstValue(headers: Record<string, unknown>, name: string): string | undefined {
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() !== name) continue
    const text: unknown = Array.isArray(value) ? value[0] : value
    if (typeof text === 'string' && text !== '') return text
  }
  return undefined
}
