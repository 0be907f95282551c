import type { LineScanner } from '../log-format.ts'
import { NO_PARTS } from './no-parts.ts'
import {
  COMMA,
  DASH,
  DOT,
  ENDS_TEXT,
  NEWLINE,
  QUOTE,
  RETURN,
  SLASH,
  SPACE,
  endOfValue,
  isDigit,
  scanMethod,
  scanRequest,
  readStatus,
} from './bytes.ts'
import { ContextNumbers } from './context-numbers.ts'
import { type JsonLayout, KEYS_MAX, readLayout } from './json-layout.ts'
import { LineTimes } from './line-times.ts'
import { isUsualAddress } from './usual-address.ts'

const BRACE_OPEN = 123
const BRACE_CLOSE = 125

/** What stands at a place. */
const TEXT = 1
const NUMBER = 2
const WORD = 3

/** Layouts that lines are compared with. */
const LAYOUTS_MAX = 8
/** A log in which every line has other keys is read by the parser alone. */
const LEARNED_MAX = 200

export interface JsonWords {
  /** True for keys of hosts, headers and the like: their values belong to what a line says beside the usual parts. */
  isOther(key: string): boolean
  /** True for keys that change the meaning of others: such lines are left to the parser. */
  isOdd(key: string): boolean
}

/**
 * Finds the parts of JSON lines in their bytes. The lines of a log have the same keys in the same order: those of the last line are
 * compared, and not read again. Whatever has an escape, or an object in it, is left to the parser.
 */
