import { isUtf8 } from 'node:buffer'
import { Problem } from '../../lib/problem.ts'
import { isWellFormed } from '../../lib/well-formed.ts'

/** An escape of a half of a surrogate pair. Most are one of a pair, and fine. */
const HALF_ESCAPE = /\\u[dD][89a-fA-F]/

/**
 * The text of a body. Bytes that aren't UTF-8 are refused: read anyway, each would become U+FFFD, and what is stored would not be what was
 * sent. U+FFFD itself is a character like any other.
 */
export function readText(body: Buffer): string {
  if (!isUtf8(body)) throw new Problem(400, 'invalid_json', "The body isn't valid UTF-8.")
  return body.toString('utf8')
}

/**
 * True when a value that was parsed from JSON holds half of a surrogate pair, which isn't a character and can't be stored as UTF-8. In valid
 * UTF-8 it can only come from an escape.
 */
export function hasHalfCharacters(json: string, value: unknown): boolean {
  return HALF_ESCAPE.test(json) && !isWellFormed(value)
}

export function halfCharacters(): Problem {
  return new Problem(400, 'invalid_json', "The body has half of a surrogate pair, which isn't a character.")
}

/** True for text in which every `%` begins the encoding of a character. */
export function isPercentEncoded(text: string): boolean {
  try {
    if (text.includes('%')) decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
