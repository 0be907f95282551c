import { withoutPort } from './address.ts'
import type { LogFormat, ParsedLine } from './log-format.ts'
import { isTarget } from './request-line.ts'

/** `time elapsed client code/status bytes method URL user hierarchy type`. */
const LINE = /^(\d{9,11}\.\d{1,6}) +-?\d+ (\S+) [A-Z_]+\/(\d{3}) \d+ (\S+) (\S+) \S+ \S+ (\S+)/

/** Squid's native access log (wiki.squid-cache.org/Features/LogFormat). It has no user agents. */
export const squid: LogFormat = { name: 'squid', parse }

function parse(line: string): ParsedLine {
  const [, time, client, status, method, url, contentType] = LINE.exec(line) ?? []
  if (url === undefined) return 'not-in-format'
  if (!isTarget(url, method!)) return 'garbage-request'
  return {
    time: Math.round(Number(time) * 1000),
    ...(url.startsWith('/') ? { path: url } : { url }),
    method: method!,
    status: status === '000' ? undefined : Number(status),
    ip: withoutPort(client),
    contentType: contentType === '-' ? undefined : contentType,
  }
}
