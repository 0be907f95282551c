import { type JsonObject, pickText } from '../formats/json-line.ts'
import { type ParsedLine, isEvent } from '../formats/log-format.ts'
import { parseFields } from '../formats/nginx-json.ts'
import { type DecodeDrain, hasSecret, hashId, jsonAnswer, readRecords, refuse } from './drain.ts'

/**
 * Real-time log streaming of Fastly to an HTTPS endpoint, as an array or as one JSON object per line. The format is the customer's own;
 * `docwright drain secret` gives one, and the usual names of fields are understood.
 *
 * Before it sends, Fastly asks `/.well-known/fastly/logging/challenge` on the same host: see `api/routes/drains.ts`.
 * The protocol: www.fastly.com/documentation/guides/integrations/logging-endpoints/log-streaming-https.
 */
export const decodeFastly: DecodeDrain = async (body, headers, secret) => {
  if (!hasSecret(headers, secret)) return refuse(401, 'The Authorization header is wrong.')
  return readRecords(body, toEvent, jsonAnswer(200, { success: true }))
}

function toEvent(record: JsonObject): ParsedLine {
  const event = parseFields(record)
  if (!isEvent(event)) return event
  const request = pickText(record, ['request_id', 'req_id', 'id'])
  return { ...event, id: request === undefined ? hashId('fastly', JSON.stringify(record)) : `fastly:${request}` }
}
