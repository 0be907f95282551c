import { toAddress, withoutPort } from './address.ts'
import { keepHeaders } from './kept-headers.ts'
import type { LogFormat, ParsedLine } from './log-format.ts'
import { decodeCloudfrontValue, percentDecode } from './percent-decode.ts'
import { isTarget } from './request-line.ts'

/**
 * All fields of a real-time log, in the order in which they are always written, whatever order they were chosen in
 * (docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/real-time-logs.html). Newer fields come after these.
 */
const ALL_FIELDS = (
  'timestamp c-ip time-to-first-byte sc-status sc-bytes cs-method cs-protocol cs-host cs-uri-stem cs-bytes x-edge-location ' +
  'x-edge-request-id x-host-header time-taken cs-protocol-version c-ip-version cs-user-agent cs-referer cs-cookie cs-uri-query ' +
  'x-edge-response-result-type x-forwarded-for ssl-protocol ssl-cipher x-edge-result-type fle-encrypted-fields fle-status ' +
  'sc-content-type sc-content-len sc-range-start sc-range-end c-port x-edge-detailed-result-type c-country cs-accept-encoding ' +
  'cs-accept cache-behavior-path-pattern cs-headers cs-header-names cs-headers-count'
).split(' ')

export const cloudfrontRealtime = createCloudfrontRealtime(ALL_FIELDS)

/** For a log configuration with fewer fields: the lines do not say which, so its owner has to. */
export function createCloudfrontRealtime(chosen: readonly string[]): LogFormat {
  const fields = [...ALL_FIELDS, ...chosen].filter((field, index, all) => chosen.includes(field) && all.indexOf(field) === index)
  const at = new Map(fields.map((field, column) => [field, column]))
  return { name: 'cloudfront-realtime', parse: (line) => parse(line, at) }
}

function parse(line: string, at: ReadonlyMap<string, number>): ParsedLine {
  const values = line.split('\t')
  const value = (name: string): string | undefined => {
    const column = at.get(name)
    const text = column === undefined ? undefined : values[column]
    return text === '-' || text === '' ? undefined : text
  }
  const timestamp = value('timestamp')
  if (values.length < at.size || timestamp === undefined || !/^\d{9,11}(?:\.\d+)?$/.test(timestamp)) return 'not-in-format'
  const stem = value('cs-uri-stem')
  const method = value('cs-method') ?? 'GET'
  if (stem === undefined) return 'no-request'
  if (!isTarget(stem, method)) return 'garbage-request'
  // The stem has the query in it already, unlike in the standard log.
  const host = value('cs-host') ?? value('x-host-header')
  const status = value('sc-status')
  const referrer = value('cs-referer')
  return {
    // Kinesis delivers at least once; this is what makes a line that comes twice count once.
    id: value('x-edge-request-id') && `cloudfront:${value('x-edge-request-id')}`,
    time: Math.round(Number(timestamp) * 1000),
    ...toAddress(host, stem, value('cs-protocol')),
    method,
    status: status !== undefined && /^\d{3}$/.test(status) ? Number(status) : undefined,
    referrer: referrer && decodeCloudfrontValue(referrer),
    userAgent: at.has('cs-user-agent') ? decodeCloudfrontValue(value('cs-user-agent') ?? '') : undefined,
    ip: withoutPort(value('c-ip')),
    headers: readHeaders(value('cs-headers'), value('cs-accept')),
  }
}

/** `cs-headers` is the whole head of the request in one percent-encoded value, a header on each line. */
function readHeaders(all: string | undefined, accept: string | undefined): Record<string, string> | undefined {
  const headers: [string, string][] = percentDecode(all ?? '')
    .split('\n')
    .map((line) => [line.slice(0, Math.max(0, line.indexOf(':'))), line.slice(line.indexOf(':') + 1).trim()])
  if (accept !== undefined) headers.push(['accept', percentDecode(accept)])
  return keepHeaders(headers)
}