export function createJsonScanner({ isOther, isOdd }: JsonWords): LineScanner {
  const times = new LineTimes()
  const contexts = new ContextNumbers()
  /** The one of the last line first: many servers leave out fields without a value. */
  let known: JsonLayout[] = []
  let learned = 0
  const froms = new Int32Array(KEYS_MAX)
  const tos = new Int32Array(KEYS_MAX)
  const kinds = new Uint8Array(KEYS_MAX)

  function learn(bytes: Buffer, from: number, to: number): void {
    const end = bytes.indexOf(NEWLINE, from)
    if (learned >= LEARNED_MAX || end < 0 || end >= to) return
    learned++
    const text = bytes.toString('latin1', from, bytes[end - 1] === RETURN ? end - 1 : end)
    const layout = readLayout(text, learned, isOther, isOdd)
    if (layout !== null) known = [layout, ...known.slice(0, LAYOUTS_MAX - 1)]
  }

  /** Cuts the line by the layout that it has, which is the first then. Returns the place behind the object, -1 when there is none. */
  function findLayout(bytes: Buffer, view: DataView, from: number, to: number): number {
    for (let place = 0; place < known.length; place++) {
      const layout = known[place]!
      const end = cut(layout, bytes, view, from, to)
      if (end < 0) continue
      if (place > 0) {
        known.splice(place, 1)
        known.unshift(layout)
      }
      return end
    }
    return -1
  }

  /** The place behind the object, -1 when its keys are others than those of the layout. */
  function cut({ keys }: JsonLayout, bytes: Buffer, view: DataView, from: number, to: number): number {
    let at = from
    for (let place = 0; place < keys.length; place++) {
      if (bytes[at] !== (place === 0 ? BRACE_OPEN : COMMA)) return -1
      at = skipSpaces(bytes, at + 1)
      const key = keys[place]!
      for (let index = 0; index < key.length; index++) if (bytes[at + index] !== key[index]) return -1
      at = skipSpaces(bytes, at + key.length)
      const isText = bytes[at] === QUOTE
      froms[place] = isText ? at + 1 : at
      const end = isText ? endOfValue(bytes, view, at + 1, to, ENDS_TEXT) : endOfPlain(bytes, at)
      if (end < 0 || end >= to || (isText && bytes[end] !== QUOTE)) return -1
      tos[place] = end
      kinds[place] = isText ? TEXT : isDigit(bytes[end - 1]!) ? NUMBER : WORD
      at = skipSpaces(bytes, isText ? end + 1 : end)
    }
    return bytes[at] === BRACE_CLOSE ? at + 1 : -1
  }

  /** The first of the places that has a value; -1 for none. */
  function choose(bytes: Buffer, places: readonly number[]): number {
    for (const place of places) {
      const length = tos[place]! - froms[place]!
      const isValue =
        kinds[place] === NUMBER || (kinds[place] === TEXT && length > 0 && !(length === 1 && bytes[froms[place]!] === DASH))
      if (isValue) return place
    }
    return -1
  }

  function readTime(bytes: Buffer, view: DataView, places: readonly number[]): boolean {
    const place = places.find((one) => kinds[one] !== TEXT || tos[one]! > froms[one]!)
    return place !== undefined && kinds[place] === TEXT && times.read(bytes, view, froms[place]!, tos[place]!)
  }

  function readRequest(bytes: Buffer, { target: targets, request, method: methods, query }: JsonLayout['places']): boolean {
    const target = choose(bytes, targets)
    if (target < 0) {
      const place = request.find((one) => kinds[one] === TEXT)
      return place !== undefined && scanRequest(bytes, froms[place]!, tos[place]!, line)
    }
    const method = choose(bytes, methods)
    line.isGet = true
    line.targetFrom = froms[target]!
    line.targetTo = tos[target]!
    if (kinds[target] !== TEXT || bytes[line.targetFrom] !== SLASH || choose(bytes, query) >= 0) return false
    return method < 0 || (kinds[method] === TEXT && scanMethod(bytes, froms[method]!, tos[method]!, line) === tos[method])
  }

  function readClient(bytes: Buffer, { ip: addresses, referrer: referrers, userAgent: agents }: JsonLayout['places']): boolean {
    const ip = choose(bytes, addresses)
    const agent = choose(bytes, agents)
    const known = agent < 0 ? agents.find((place) => kinds[place] === TEXT) : agent
    const referrer = choose(bytes, referrers)
    if (ip < 0 || known === undefined || kinds[ip] !== TEXT || kinds[known] !== TEXT) return false
    if (!isUsualAddress(bytes, froms[ip]!, tos[ip]!) || (referrer >= 0 && kinds[referrer] !== TEXT)) return false
    line.addressFrom = froms[ip]!
    line.addressTo = tos[ip]!
    line.agentFrom = froms[known]!
    line.agentTo = agent < 0 ? froms[known]! : tos[known]!
    line.referrerFrom = referrer < 0 ? 0 : froms[referrer]!
    line.referrerTo = referrer < 0 ? 0 : tos[referrer]!
    return true
  }

  const line: LineScanner = {
    ...NO_PARTS,
    contexts,
    scan: (bytes, view, from, to) => {
      if (bytes[from] !== BRACE_OPEN) return -1
      let end = findLayout(bytes, view, from, to)
      if (end < 0) {
        learn(bytes, from, to)
        end = findLayout(bytes, view, from, to)
        if (end < 0) return -1
      }
      const { places, others, number } = known[0]!
      const status = choose(bytes, places.status)
      line.status = status < 0 ? Number.NaN : readStatus(bytes, froms[status]!, tos[status]!)
      if (Number.isNaN(line.status) || !readTime(bytes, view, places.time)) return -1
      line.time = times.time
      if (!readRequest(bytes, places) || !readClient(bytes, places)) return -1
      contexts.begin(number)
      for (const place of others) contexts.add(bytes, view, froms[place]!, tos[place]!)
      line.context = contexts.number
      if (bytes[end] === RETURN) end++
      return end < to && bytes[end] === NEWLINE ? end + 1 : -1
    },
  }
  return line
}

function skipSpaces(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] === SPACE) at++
  return at
}

/** The end of a number or a word, -1 for what JSON doesn't have. */
function endOfPlain(bytes: Buffer, from: number): number {
  for (const word of WORDS) if (word.every((byte, index) => bytes[from + index] === byte)) return from + word.length
  const digits = bytes[from] === DASH ? from + 1 : from
  let at = digits
  while (isDigit(bytes[at]!)) at++
  // A zero in front of other digits is not allowed.
  if (at === digits || (bytes[digits] === 48 && at > digits + 1)) return -1
  if (bytes[at] === DOT) {
    const fraction = ++at
    while (isDigit(bytes[at]!)) at++
    if (at === fraction) return -1
  }
  return at
}

const WORDS = ['true', 'false', 'null'].map((word) => [...Buffer.from(word)])
