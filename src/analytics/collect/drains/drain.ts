import { createHash, timingSafeEqual } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
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
 * Reads one delivery of a vendor. Pure.
 *
 * `body` is as it was received, not decompressed and not parsed: signatures are made over those bytes. `secret` is null
 * when the caller knows the sender already, by a key of ours in the request.
 */
export type DecodeDrain = (body: Buffer, headers: DrainHeaders, secret: string | null, now: number) => Drained

/** A few hundred thousand records. Without a limit, a small body of zeros could fill the memory. */
const INFLATED_BYTES_MAX = 128 * 1024 * 1024

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

/**
 * The text of a body, decompressed when it is gzip, whatever its headers say; null when it is broken or too large. Bytes that aren't UTF-8
 * are marked: they cost the record that they are in, not the delivery.
 */
export function readBody(body: Buffer): string | null {
  if (!body.subarray(0, 2).equals(GZIP_MAGIC)) return decodeMarked(body)
  try {
    return decodeMarked(gunzipSync(body, { maxOutputLength: INFLATED_BYTES_MAX }))
  } catch {
    return null
  }
}

/** The records of a JSON array, one JSON object, or one object per line. Null for each that is none of these. */
export function readRecords(text: string): (JsonObject | null)[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  const whole = parse(trimmed)
  if (Array.isArray(whole)) {
    const isIntact = trimmed.isWellFormed()
    return whole.map((record: unknown) => (isObject(record) && (isIntact || isWellFormed(record)) ? record : null))
  }
  if (isObject(whole)) return [trimmed.isWellFormed() ? whole : null]
  return trimmed
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const record = line.isWellFormed() ? parse(line) : null
      return isObject(record) ? record : null
    })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Sorts what was read from each record; null is a record of something else than a request. Events of one id are one. */
export function collect(parsed: Iterable<ParsedLine | LeftOut | null>, answer: DrainAnswer): Drained {
  const events = new Map<string, ViewEvent>()
  const leftOut = new Map<string, LeftOut>()
  const unreadable: Drained['unreadable'] = {}
  let skipped = 0
  for (const event of parsed) {
    if (event === null) skipped++
    else if (typeof event === 'string') unreadable[event] = (unreadable[event] ?? 0) + 1
    else if ('reason' in event) leftOut.set(event.id, event)
    else if (!events.has(event.id!)) events.set(event.id!, event)
  }
  return { events: [...events.values()], skipped, unreadable, leftOut: [...leftOut.values()], answer }
}

export function refuse(status: number, message: string): Drained {
  return collect([], jsonAnswer(status, { error: message }))
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
