import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Compile } from 'typebox/compile'
import { decodeMarked } from '../../analytics/collect/formats/unescape-value.ts'
import type { ReadEvent } from '../../analytics/record-events.ts'
import { type Problem, invalid } from '../../lib/problem.ts'
import type { App } from '../api-deps.ts'
import { EventBody } from '../schemas/analytics.ts'
import { isGzip } from './body-encodings.ts'
import { hasHalfCharacters, readText } from './read-text.ts'

const EVENTS_MAX = 1000

const NDJSON = ['application/x-ndjson', 'application/ndjson', 'application/jsonl']

/** Stand for events that can't be read. They are told apart from every JSON value. */
const BROKEN_LINE = Symbol('broken line')
const BROKEN_TEXT = Symbol('broken text')

/** Takes JSON and NDJSON, plain or gzipped. */
export function useEventBodies(scope: App): void {
  scope.removeAllContentTypeParsers()
  // Members that would change what all objects have are dropped: one odd event must not cost the others of its batch.
  const parse = scope.getDefaultJsonParser('remove', 'remove')
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = readText(body as Buffer)
    void parse(request, text, (error, value) => done(error, error ? undefined : markHalfCharacters(text, value)))
  })
  scope.addContentTypeParser(NDJSON, { parseAs: 'buffer' }, (request, body, done) => {
    const parseLine = (line: string): unknown => {
      if (!line.isWellFormed()) return BROKEN_TEXT
      let value: unknown = BROKEN_LINE
      void parse(request, line, (error, parsed) => {
        if (!error) value = markHalfCharacters(line, parsed)
      })
      return value
    }
    const lines = splitLines(decodeMarked(body as Buffer))
    if (lines === null) return done(tooMany())
    // Not a batch with a broken line, but something else than NDJSON in UTF-8.
    if (lines.length > 0 && !lines.some((line) => line.isWellFormed())) readText(body as Buffer)
    return done(null, lines.map(parseLine))
  })

  scope.addHook('preParsing', async (request, _reply, payload) => (isGzip(request) ? gunzip(payload) : payload))
}

/** Each event for itself, as with all that can be wrong with one. */
function markHalfCharacters(json: string, value: unknown): unknown {
  if (!hasHalfCharacters(json, value)) return value
  const mark = (event: unknown) => (hasHalfCharacters(json, event) ? BROKEN_TEXT : event)
  return Array.isArray(value) ? value.map(mark) : mark(value)
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

/** Null for more than a request may have: the rest is not cut, since a few kilobytes of gzip hold millions of lines. */
export function splitLines(body: string): string[] | null {
  const lines: string[] = []
  for (let from = 0; from < body.length;) {
    const newline = body.indexOf('\n', from)
    const to = newline < 0 ? body.length : newline
    // Also of a byte order mark, which programs on Windows put in front.
    const line = to > from ? body.slice(from, to).trim() : ''
    if (line !== '' && lines.push(line) > EVENTS_MAX) return null
    from = to + 1
  }
  return lines
}

function tooMany(): Problem {
  return invalid('body', `must hold at most ${EVENTS_MAX} events`)
}

const validator = Compile(EventBody)

export function readEvents(body: unknown): ReadEvent[] {
  const items = Array.isArray(body) ? (body as unknown[]) : [body]
  if (items.length > EVENTS_MAX) throw tooMany()
  if (body === undefined) throw invalid('body', 'must hold an event')
  return items.map((item) => {
    if (item === BROKEN_LINE) return { refused: 'is not JSON' }
    if (item === BROKEN_TEXT) return { refused: 'is not UTF-8' }
    if (validator.Check(item)) return { event: item }
    const [error] = validator.Errors(item)
    const path = error?.instancePath.slice(1).replaceAll('/', '.')
    return { refused: path ? `\`${path}\` ${error!.message}` : (error?.message ?? 'is not an event') }
  })
}
