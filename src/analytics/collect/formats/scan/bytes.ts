export const NEWLINE = 10
export const RETURN = 13
export const SPACE = 32
export const QUOTE = 34
export const PLUS = 43
export const COMMA = 44
export const DASH = 45
export const DOT = 46
export const SLASH = 47
export const COLON = 58
export const OPEN = 91
export const BACKSLASH = 92
export const CLOSE = 93

/**
 * Bytes that end a value, or that may not mean themselves in it: escapes, and what is not ASCII. One look at a table for each byte takes
 * half the time of comparing it with all of them.
 */
export const ENDS_VALUE = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > 127 || [NEWLINE, RETURN, QUOTE, BACKSLASH].includes(byte) ? 1 : 0,
)
export const ENDS_WORD = Uint8Array.from(ENDS_VALUE, (ends, byte) => (byte === SPACE ? 1 : ends))

/** Likewise for JSON, which has no control characters in its texts. */
export const ENDS_TEXT = Uint8Array.from(ENDS_VALUE, (ends, byte) => (byte < SPACE ? 1 : ends))

/** The first byte that ends a value. Four at once as long as there is none among them: user agents are half of a log. */
export function endOfValue(bytes: Buffer, view: DataView, from: number, to: number, ends = ENDS_VALUE): number {
  let at = from
  while (at + 4 <= to && isPlain(view.getInt32(at))) at += 4
  while (ends[bytes[at]!] === 0) at++
  return at
}

/** True when none of four bytes is beyond ASCII, below the space, a quote or a backslash: a byte that is zero, or too small, borrows from its highest bit. */
function isPlain(four: number): boolean {
  const quote = four ^ 0x22222222
  const backslash = four ^ 0x5c5c5c5c
  const small = (four - 0x20202020) & ~four
  const quotes = (quote - 0x01010101) & ~quote
  const backslashes = (backslash - 0x01010101) & ~backslash
  return ((four | small | quotes | backslashes) & 0x80808080) === 0
}

/** The place behind the line break, with whatever stands before it behind a space; -1 when something else follows. */
export function endOfLine(bytes: Buffer, from: number, to: number): number {
  let at = from
  if (bytes[at] === SPACE) while (at < to && bytes[at] !== NEWLINE) at++
  else if (bytes[at] === RETURN) at++
  return at < to && bytes[at] === NEWLINE ? at + 1 : -1
}

/** The place of what follows `HTTP/1.1` or `HTTP/2`, -1 when it is neither. */
export function endOfVersion(bytes: Buffer, at: number): number {
  const isHttp =
    bytes[at] === 72 && bytes[at + 1] === 84 && bytes[at + 2] === 84 && bytes[at + 3] === 80 && bytes[at + 4] === SLASH
  if (!isHttp || !isDigit(bytes[at + 5]!)) return -1
  return bytes[at + 6] === DOT && isDigit(bytes[at + 7]!) ? at + 8 : at + 6
}

export function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57
}

export function twoDigits(bytes: Buffer, at: number): number {
  const tens = bytes[at]! - 48
  const ones = bytes[at + 1]! - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

export function threeDigits(bytes: Buffer, at: number): number {
  const hundreds = bytes[at]! - 48
  return hundreds >= 0 && hundreds <= 9 ? hundreds * 100 + twoDigits(bytes, at + 1) : Number.NaN
}

/** Three digits, all of what stands between two places; NaN for all else. */
export function readStatus(bytes: Buffer, from: number, to: number): number {
  return to - from === 3 ? threeDigits(bytes, from) : Number.NaN
}

/** The longest registered method is `UPDATEREDIRECTREF`. */
const METHOD_LENGTH_MAX = 20

/** Sets method and target from `GET /docs HTTP/1.1` between two places; false when it is written in any other way. */
export function scanRequest(
  bytes: Buffer,
  from: number,
  to: number,
  line: { isGet: boolean; targetFrom: number; targetTo: number },
): boolean {
  const methodTo = scanMethod(bytes, from, to, line)
  if (methodTo < 0 || bytes[methodTo] !== SPACE || bytes[methodTo + 1] !== SLASH) return false
  let at = methodTo + 1
  line.targetFrom = at
  while (at < to && ENDS_WORD[bytes[at]!] === 0) at++
  line.targetTo = at
  return bytes[at] === SPACE && endOfVersion(bytes, at + 1) === to
}

/** The end of a method in capitals, -1 when there is none. */
export function scanMethod(bytes: Buffer, from: number, to: number, line: { isGet: boolean }): number {
  let at = from
  while (at < to && bytes[at]! >= 65 && bytes[at]! <= 90) at++
  if (at === from || at - from > METHOD_LENGTH_MAX) return -1
  line.isGet = at - from === 3 && bytes[from] === 71 && bytes[from + 1] === 69 && bytes[from + 2] === 84
  return at
}
