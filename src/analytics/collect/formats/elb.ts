import { parseTime } from '../../time.ts'
import { toAddress, withoutPort } from './address.ts'
import type { LogFormat, ParsedLine } from './log-format.ts'
import { closingQuote } from './parse-clf.ts'
import { parseRequestLine } from './request-line.ts'
import { unescapeValue } from './unescape-value.ts'

/** The type of a connection, which Application Load Balancers write first and classic ones not at all. */
const TYPES: ReadonlySet<string> = new Set(['http', 'https', 'h2', 'grpcs', 'ws', 'wss'])

/**
 * Application Load Balancers (docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html)
 * and classic ones: twelve words, the request with its whole URL, the user agent. There is no referrer.
 */
export const elb: LogFormat = { name: 'elb', parse }

function parse(line: string): ParsedLine {
  const quote = line.indexOf(' "')
  const words = quote < 0 ? [] : line.slice(0, quote).split(' ')
  if (TYPES.has(words[0] ?? '')) words.shift()
  const [timeText = '', , client, , , , , status = ''] = words
  if (words.length !== 11 || !/^(?:\d{3}|-)$/.test(status) || !/^\d{4}-\d\d-\d\dT/.test(timeText)) return 'not-in-format'
  const requestTo = closingQuote(line, quote + 2)
  if (requestTo < 0) return 'not-in-format'
  const time = parseTime(timeText)
  if (time === null) return 'bad-time'
  const request = parseRequestLine(line, quote + 2, requestTo)
  if (typeof request === 'string') return request
  return {
    time,
    ...toAddress(undefined, request.target.replace(/^(https?:\/\/[^/]*?):(?:80|443)(?=\/)/, '$1')),
    method: request.method,
    status: status === '-' ? undefined : Number(status),
    userAgent: readUserAgent(line, requestTo + 3),
    ip: withoutPort(client),
    isReferrerUnknown: true,
  }
}

/** Undefined in the oldest logs, which have no such field. */
function readUserAgent(line: string, from: number): string | undefined {
  const to = line.charCodeAt(from - 1) === 34 ? closingQuote(line, from) : -1
  if (to < 0) return undefined
  const agent = unescapeValue(line.slice(from, to))
  return agent === '-' ? '' : agent
}
