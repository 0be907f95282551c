import { type Unreadable } from './log-format.ts'
import { unescapeValue } from './unescape-value.ts'

export interface RequestLine {
  method: string
  /** Path with its query, `*`, an authority, or an absolute URL. */
  target: string
}

/** The longest registered method is `UPDATEREDIRECTREF`; longer words before a space are not methods. */
const METHOD_LENGTH_MAX = 20

/** Reads `GET /docs?a=b HTTP/1.1` between two places of a line, without the quotes. */
export function parseRequestLine(line: string, from: number, to: number): RequestLine | Unreadable {
  if (to - from <= 1) return 'no-request'
  const methodEnd = line.indexOf(' ', from)
  if (methodEnd < 0 || methodEnd >= to || !isMethod(line, from, methodEnd)) return 'garbage-request'
  const target = unescapeValue(line.slice(methodEnd + 1, targetEnd(line, methodEnd, to)))
  const method = isGet(line, from, methodEnd) ? 'GET' : line.slice(from, methodEnd)
  return isTarget(target, method) ? { method, target } : 'garbage-request'
}

/**
 * Where the target ends: before ` HTTP/1.1` or ` HTTP/3`. Found from the right, because some clients send spaces in the
 * target, and by single characters, because `lastIndexOf` costs as much as all the rest. HTTP/0.9 has no version at all.
 */
function targetEnd(line: string, methodEnd: number, to: number): number {
  for (let length = 6; length <= 8; length += 2) {
    const at = to - length
    const isVersion = line.charCodeAt(at) === 72 && line.charCodeAt(at + 4) === 47 && line.charCodeAt(at - 1) === 32
    if (isVersion && at - 1 > methodEnd) return at - 1
  }
  return to
}

/** One string for nearly all lines instead of a new one for each. */
function isGet(line: string, from: number, to: number): boolean {
  return to - from === 3 && line.charCodeAt(from) === 71 && line.charCodeAt(from + 1) === 69 && line.charCodeAt(from + 2) === 84
}

function isMethod(line: string, from: number, to: number): boolean {
  if (to === from || to - from > METHOD_LENGTH_MAX) return false
  for (let at = from; at < to; at++) {
    const code = line.charCodeAt(at)
    const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
    const isJoiner = at > from && (code === 45 || code === 95)
    if (!isLetter && !isJoiner) return false
  }
  return true
}

/** Asked of every line of every format, so that a scanner's bytes are called garbage and not a page. */
export function isTarget(target: string, method: string): boolean {
  const first = target.charCodeAt(0)
  if (first === 47) return true
  if (first === 42) return target.length === 1
  if (method === 'CONNECT') return target !== ''
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s/]/i.test(target)
}
