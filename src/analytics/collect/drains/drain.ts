import { createHash, timingSafeEqual } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { isWellFormed } from '../../../lib/well-formed.ts'
import type { ViewEvent } from '../event.ts'
import type { ParsedLine, Unreadable } from '../formats/log-format.ts'
import { type JsonObject, isObject } from '../formats/json-line.ts'
import { decodeMarked } from '../formats/unescape-value.ts'

/** Names in lower case, as Node gives them. */
export type DrainHeaders = Readonly<Record<string, string | string[] | undefined>>

/** What the sender expects to hear. It is to be sent only after the events are stored: the sender forgets them on hearing it. */
export interface DrainAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Why a request in a delivery is no view of the site, whoever made it. Stored with the exclusions. */
export type DrainRefusal = 'preview-deployment'

/** A request that is not to be counted. */
export interface LeftOut {
  id: string
  reason: DrainRefusal
}

/** What a delivery had in it. Every event has an id, so that a delivery that is sent again counts once. */
export interface Drained {
  events: ViewEvent[]
  /** Records of other things than a request: builds, functions, a worker's own requests. */
  skipped: number
  unreadable: Partial<Record<Unreadable, number>>
  leftOut: LeftOut[]
  answer: DrainAnswer
}

/**
 * Reads one delivery of a vendor. Pure, and in turns: a large one does not hold up other requests.
 *
 * `body` is as it was received, not decompressed and not parsed: signatures are made over those bytes. `secret` is null
 * when the caller knows the sender already, by a key of ours in the request.
 */
export type DecodeDrain = (body: Buffer, headers: DrainHeaders, secret: string | null, now: number) => Promise<Drained>

/** A hundred thousand large records. Without a limit, a small body of zeros could fill the memory. */
export const INFLATED_BYTES_MAX = 128 * 1024 * 1024

/** As many as Cloudflare puts into one delivery unless told otherwise; the others send fewer. */
const RECORDS_MAX = 100_000

/** The headers of a request have less, so a longer line isn't a request. */
const RECORD_BYTES_MAX = 128 * 1024

/** Read before other requests get their turn: usual ones take a millisecond. */
const RECORDS_PER_TURN = 100

/** JSON that is one value, and not one to a line, is parsed in one go: a fifth of a second at the very most. */
const WHOLE_BYTES_MAX = 32 * 1024 * 1024
const WHOLE_TOKENS_MAX = 1_000_000

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])
const NEWLINE = 10
const COMMA = 44
const BRACKET = 91
const BRACE = 123

const inflate = promisify(gunzip)

/** The bytes of a body, decompressed when it is gzip, whatever its headers say; null when it is broken or too large. */
export async function readBody(body: Buffer, bytesMax = INFLATED_BYTES_MAX): Promise<Buffer | null> {
  if (!body.subarray(0, 2).equals(GZIP_MAGIC)) return body
  try {
    return await inflate(body, { maxOutputLength: bytesMax })
  } catch {
    return null
  }
}

/** The value of a body that is one JSON value; undefined when it is none, or too much to be parsed in one go. */
export function parseWhole(bytes: Buffer): unknown {
  if (bytes.length > WHOLE_BYTES_MAX) return undefined
  // There is one of these for each value, and values are what parsing takes time for.
  let tokens = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if ((byte === COMMA || byte === BRACKET || byte === BRACE) && ++tokens > WHOLE_TOKENS_MAX) return undefined
  }
  return parse(decodeMarked(bytes))
}

/**
 * The lines that have something in them, one after the other; null for one that is too long, or isn't UTF-8: it costs that line, not the
 * delivery. They are never all held at once.
 */
export function* linesOf(bytes: Buffer): Generator<string | null> {
  for (let from = 0; from < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, from)
    const to = newline < 0 ? bytes.length : newline
    if (to - from > RECORD_BYTES_MAX) yield null
    else if (to > from) {
      const line = decodeMarked(bytes.subarray(from, to))
      if (line.trim() !== '') yield line.isWellFormed() ? line : null
    }
    from = to + 1
  }
}

