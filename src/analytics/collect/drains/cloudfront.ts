import { cloudfrontRealtime, createCloudfrontRealtime } from '../formats/cloudfront-realtime.ts'
import { type JsonObject, isObject } from '../formats/json-line.ts'
import { type LogFormat, type ParsedLine, isEvent } from '../formats/log-format.ts'
import {
  type DecodeDrain,
  type DrainAnswer,
  type DrainHeaders,
  type Drained,
  INFLATED_BYTES_MAX,
  collect,
  hashId,
  headerOf,
  isSame,
  jsonAnswer,
  linesOf,
  parseWhole,
  readBody,
  refuse,
} from './drain.ts'

/**
 * Real-time logs of CloudFront, which Amazon Data Firehose delivers: `{requestId, timestamp, records: [{data}]}`, each
 * `data` in base64 with one or more lines.
 *
 * The protocol: docs.aws.amazon.com/firehose/latest/dev/httpdeliveryrequestresponse.html. The lines:
 * docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/real-time-logs.html; they do not name their fields, so that
 * a configuration with fewer than all of them is told as a parameter `fields` of the stream, which arrives in
 * `X-Amz-Firehose-Common-Attributes`.
 */
export const decodeCloudfront: DecodeDrain = async (body, headers, secret, now) => {
  const requestId = headerOf(headers, 'x-amz-firehose-request-id') ?? ''
  const key = headerOf(headers, 'x-amz-firehose-access-key') ?? ''
  if (secret !== null && !isSame(key, secret)) return failed(401, requestId, now, 'The access key is wrong.')
  const envelope = await readEnvelope(body)
  if (envelope === null) return failed(400, requestId, now, 'The body is not a Firehose delivery.')
  const format = formatOf(headers)
  const drained = await collect(
    linesIn(envelope.records),
    (line) => (line === null ? 'not-in-format' : readLine(line, format)),
    firehoseAnswer(200, envelope.requestId ?? requestId, now),
  )
  if (drained.answer.status === 200) return drained
  return failed(drained.answer.status, envelope.requestId ?? requestId, now, 'The delivery has too many records. Buffer fewer.')
}

/** Firehose takes an answer for a failure unless it has both of these; the caller needs it too, when the store fails. */
export function firehoseAnswer(status: number, requestId: string, now: number, errorMessage?: string): DrainAnswer {
  return jsonAnswer(status, { requestId, timestamp: now, ...(errorMessage === undefined ? {} : { errorMessage }) })
}

function failed(status: number, requestId: string, now: number, message: string): Drained {
  return { ...refuse(status, message), answer: firehoseAnswer(status, requestId, now, message) }
}

async function readEnvelope(body: Buffer): Promise<{ requestId: string | undefined; records: unknown[] } | null> {
  const bytes = await readBody(body)
  const envelope = bytes === null ? undefined : parseWhole(bytes)
  if (!isObject(envelope) || !Array.isArray(envelope['records'])) return null
  const { requestId, records } = envelope as { requestId: unknown; records: unknown[] }
  return { requestId: typeof requestId === 'string' ? requestId : undefined, records }
}

/** Compressed records may hold as much as a compressed delivery, all of them together. */
async function* linesIn(records: readonly unknown[]): AsyncGenerator<string | null> {
  let bytesLeft = INFLATED_BYTES_MAX
  for (const record of records) {
    const data = isObject(record) ? record['data'] : undefined
    const bytes = typeof data === 'string' && bytesLeft > 0 ? await readBody(Buffer.from(data, 'base64'), bytesLeft) : null
    if (bytes === null) yield null
    else {
      bytesLeft -= bytes.length
      yield* linesOf(bytes)
    }
  }
}

function readLine(line: string, format: LogFormat): ParsedLine {
  const event = format.parse(line)
  return isEvent(event) ? { ...event, id: event.id ?? hashId('cloudfront', line) } : event
}

function formatOf(headers: DrainHeaders): LogFormat {
  const fields = commonAttributes(headers)['fields']
  if (typeof fields !== 'string' || fields.trim() === '') return cloudfrontRealtime
  return createCloudfrontRealtime(fields.trim().split(/[\s,]+/))
}

function commonAttributes(headers: DrainHeaders): JsonObject {
  try {
    const parsed: unknown = JSON.parse(headerOf(headers, 'x-amz-firehose-common-attributes') ?? '{}')
    const attributes = isObject(parsed) ? parsed['commonAttributes'] : undefined
    return isObject(attributes) ? attributes : {}
  } catch {
    return {}
  }
}
