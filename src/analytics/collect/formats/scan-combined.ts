import { parseClfTime } from './clf-time.ts'
import type { LineScanner } from './log-format.ts'
import { EXTRA_WORDS_MAX } from './parse-clf.ts'

const NEWLINE = 10
const RETURN = 13
const SPACE = 32
const QUOTE = 34
const COMMA = 44
const DASH = 45
const DOT = 46
const SLASH = 47
const COLON = 58
const OPEN = 91
const BACKSLASH = 92
const CLOSE = 93

/** Of `10/Oct/2000:13:55:36 -0700` in its brackets. */
const HOUR_TO = 14
const TIME_LENGTH = 26
/** Where the numbers of four bytes begin by which an hour and its zone are known again. */
const HOUR_PARTS = [0, 4, 8, 10, 20, 22] as const

const HOURS_KEPT = 31

/**
 * Bytes that end a value, or that may not mean themselves in it: escapes, and what is not ASCII. One look at a table for each byte takes
 * half the time of comparing it with all of them.
 */
const ENDS_VALUE = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > 127 || [NEWLINE, RETURN, QUOTE, BACKSLASH].includes(byte) ? 1 : 0,
)
const ENDS_WORD = Uint8Array.from(ENDS_VALUE, (ends, byte) => (byte === SPACE ? 1 : ends))

/**
 * Finds the parts of a combined line in its bytes, when the line is written as nearly all are: `-` for identity and user, a time with
 * a zone, a request with a path and a version, nothing escaped. Every other line is left to the parser, which this agrees with. No step passes a
 * line break: each byte is looked at before the next.
 */
export function createCombinedScanner(): LineScanner {
  /** Lines of the same hour follow each other, now and then in another zone: each is read once. */
  const hours = new Int32Array(HOURS_KEPT * HOUR_PARTS.length)
  const hoursAt = new Float64Array(HOURS_KEPT).fill(Number.NaN)

  /** False when there is no time there. Sets it in place: a number that large is an object wherever it is handed over. */
  function readTime(bytes: Buffer, view: DataView, from: number): boolean {
    const minute = twoDigits(bytes, from + 15)
    const second = twoDigits(bytes, from + 18)
    if (!(minute < 60 && second <= 60) || bytes[from + HOUR_TO] !== COLON || bytes[from + 17] !== COLON) return false
    const kept = (bytes[from + 1]! + bytes[from + 13]! * 3 + bytes[from + 21]! + bytes[from + 23]! * 5) % HOURS_KEPT
    if (!isKept(kept, view, from)) {
      for (const [place, part] of HOUR_PARTS.entries()) hours[kept * HOUR_PARTS.length + place] = view.getInt32(from + part)
      const text = bytes.toString('latin1', from, from + TIME_LENGTH)
      hoursAt[kept] = parseClfTime(`${text.slice(0, HOUR_TO)}:00:00${text.slice(20)}`, 0, TIME_LENGTH)
    }
    line.time = hoursAt[kept]! + minute * 60_000 + second * 1000
    return !Number.isNaN(line.time)
  }

  function isKept(kept: number, view: DataView, from: number): boolean {
    const at = kept * HOUR_PARTS.length
    for (let place = 0; place < HOUR_PARTS.length; place++)
      if (hours[at + place] !== view.getInt32(from + HOUR_PARTS[place]!)) return false
    return true
  }

  const line: LineScanner = {
    time: 0,
    isGet: true,
    status: 0,
    addressTo: 0,
    targetFrom: 0,
    targetTo: 0,
    referrerFrom: 0,
    referrerTo: 0,
    agentFrom: 0,
    agentTo: 0,
    scan: (bytes, view, from, to) => {
      let at = from
      while (ENDS_WORD[bytes[at]!] === 0) at++
      line.addressTo = at
      const isUsualHead =
        at - from > 1 &&
        bytes[at] === SPACE &&
        bytes[from] !== 35 &&
        bytes[at - 1] !== COMMA &&
        bytes[at + 1] === DASH &&
        bytes[at + 2] === SPACE &&
        bytes[at + 3] === DASH &&
        bytes[at + 4] === SPACE &&
        bytes[at + 5] === OPEN
      const timeFrom = at + 6
      const timeTo = timeFrom + TIME_LENGTH
      if (!isUsualHead || timeTo + 2 >= to || !readTime(bytes, view, timeFrom)) return -1
      if (bytes[timeTo] !== CLOSE || bytes[timeTo + 1] !== SPACE || bytes[timeTo + 2] !== QUOTE) return -1

      at = timeTo + 3
      line.isGet = bytes[at] === 71 && bytes[at + 1] === 69 && bytes[at + 2] === 84 && bytes[at + 3] === SPACE
      if (line.isGet) at += 3
      else {
        const methodFrom = at
        while (bytes[at]! >= 65 && bytes[at]! <= 90) at++
        if (at === methodFrom || at - methodFrom > 20) return -1
      }
      if (bytes[at] !== SPACE || bytes[at + 1] !== SLASH) return -1
      line.targetFrom = ++at
      while (ENDS_WORD[bytes[at]!] === 0) at++
      line.targetTo = at
      const versionTo = bytes[at] === SPACE ? endOfVersion(bytes, at + 1) : -1
      if (versionTo < 0 || versionTo + 6 >= to) return -1

      at = versionTo + 2
      const status = bytes[versionTo + 1] === SPACE && bytes[at + 3] === SPACE ? threeDigits(bytes, at) : Number.NaN
      if (Number.isNaN(status)) return -1
      line.status = status
      at += 4
      while (ENDS_WORD[bytes[at]!] === 0) at++
      for (let words = 0; bytes[at] === SPACE && bytes[at + 1] !== QUOTE && words < EXTRA_WORDS_MAX; words++) {
        at++
        while (ENDS_WORD[bytes[at]!] === 0) at++
      }
      if (bytes[at] !== SPACE || bytes[at + 1] !== QUOTE) return -1

      at += 2
      line.referrerFrom = at
      at = endOfValue(bytes, view, at, to)
      line.referrerTo = at
      if (bytes[at] !== QUOTE || bytes[at + 1] !== SPACE || bytes[at + 2] !== QUOTE) return -1
      at += 3
      line.agentFrom = at
      at = endOfValue(bytes, view, at, to)
      line.agentTo = at
      return bytes[at] === QUOTE ? endOfLine(bytes, at + 1, to) : -1
    },
  }
  return line
}

