import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Compile } from 'typebox/compile'
import type { ReadEvent } from '../analytics/record-events.ts'
import { Problem, invalid } from '../lib/problem.ts'
import type { App } from './app.ts'
import { EventBody } from './analytics-schemas.ts'

const EVENTS_MAX = 1000

const NDJSON = ['application/x-ndjson', 'application/ndjson', 'application/jsonl']

/** Stands for a line that is not JSON. It is told apart from every JSON value. */
const BROKEN_LINE = Symbol('broken line')

/** Takes JSON and NDJSON, plain or gzipped. */
export function useEventBodies(scope: App): void {
  scope.removeAllContentTypeParsers()
  // Members that would change what all objects have are dropped: one odd event must not cost the others of its batch.
  const parse = scope.getDefaultJsonParser('remove', 'remove')
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => void parse(request, body as string, done),
  )
  scope.addContentTypeParser(NDJSON, { parseAs: 'string' }, (request, body, done) => {
    const parseLine = (line: string): unknown => {
      let value: unknown = BROKEN_LINE
      void parse(request, line, (error, parsed) => {
        if (!error) value = parsed
      })
      return value
    }
    done(null, splitLines(body as string).map(parseLine))
  })

  scope.addHook('preParsing', async (request, _reply, payload) => {
    const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity'
    if (encoding === 'identity') return payload
    if (encoding !== 'gzip')
      throw new Problem(415, 'unsupported_encoding', 'Send the body plain or with `Content-Encoding: gzip`.')
    return gunzip(payload)
  })
}

/** Fastify compares the bytes that came over the wire with Content-Length, and the unpacked ones with the limit of the route. */
function gunzip(payload: Readable): Readable & { receivedEncodedLength: number } {
  const unpacked = Object.assign(createGunzip(), { receivedEncodedLength: 0 })
  payload.on('data', (chunk: Buffer) => {
    unpacked.receivedEncodedLength += chunk.length
  })
  payload.on('error', (error) => unpacked.destroy(error))
  return payload.pipe(unpacked).on('error', (error: NodeJS.ErrnoException & { statusCode?: number }) => {
    if (error.code?.startsWith('Z_')) error.statusCode = 400
  })
}

function splitLines(body: string): string[] {
  return (
    body
      .split('\n')
      // Also of a byte order mark, which programs on Windows put in front.
      .map((line) => line.trim())
      .filter((line) => line !== '')
  )
}

const validator = Compile(EventBody)

export function readEvents(body: unknown): ReadEvent[] {
  const items = Array.isArray(body) ? (body as unknown[]) : [body]
  if (items.length > EVENTS_MAX) throw invalid('body', `must hold at most ${EVENTS_MAX} events; this one has ${items.length}`)
  if (body === undefined) throw invalid('body', 'must hold an event')
  return items.map((item) => {
    if (item === BROKEN_LINE) return { refused: 'is not JSON' }
    if (validator.Check(item)) return { event: item }
    const [error] = validator.Errors(item)
    const path = error?.instancePath.slice(1).replaceAll('/', '.')
    return { refused: path ? `\`${path}\` ${error!.message}` : (error?.message ?? 'is not an event') }
  })
}
