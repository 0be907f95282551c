import type { LineScanner } from '../log-format.ts'
import { NO_PARTS } from './no-parts.ts'
import type { Field } from '../own-pattern/pattern-fields.ts'
import type { Pattern } from '../own-pattern/read-pattern.ts'
import { BACKSLASH, CLOSE, NEWLINE, OPEN, QUOTE, RETURN, SLASH, SPACE, readStatus, scanMethod, scanRequest } from './bytes.ts'
import { ContextNumbers } from './context-numbers.ts'
import { CLF_LENGTH, LineTimes } from './line-times.ts'
import { isUsualAddress } from './usual-address.ts'

/** What else a line may say. */
const CONTEXT: readonly Field[] = ['host', 'scheme', 'contentType']

/** Values that mean what they say: ASCII, nothing escaped. 1 ends a line, 2 is left to the parser. */
const ODD = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === NEWLINE || byte === RETURN) return 1
  return byte < SPACE || byte > 126 || byte === BACKSLASH ? 2 : 0
})

/**
 * Finds the parts of lines by a pattern of somebody's own, without making a text of them. Null for patterns that say too little, or put a
 * request together from more than two parts.
 */
export function createPatternScanner({ parts, end }: Pattern): (() => LineScanner) | null {
  const fields = parts.map(({ field }) => field)
  const placeOf = (field: Field) => fields.indexOf(field)
  const has = (field: Field) => placeOf(field) >= 0
  const hasTime = has('time') || (has('date') && has('clock') && has('zone'))
  const isUsual = hasTime && has('ip') && has('status') && has('userAgent') && (has('request') || has('target')) && !has('query')
  if (!isUsual) return null
  const last = fields.findLastIndex((field) => field !== null)
  const delimiters = fields.slice(0, last + 1).map((_, index) => Buffer.from(parts[index + 1]?.before ?? end, 'latin1'))
  if (delimiters[last]![0] === QUOTE) delimiters[last] = delimiters[last]!.subarray(0, 1)
  const first = Buffer.from(parts[0]!.before, 'latin1')
  const others = fields.flatMap((field, place) =>
    field !== null && (CONTEXT.includes(field) || field.startsWith('header ')) && placeOf(field) === place ? [place] : [],
  )
  return () => createScanner({ first, delimiters, placeOf, others })
}

interface Cuts {
  first: Buffer
  delimiters: readonly Buffer[]
  placeOf(field: Field): number
  /** The places of what lines say beside the usual parts. */
  others: readonly number[]
}

function createScanner({ first, delimiters, placeOf, others }: Cuts): LineScanner {
  const [time, date, zone] = [placeOf('time'), placeOf('date'), placeOf('zone')]
  const [request, method, target] = [placeOf('request'), placeOf('method'), placeOf('target')]
  const [status, ip, referrer, userAgent] = [placeOf('status'), placeOf('ip'), placeOf('referrer'), placeOf('userAgent')]
  const froms = new Int32Array(delimiters.length)
  const tos = new Int32Array(delimiters.length)
  const times = new LineTimes()
  const contexts = new ContextNumbers()

  /** The place behind the last value, -1 when the line has another shape or is not a usual one. */
  function cut(bytes: Buffer, from: number, to: number): number {
    if (!startsWith(bytes, from, first)) return -1
    let at = from + first.length
    for (let place = 0; place < delimiters.length; place++) {
      const delimiter = delimiters[place]!
      const byte = delimiter.length === 0 ? NEWLINE : delimiter[0]!
      froms[place] = at
      for (;;) {
        while (bytes[at] !== byte && ODD[bytes[at]!] === 0) at++
        if (bytes[at] !== byte) break
        if (delimiter.length <= 1 || startsWith(bytes, at, delimiter)) break
        at++
      }
      const isEnd = delimiter.length === 0 && ODD[bytes[at]!] === 1
      if (at >= to || (bytes[at] !== byte && !isEnd)) return -1
      tos[place] = at
      at += delimiter.length
    }
    return at
  }

  function readTime(bytes: Buffer, view: DataView): boolean {
    let from = froms[time < 0 ? date : time]!
    let to = tos[time < 0 ? zone : time]!
    // Apache's own brackets.
    if (bytes[from] === OPEN && bytes[to - 1] === CLOSE && time >= 0) {
      from++
      to--
    }
    if (bytes[from + 2] === SLASH) return to - from === CLF_LENGTH && times.readClf(bytes, view, from)
    return time >= 0 && times.read(bytes, view, from, to)
  }

  function readRequest(bytes: Buffer): boolean {
    if (request >= 0) return scanRequest(bytes, froms[request]!, tos[request]!, line)
    line.isGet = true
    line.targetFrom = froms[target]!
    line.targetTo = tos[target]!
    const isMethod = method < 0 || scanMethod(bytes, froms[method]!, tos[method]!, line) === tos[method]
    return isMethod && bytes[line.targetFrom] === SLASH
  }

  const line: LineScanner = {
    ...NO_PARTS,
    ...(others.length === 0 ? {} : { contexts }),
    scan: (bytes, view, from, to) => {
      // Blank lines and those that begin with `#` are no entries.
      if (bytes[from]! <= 35) return -1
      let at = cut(bytes, from, to)
      if (at < 0 || !readTime(bytes, view) || !readRequest(bytes)) return -1
      line.time = times.time
      line.status = readStatus(bytes, froms[status]!, tos[status]!)
      if (Number.isNaN(line.status) || !isUsualAddress(bytes, froms[ip]!, tos[ip]!)) return -1
      line.addressFrom = froms[ip]!
      line.addressTo = tos[ip]!
      if (referrer >= 0) {
        line.referrerFrom = froms[referrer]!
        line.referrerTo = tos[referrer]!
      }
      line.agentFrom = froms[userAgent]!
      line.agentTo = tos[userAgent]!
      if (others.length > 0) {
        contexts.begin()
        for (const place of others) contexts.add(bytes, view, froms[place]!, tos[place]!)
        line.context = contexts.number
      }
      while (at < to && bytes[at] !== NEWLINE) at++
      return at < to ? at + 1 : -1
    },
  }
  return line
}

function startsWith(bytes: Buffer, from: number, text: Buffer): boolean {
  for (let index = 0; index < text.length; index++) if (bytes[from + index] !== text[index]) return false
  return true
}
