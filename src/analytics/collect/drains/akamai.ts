import { type JsonObject, pickText } from '../formats/json-line.ts'
import { type ParsedLine, isEvent } from '../formats/log-format.ts'
import { parseFields } from '../formats/nginx-json.ts'
import { type DecodeDrain, hasSecret, hashId, jsonAnswer, readRecords, refuse } from './drain.ts'

/**
 * DataStream 2 of Akamai to a custom HTTPS endpoint: JSON, one object per line, gzip if chosen; with basic authentication or a header.
 *
 * The protocol: techdocs.akamai.com/datastream2/docs/stream-custom-https. Fields: …/docs/data-set-parameters; their values are
 * percent-encoded. When a destination is saved, Akamai sends `{"access_validation":true}` to see whether it may.
 */
export const decodeAkamai: DecodeDrain = async (body, headers, secret) => {
  if (!hasSecret(headers, secret)) return refuse(401, 'The Authorization header is wrong.')
  return readRecords(body, toEvent, jsonAnswer(200, { success: true }))
}

function toEvent(record: JsonObject): ParsedLine | null {
  if (record['access_validation'] !== undefined) return null
  const event = parseFields(record)
  if (!isEvent(event)) return event
  const request = pickText(record, ['reqId'])
  return { ...event, id: request === undefined ? hashId('akamai', JSON.stringify(record)) : `akamai:${request}` }
}
