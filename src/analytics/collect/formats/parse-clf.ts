import type { ViewEvent } from '../event.ts'
import { toAddress } from './address.ts'
import { parseClfTime } from './clf-time.ts'
import type { ParsedLine } from './log-format.ts'
import { parseRequestLine } from './request-line.ts'
import { unescapeValue } from './unescape-value.ts'

const SPACE = 32
const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92

/** Brackets in front of the time that are looked at. Without a limit, a line of brackets takes quadratic time. */
const BRACKETS_MAX = 8

/** Words between the bytes and the referrer that are passed over: people put `$request_time` or Apache's `%D` there. */
export const EXTRA_WORDS_MAX = 8

/** What a common log line is followed by: referrer and user agent, neither, or whichever is there. */
export type ClfTail = 'agent' | 'none' | 'either'

/**
 * Reads `host ident user [time] "request" status bytes`, with `"referrer" "user agent"` after it when asked for.
 *
 * Scanned by hand from one landmark to the next, and by single characters, for which V8 has a fast path: `startsWith`,
 * `lastIndexOf` and searches for two characters together took a third of the speed. What follows the user agent (nginx's forwarded-for, times, ids) is left alone.
 */
export function parseClf(line: string, from: number, tail: ClfTail): ParsedLine {
  const ipEnd = line.indexOf(' ', from)
  if (ipEnd <= from) return 'not-in-format'
  // A user name may contain ` [`: the bracket that counts has a time and a quote behind it.
  let open = line.indexOf('[', ipEnd)
  let close = line.indexOf(']', open)
  for (let tries = 0; open >= 0 && close >= 0 && !isTimeBracket(line, open, close); tries++) {
    if (tries === BRACKETS_MAX) return 'not-in-format'
    open = line.indexOf('[', open + 1)
    close = line.indexOf(']', open)
  }
  if (open < 0 || close < 0) return 'not-in-format'
  const requestFrom = close + 3
  const requestTo = closingQuote(line, requestFrom)
  const statusFrom = requestTo + 2
  if (requestTo < 0 || !isStatus(line, statusFrom)) return 'not-in-format'
  const bytesTo = endOfWord(line, statusFrom + (line.charCodeAt(statusFrom) === 45 ? 2 : 4))

  const event = readTail(line, bytesTo, tail)
  if (typeof event === 'string') return event
  const time = parseClfTime(line, open + 1, close)
  if (Number.isNaN(time)) return 'bad-time'
  const request = parseRequestLine(line, requestFrom, requestTo)
  if (typeof request === 'string') return request
  event.time = time
  if (request.target.charCodeAt(0) === 47) event.path = request.target
  else Object.assign(event, toAddress(undefined, request.target))
  event.method = request.method
  if (line.charCodeAt(statusFrom) !== 45) event.status = threeDigits(line, statusFrom)
  // Of a list of addresses the first is the reader's.
  const ipTo = line.charCodeAt(ipEnd - 1) === COMMA ? ipEnd - 1 : ipEnd
  if (ipTo - from > 1) event.ip = line.slice(from, ipTo)
  return event
}

function isTimeBracket(line: string, open: number, close: number): boolean {
  return line.charCodeAt(open - 1) === SPACE && line.charCodeAt(close + 1) === SPACE && line.charCodeAt(close + 2) === QUOTE
}

/** The start of an event, with referrer and user agent. All properties in one order: objects of one shape are quick. */
function readTail(line: string, at: number, tail: ClfTail): ViewEvent | 'not-in-format' {
  const event: ViewEvent = {
    time: 0,
    path: undefined,
    method: '',
    status: undefined,
    referrer: undefined,
    userAgent: undefined,
    ip: undefined,
  }
  const quote = firstQuote(line, at)
  // With quoted values it isn't the common format, and whoever takes it for that drops the user agents.
  if (tail === 'none') return quote < 0 ? event : 'not-in-format'
  if (quote < 0) return tail === 'either' ? event : 'not-in-format'
  const referrerFrom = quote + 1
  const referrerTo = closingQuote(line, referrerFrom)
  if (referrerTo < 0 || line.charCodeAt(referrerTo + 2) !== QUOTE) return 'not-in-format'
  const agentFrom = referrerTo + 3
  // Syslog and the like cut long lines: what is left of the user agent is better than no request.
  const agentEnd = closingQuote(line, agentFrom)
  const agentTo = agentEnd < 0 ? line.length : agentEnd
  if (referrerTo - referrerFrom > 1) event.referrer = unescapeValue(line.slice(referrerFrom, referrerTo))
  // `-` is a client that sent no name, which is known, and is told apart from a log that does not record names.
  const isNamed = agentTo - agentFrom > 1 || line.charCodeAt(agentFrom) !== 45
  event.userAgent = isNamed ? unescapeValue(line.slice(agentFrom, agentTo)) : ''
  return event
}

/** Where the first quoted value behind the bytes begins, -1 when there is none. */
function firstQuote(line: string, at: number): number {
  let space = at
  for (let words = 0; words <= EXTRA_WORDS_MAX && space < line.length; words++) {
    if (line.charCodeAt(space + 1) === QUOTE) return space + 1
    space = endOfWord(line, space + 1)
  }
  return -1
}

/**
 * Where a quoted value ends, -1 when it does not. A quote after an odd number of backslashes belongs to the value, and
 * so does one without a space or the end behind it: some servers do not escape at all.
 */
export function closingQuote(line: string, from: number): number {
  let at = line.indexOf('"', from)
  while (at >= 0) {
    const after = line.charCodeAt(at + 1)
    if ((after === SPACE || Number.isNaN(after)) && !isEscaped(line, from, at)) return at
    at = line.indexOf('"', at + 1)
  }
  return -1
}

function isEscaped(line: string, from: number, quote: number): boolean {
  let at = quote
  while (at > from && line.charCodeAt(at - 1) === BACKSLASH) at--
  return (quote - at) % 2 === 1
}

function isStatus(line: string, at: number): boolean {
  if (line.charCodeAt(at) === 45) return line.charCodeAt(at + 1) === SPACE
  return threeDigits(line, at) >= 0 && line.charCodeAt(at + 3) === SPACE
}

function threeDigits(line: string, at: number): number {
  const a = line.charCodeAt(at) - 48
  const b = line.charCodeAt(at + 1) - 48
  const c = line.charCodeAt(at + 2) - 48
  return a >= 0 && a <= 9 && b >= 0 && b <= 9 && c >= 0 && c <= 9 ? a * 100 + b * 10 + c : -1
}

function endOfWord(line: string, from: number): number {
  const space = line.indexOf(' ', from)
  return space < 0 ? line.length : space
}
