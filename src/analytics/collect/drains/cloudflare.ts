import { toAddress } from '../formats/address.ts'
import { type JsonObject, isObject, pickStatus, pickText, pickUserAgent } from '../formats/json-line.ts'
import { parseJsonTime } from '../formats/json-time.ts'
import { keepHeaders } from '../formats/kept-headers.ts'
import type { ParsedLine } from '../formats/log-format.ts'
import { isTarget } from '../formats/request-line.ts'
import { type DecodeDrain, hasSecret, hashId, jsonAnswer, readRecords, refuse } from './drain.ts'

/**
 * Logpush of Cloudflare to an HTTP destination: gzip, one object per line, dataset `http_requests`.
 *
 * Fields: developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/http_requests. Request headers such as
 * `accept` come as `RequestHeaders` once they are custom fields (…/logpush-job/custom-fields). When a job is made, a file
 * with `{"content":"tests"}` is sent as a probe and must be accepted (…/enable-destinations/http).
 */
export const decodeCloudflare: DecodeDrain = async (body, headers, secret) => {
  if (!hasSecret(headers, secret)) return refuse(401, 'The Authorization header is wrong.')
  return readRecords(body, toEvent, jsonAnswer(200, { success: true }))
}

function toEvent(record: JsonObject): ParsedLine | null {
  if (isProbe(record)) return null
  // A request that a worker or the cache made on behalf of one that is in the log already (…/logs/faq/worker-subrequests).
  const source = pickText(record, ['ClientRequestSource'])
  if (source !== undefined && source !== 'eyeball') return null
  const target = pickText(record, ['ClientRequestURI', 'ClientRequestPath'])
  const method = pickText(record, ['ClientRequestMethod']) ?? 'GET'
  if (target === undefined) return record['RayID'] === undefined ? 'not-in-format' : 'no-request'
  if (!isTarget(target, method)) return 'garbage-request'
  const time = parseJsonTime(record['EdgeStartTimestamp'] ?? record['EdgeEndTimestamp'])
  if (Number.isNaN(time)) return 'bad-time'
  const ray = pickText(record, ['RayID'])
  return {
    id: ray === undefined ? hashId('cloudflare', JSON.stringify(record)) : `cloudflare:${ray}`,
    time,
    ...toAddress(pickText(record, ['ClientRequestHost']), target, pickText(record, ['ClientRequestScheme']) ?? 'https'),
    method,
    status: pickStatus(record, ['EdgeResponseStatus']),
    referrer: pickText(record, ['ClientRequestReferer']),
    userAgent: pickUserAgent(record, ['ClientRequestUserAgent']),
    ip: pickText(record, ['ClientIP']),
    headers: isObject(record['RequestHeaders']) ? keepHeaders(Object.entries(record['RequestHeaders'])) : undefined,
  }
}

function isProbe(record: JsonObject): boolean {
  return typeof record['content'] === 'string' && Object.keys(record).length === 1
}
