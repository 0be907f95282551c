import { isUtf8 } from 'node:buffer'

const BACKSLASH = 92

const NAMED: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, b: 8, v: 11, f: 12, 0: 0 }

/**
 * What a server escaped in a quoted value: `\"` and `\\` (Apache), `\x22` (nginx), and bytes above 126 as `\xHH`.
 *
 * The escapes stand for bytes, not for characters, so the bytes are put together before they are read as UTF-8.
 */
export function unescapeValue(value: string): string {
  if (!value.includes('\\')) return value
  const bytes = Buffer.from(value, 'utf8')
  const out = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    const next = byte === BACKSLASH ? bytes[at + 1] : undefined
    if (next === undefined) {
      out[length++] = byte
      continue
    }
    const hex = next === 120 ? hexByte(bytes, at + 2) : -1
    if (hex >= 0) {
      out[length++] = hex
      at += 3
      continue
    }
    out[length++] = NAMED[String.fromCharCode(next)] ?? next
    at++
  }
  return decodeText(out.subarray(0, length))
}

/** UTF-8 where it is valid, else one character for each byte: a log in another encoding loses its accents, not its lines. */
export function decodeText(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1')
}

/** Half of a surrogate pair: no text that was encoded as UTF-8 has it. */
const BROKEN = '\uDFFF'

/**
 * UTF-8, with a mark for what isn't: where the text is cut into records, those with a mark are broken (they aren't `isWellFormed`), and the
 * others are as they were sent. A U+FFFD beside broken bytes is taken for one of them.
 */
export function decodeMarked(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return isUtf8(bytes) ? text : text.replaceAll('\uFFFD', BROKEN)
}

function hexByte(bytes: Buffer, at: number): number {
  const high = hexDigit(bytes[at])
  const low = hexDigit(bytes[at + 1])
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

function hexDigit(code: number | undefined): number {
  if (code === undefined) return -1
  if (code >= 48 && code <= 57) return code - 48
  const lower = code | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}
