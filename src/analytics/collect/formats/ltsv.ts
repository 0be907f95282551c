import type { LogFormat, ParsedLine } from './log-format.ts'
import { parseFields } from './nginx-json.ts'

/** Labels that mean something else in JSON logs: `host` is the client here, and `vhost` the site (ltsv.org). */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['host', 'remote_addr'],
  ['vhost', 'host'],
  ['req', 'request'],
  ['domain', 'host'],
])

/** Labeled Tab-separated Values: `time:[…]<tab>host:203.0.113.9<tab>req:GET / HTTP/1.1`. */
export const ltsv: LogFormat = { name: 'ltsv', parse }

function parse(line: string): ParsedLine {
  const columns = line.split('\t')
  if (columns.length < 3) return 'not-in-format'
  const object = Object.create(null) as Record<string, string>
  for (const column of columns) {
    const colon = column.indexOf(':')
    if (colon < 1) return 'not-in-format'
    const label = column.slice(0, colon)
    object[LABELS.get(label) ?? label] ??= column.slice(colon + 1)
  }
  if (object['time']?.startsWith('[')) object['time'] = object['time'].slice(1, -1)
  return parseFields(object)
}
