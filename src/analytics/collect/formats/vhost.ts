import { toAddress } from './address.ts'
import { hasHostInFront } from './ip-address.ts'
import { type LogFormat, type ParsedLine, isEvent } from './log-format.ts'
import { parseClf } from './parse-clf.ts'

/** `vhost_combined` and `vhost_common` of Apache, `$host` in front of combined in nginx: `docs.example.com:443 1.2.3.4 - - […`. */
export const vhost: LogFormat = { name: 'vhost', parse }

function parse(line: string): ParsedLine {
  if (!hasHostInFront(line)) return 'not-in-format'
  const space = line.indexOf(' ')
  const event = parseClf(line, space + 1, 'either')
  if (!isEvent(event) || event.path === undefined) return event
  const { host, scheme } = readHost(line.slice(0, space))
  const { path, ...rest } = event
  return { ...rest, ...toAddress(host, path, scheme) }
}

/** The usual ports are dropped: the same page must not be two because one line names the port. */
function readHost(word: string): { host: string; scheme: string } {
  if (word.endsWith(':443')) return { host: word.slice(0, -4), scheme: 'https' }
  return { host: word.endsWith(':80') ? word.slice(0, -3) : word, scheme: 'http' }
}