/** The records of a JSON array, one JSON object, or one object per line. Null for each that is none of these. */
function* recordsOf(bytes: Buffer): Generator<JsonObject | null> {
  const whole = parseWhole(bytes)
  const read = (record: unknown) => (isObject(record) && isWellFormed(record) ? record : null)
  if (Array.isArray(whole)) for (const record of whole as unknown[]) yield read(record)
  else if (isObject(whole)) yield read(whole)
  else {
    // Junk is told by its first character: to make an error for each line takes a hundred times as long.
    for (const line of linesOf(bytes)) yield line?.trimStart().startsWith('{') ? read(parse(line)) : null
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

type ReadRecord = ParsedLine | LeftOut | null

/** Reads each JSON record of a body; null is a record of something else than a request. */
export async function readRecords(body: Buffer, read: (record: JsonObject) => ReadRecord, answer: DrainAnswer): Promise<Drained> {
  const bytes = await readBody(body)
  if (bytes === null) return refuse(400, 'The body cannot be read.')
  return collect(recordsOf(bytes), (record) => (record === null ? 'not-in-format' : read(record)), answer)
}

/** Sorts what was read from each record. Events of one id are one. Stops at the limit, before it has read the rest. */
export async function collect<Item>(
  records: Iterable<Item> | AsyncIterable<Item>,
  read: (record: Item) => ReadRecord,
  answer: DrainAnswer,
): Promise<Drained> {
  const events = new Map<string, ViewEvent>()
  const leftOut = new Map<string, LeftOut>()
  const unreadable: Drained['unreadable'] = {}
  let skipped = 0
  let count = 0
  for await (const record of records) {
    if (++count > RECORDS_MAX)
      return refuse(413, `One delivery takes ${RECORDS_MAX.toLocaleString('en')} records. Send smaller ones.`)
    if (count % RECORDS_PER_TURN === 0) await nextTurn()
    const event = read(record)
    if (event === null) skipped++
    else if (typeof event === 'string') unreadable[event] = (unreadable[event] ?? 0) + 1
    else if ('reason' in event) leftOut.set(event.id, event)
    else if (!events.has(event.id!)) events.set(event.id!, event)
  }
  return { events: [...events.values()], skipped, unreadable, leftOut: [...leftOut.values()], answer }
}

/** A delivery with nothing in it. */
export function nothing(answer: DrainAnswer): Drained {
  return { events: [], skipped: 0, unreadable: {}, leftOut: [], answer }
}

export function refuse(status: number, message: string): Drained {
  return nothing(jsonAnswer(status, { error: message }))
}

export function jsonAnswer(status: number, body: JsonObject): DrainAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** For a record without an id of its own: the same record always has the same one. Two equal requests become one. */
export function hashId(vendor: string, record: string | Buffer): string {
  return `${vendor}:${createHash('sha256').update(record).digest('base64url').slice(0, 27)}`
}

export function headerOf(headers: DrainHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Compares hashes: they are of one length, so that not even the length of a secret shows in the time that this takes. */
export function isSame(given: string, secret: string): boolean {
  const [a, b] = [given, secret].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(a!, b!)
}

/** For vendors that do not sign: the secret as a bearer token, as the password of basic authentication, or as it is. */
export function hasSecret(headers: DrainHeaders, secret: string | null): boolean {
  if (secret === null) return true
  const [, scheme = '', credentials = ''] = /^(\S+)\s+(.+)$/.exec(headerOf(headers, 'authorization') ?? '') ?? []
  if (scheme.toLowerCase() === 'basic') {
    return isSame(
      Buffer.from(credentials, 'base64')
        .toString('utf8')
        .replace(/^[^:]*:/, ''),
      secret,
    )
  }
  return isSame(scheme.toLowerCase() === 'bearer' ? credentials : (headerOf(headers, 'authorization') ?? ''), secret)
}
