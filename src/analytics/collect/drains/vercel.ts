import { createHmac } from 'node:crypto'
import { toAddress } from '../formats/address.ts'
import { type JsonObject, isObject, pickStatus, pickText } from '../formats/json-line.ts'
import { parseJsonTime } from '../formats/json-time.ts'
import type { ParsedLine } from '../formats/log-format.ts'
import { isTarget } from '../formats/request-line.ts'
import {
  type DecodeDrain,
  type Drained,
  type LeftOut,
  hashId,
  headerOf,
  isSame,
  jsonAnswer,
  nothing,
  readRecords,
  refuse,
} from './drain.ts'

/**
 * Log drains of Vercel, as JSON or NDJSON.
 *
 * Fields: vercel.com/docs/drains/reference/logs. Signature, HMAC-SHA1 of the raw body in hexadecimal:
 * vercel.com/docs/drains/security. To show that an endpoint is the customer's, Vercel asks that its answer carries a
 * given `x-vercel-verify`; set as a header of the drain, it arrives with each request and is sent back.
 */
export const decodeVercel: DecodeDrain = async (body, headers, secret) => {
  const verify = headerOf(headers, 'x-vercel-verify')
  const drained = await decode(body, headerOf(headers, 'x-vercel-signature'), secret, verify !== undefined)
  // Only what such a code looks like: an answer header must not be anything that a stranger sends.
  if (verify !== undefined && /^[\w-]{1,128}$/.test(verify)) drained.answer.headers['x-vercel-verify'] = verify
  return drained
}

async function decode(
  body: Buffer,
  signature: string | undefined,
  secret: string | null,
  isVerification: boolean,
): Promise<Drained> {
  const answer = jsonAnswer(200, { success: true })
  if (secret !== null && signature === undefined && isVerification) return nothing(answer)
  if (secret !== null && !isSame(signature ?? '', createHmac('sha1', secret).update(body).digest('hex')))
    return refuse(403, 'The signature is wrong.')
  return readRecords(body, toEvent, answer)
}

function toEvent(record: JsonObject): ParsedLine | LeftOut | null {
  const { proxy } = record
  // Builds and the like have no request.
  if (!isObject(proxy)) return null
  // A page that Vercel renews in the background: nobody asked for it.
  if (proxy['statusCode'] === -1) return null
  // Each line that a function prints is a record with the same request in it, so the request is what counts once.
  const request = pickText(record, ['requestId']) ?? pickText(proxy, ['vercelId']) ?? pickText(record, ['id'])
  const id = request === undefined ? hashId('vercel', JSON.stringify(record)) : `vercel:${request}`
  // What somebody proposes, and those who look at it.
  if (record['environment'] === 'preview') return { id, reason: 'preview-deployment' }
  const target = pickText(proxy, ['path'])
  const method = pickText(proxy, ['method']) ?? 'GET'
  if (target === undefined) return 'no-request'
  if (!isTarget(target, method)) return 'garbage-request'
  const time = parseJsonTime(proxy['timestamp'] ?? record['timestamp'])
  if (Number.isNaN(time)) return 'bad-time'
  const agents: unknown = proxy['userAgent']
  const agent: unknown = Array.isArray(agents) ? agents[0] : agents
  return {
    id,
    time,
    ...toAddress(pickText(proxy, ['host']) ?? pickText(record, ['host']), target, pickText(proxy, ['scheme']) ?? 'https'),
    method,
    status: pickStatus(proxy, ['statusCode']) ?? pickStatus(record, ['statusCode']),
    referrer: pickText(proxy, ['referer']),
    userAgent: typeof agent === 'string' ? agent : agents === undefined ? undefined : '',
    ip: pickText(proxy, ['clientIp']),
  }
}
