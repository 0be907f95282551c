import type { LineScanner } from '../log-format.ts'
import { NO_PARTS } from './no-parts.ts'
import { EXTRA_WORDS_MAX } from '../parse-clf.ts'
import {
  CLOSE,
  COMMA,
  DASH,
  ENDS_WORD,
  OPEN,
  QUOTE,
  SLASH,
  SPACE,
  endOfLine,
  endOfValue,
  endOfVersion,
  threeDigits,
} from './bytes.ts'
import { CLF_LENGTH, LineTimes } from './line-times.ts'

/**
 * Finds the parts of a combined line in its bytes, when the line is written as nearly all are: `-` for identity and user, a time with
 * a zone, a request with a path and a version, nothing escaped. Every other line is left to the parser, which this agrees with. No step passes a
 * line break: each byte is looked at before the next.
 */
export function createCombinedScanner(): LineScanner {
  const times = new LineTimes()
  const line: LineScanner = {
    ...NO_PARTS,
    scan: (bytes, view, from, to) => {
      let at = from
      while (ENDS_WORD[bytes[at]!] === 0) at++
      line.addressFrom = from
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
      const timeTo = timeFrom + CLF_LENGTH
      if (!isUsualHead || timeTo + 2 >= to || !times.readClf(bytes, view, timeFrom)) return -1
      line.time = times.time
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
      if (versionTo < 0 || bytes[versionTo] !== QUOTE || versionTo + 6 >= to) return -1

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