/** The first byte that ends a value. Four at once as long as there is none among them: user agents are half of a log. */
function endOfValue(bytes: Buffer, view: DataView, from: number, to: number): number {
  let at = from
  while (at + 4 <= to && isPlain(view.getInt32(at))) at += 4
  while (ENDS_VALUE[bytes[at]!] === 0) at++
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
function endOfLine(bytes: Buffer, from: number, to: number): number {
  let at = from
  if (bytes[at] === SPACE) while (at < to && bytes[at] !== NEWLINE) at++
  else if (bytes[at] === RETURN) at++
  return at < to && bytes[at] === NEWLINE ? at + 1 : -1
}

/** The place of the quote behind `HTTP/1.1` or `HTTP/2`, -1 when it is neither. */
function endOfVersion(bytes: Buffer, at: number): number {
  const isHttp =
    bytes[at] === 72 && bytes[at + 1] === 84 && bytes[at + 2] === 84 && bytes[at + 3] === 80 && bytes[at + 4] === SLASH
  if (!isHttp || !isDigit(bytes[at + 5]!)) return -1
  if (bytes[at + 6] === QUOTE) return at + 6
  return bytes[at + 6] === DOT && isDigit(bytes[at + 7]!) && bytes[at + 8] === QUOTE ? at + 8 : -1
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57
}

function twoDigits(bytes: Buffer, at: number): number {
  const tens = bytes[at]! - 48
  const ones = bytes[at + 1]! - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

function threeDigits(bytes: Buffer, at: number): number {
  const hundreds = bytes[at]! - 48
  return hundreds >= 0 && hundreds <= 9 ? hundreds * 100 + twoDigits(bytes, at + 1) : Number.NaN
}
