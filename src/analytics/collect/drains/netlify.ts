import { toAddress } from '../formats/address.ts'
import { type JsonObject, pickStatus, pickText, pickUserAgent } from '../formats/json-line.ts'
import { parseJsonTime } from '../formats/json-time.ts'
import type { ParsedLine } from '../formats/log-format.ts'
import { isTarget } from '../formats/request-line.ts'
import { type DecodeDrain, hasSecret, hashId, jsonAnswer, readRecords, refuse } from './drain.ts'

/**
 * Log drains of Netlify to a general HTTP endpoint, as JSON or NDJSON, with traffic logs (`user_traffic`).
 *
 * Fields: docs.netlify.com/manage/monitoring/log-drains. With "Exclude personally identifiable information" there is
 * neither address nor user agent, and so nothing to tell people and programs apart by.
 */
export const decodeNetlify: DecodeDrain = async (body, headers, secret) => {
  if (!hasSecret(headers, secret)) return refuse(401, 'The Authorization header is wrong.')
  return readRecords(body, toEvent, jsonAnswer(200, { success: true }))
}

/** Functions, deploys and the firewall have log types of their own. */
const TRAFFIC: ReadonlySet<string> = new Set(['traffic', 'user_traffic'])

function toEvent(record: JsonObject): ParsedLine | null {
  const type = pickText(record, ['log_type', 'type'])
  if (type !== undefined && !TRAFFIC.has(type)) return null
  const target = pickText(record, ['url', 'path'])
  const method = pickText(record, ['method']) ?? 'GET'
  if (target === undefined) return type === undefined ? 'not-in-format' : 'no-request'
  if (!isTarget(target, method)) return 'garbage-request'
  const time = parseJsonTime(record['timestamp'])
  if (Number.isNaN(time)) return 'bad-time'
  const request = pickText(record, ['request_id'])
  return {
    id: request === undefined ? hashId('netlify', JSON.stringify(record)) : `netlify:${request}`,
    time,
    ...toAddress(undefined, target),
    method,
    status: pickStatus(record, ['status_code']),
    referrer: pickText(record, ['referrer']),
    userAgent: pickUserAgent(record, ['user_agent']),
    ip: pickText(record, ['client_ip']),
  }
}
