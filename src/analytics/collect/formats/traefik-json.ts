import { toAddress, withoutPort } from './address.ts'
import { parseJsonLine, pickStatus, pickText } from './json-line.ts'
import { parseJsonTime } from './json-time.ts'
import { keepHeaders } from './kept-headers.ts'
import type { LogFormat, ParsedLine } from './log-format.ts'
import { isTarget } from './request-line.ts'

/** Headers are fields of their own, and only those that the configuration keeps: `request_User-Agent`. */
const HEADER = 'request_'

/** Traefik's JSON access log (doc.traefik.io/traefik/observability/access-logs, "Available Fields"). */
export const traefikJson: LogFormat = { name: 'traefik-json', parse }

function parse(line: string): ParsedLine {
  const object = parseJsonLine(line)
  if (object === null || object['RequestPath'] === undefined) return 'not-in-format'
  const target = pickText(object, ['RequestPath'])
  const method = pickText(object, ['RequestMethod']) ?? 'GET'
  if (target === undefined) return 'no-request'
  if (!isTarget(target, method)) return 'garbage-request'
  const time = parseJsonTime(object['StartUTC'] ?? object['StartLocal'] ?? object['time'])
  if (Number.isNaN(time)) return 'bad-time'
  const headers = Object.entries(object)
    .filter(([name]) => name.startsWith(HEADER))
    .map(([name, value]) => [name.slice(HEADER.length).toLowerCase(), value] as const)
  const sent = Object.fromEntries(headers)
  return {
    time,
    ...toAddress(pickText(object, ['RequestHost']), target, pickText(object, ['RequestScheme'])),
    method,
    // What the client got; the origin's answer may have been replaced on the way.
    status: pickStatus(object, ['DownstreamStatus', 'OriginStatus']),
    referrer: pickText(sent, ['referer']),
    userAgent: pickText(sent, ['user-agent']),
    ip: withoutPort(pickText(object, ['ClientHost', 'ClientAddr'])),
    headers: keepHeaders(headers),
  }
}
