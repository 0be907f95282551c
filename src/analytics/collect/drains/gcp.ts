import { type JsonObject, isObject, pickText } from '../formats/json-line.ts'
import { type ParsedLine, isEvent } from '../formats/log-format.ts'
import { parseFields } from '../formats/nginx-json.ts'
import {
  type DecodeDrain,
  type DrainHeaders,
  hasSecret,
  hashId,
  headerOf,
  isSame,
  jsonAnswer,
  readRecords,
  refuse,
} from './drain.ts'

/**
 * Logs of Google Cloud load balancers, which a log router sends to Pub/Sub, and a push subscription of that to here: one message each,
 * `{message: {data, messageId}, subscription}`, with a `LogEntry` in base64; or the entry itself, with payload unwrapping.
 *
 * The protocol: cloud.google.com/pubsub/docs/push. A subscription sends nothing of the customer's own but the audience of the token that it
 * signs (…/docs/authenticate-push-subscriptions), so the secret is that: who knows it may send, as with the other vendors' headers, and
 * the signature of Google adds nothing to it.
 */
export const decodeGcp: DecodeDrain = async (body, headers, secret) => {
  if (!hasSecret(headers, secret) && !isForAudience(headers, secret!)) return refuse(401, 'The token has the wrong audience.')
  return readRecords(body, toEvent, jsonAnswer(200, { success: true }))
}

/** A token has some hundred bytes. */
const TOKEN_CHARACTERS_MAX = 8_192

function isForAudience(headers: DrainHeaders, secret: string): boolean {
  const token = /^Bearer +(\S+)$/i.exec(headerOf(headers, 'authorization') ?? '')?.[1] ?? ''
  if (token.length > TOKEN_CHARACTERS_MAX) return false
  const claims = parseObject(Buffer.from(token.split('.')[1] ?? '', 'base64url'))
  const audience = claims?.['aud']
  return isSame(typeof audience === 'string' ? audience : '', secret)
}

function toEvent(record: JsonObject): ParsedLine | null {
  const { message } = record
  if (!isObject(message)) return readEntry(record, undefined)
  const { data } = message
  const entry = typeof data === 'string' ? parseObject(Buffer.from(data, 'base64')) : null
  return entry === null ? 'not-in-format' : readEntry(entry, pickText(message, ['messageId', 'message_id']))
}

function readEntry(entry: JsonObject, messageId: string | undefined): ParsedLine | null {
  // Other logs of the project: a sink without a filter sends all of them.
  if (!isObject(entry['httpRequest'])) return entry['logName'] === undefined ? 'not-in-format' : null
  const event = parseFields(entry)
  if (!isEvent(event)) return event
  const id = pickText(entry, ['insertId']) ?? messageId
  return { ...event, id: id === undefined ? hashId('gcp', JSON.stringify(entry)) : `gcp:${id}` }
}

function parseObject(bytes: Buffer): JsonObject | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
