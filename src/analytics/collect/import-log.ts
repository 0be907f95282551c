import { Fault } from '../../lib/fault.ts'
import { endingAt, findKnownEnd, matchOtherLineEnds, tailReader } from './counted-before.ts'
import { detectFormat, inEnvelopeOf } from './detect-format.ts'
import {
  HEAD_BYTES,
  type ImportLedger,
  type ImportedLog,
  type LogIdentity,
  digest,
  identifyLog,
  matchLog,
} from './file-identity.ts'
import { type LogFormat, type ParsedLine, isEvent } from './formats/log-format.ts'
import { decodeText } from './formats/unescape-value.ts'
import { type LogSource, dropBytes } from './log-source.ts'
import { type LogBatch, type LogPosition, type ReadOptions, START, isWhole, readLog } from './read-log.ts'

/** A batch, and what the ledger has to remember once it is counted. */
export interface ImportBatch extends LogBatch {
  source: LogSource
  format: LogFormat
  log: ImportedLog
  /** What the ledger remembered before: the last argument of its `save`. */
  previous: LogPosition | null
}

export interface ImportOptions extends Omit<ReadOptions, 'from' | 'take'> {
  /** Found from the first lines when it is not given. */
  format?: LogFormat
  /** The project's own, which is tried before all others. */
  ownFormat?: LogFormat | undefined
  /** Chooses what takes lines of a format, once it is known. */
  takerFor?: (format: LogFormat) => ReadOptions['take']
  /** Called before a log is counted that ends like one that was, although not all of it is known. */
  onKnownEnd?: (source: LogSource) => void
  /** Called before a log is counted whose first lines say nothing about who asked. */
  onNoUserAgents?: (source: LogSource, format: LogFormat) => void
}

type Ledger = Pick<ImportLedger, 'find' | 'findByTail'>

/**
 * Reads of each log what was not counted before. The caller counts a batch and saves its `log` in one transaction, and
 * only then asks for the next: then a log that is given twice, or is in the list under two names, counts once.
 */
export async function* importLogs(
  ledger: Ledger,
  projectId: string,
  sources: Iterable<LogSource> | AsyncIterable<LogSource>,
  options: ImportOptions = {},
): AsyncGenerator<ImportBatch> {
  for await (const source of sources) yield* importLog(ledger, projectId, source, options)
}

/** Throws when the format of a log cannot be found. Standard input is left alone: it can be looked at only once. */
export async function checkFormat(source: LogSource, ownFormat?: LogFormat): Promise<void> {
  if (!source.isReopenable) return
  const { head } = await peek(source)
  if (identify(head, source) !== null) detect(head, source.name, ownFormat)
}

/** What a format makes of the first lines of a log, for people who try one. */
export async function tryFormat(source: LogSource, format: LogFormat, linesMax: number): Promise<TriedLine[]> {
  if (!source.isReopenable) return []
  const lines = linesOf((await peek(source)).head)
  const read = inEnvelopeOf(lines, format)
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, linesMax)
    .map((line) => ({ line, read: read.parse(line) }))
}

export interface TriedLine {
  line: string
  read: ParsedLine
}

async function* importLog(
  ledger: Ledger,
  projectId: string,
  given: LogSource,
  options: ImportOptions,
): AsyncGenerator<ImportBatch> {
  const { head, source: same } = await peek(given)
  const identity = identify(head, same)
  if (identity === null) return
  const format = options.format ? inEnvelopeOf(linesOf(head), options.format) : detect(head, same.name, options.ownFormat)
  if (lacksUserAgents(head, format)) options.onNoUserAgents?.(same, format)
  const known = await ledger.find(projectId, identity.key)
  const match = await matchLog(head, known, same.isReopenable ? tailReader(same) : null)
  const copy = match || !same.isReopenable ? null : await matchOtherLineEnds(head, known, same)
  const { id, marks, position } = match ?? copy?.log ?? { id: `${identity.key}-${known.length}`, ...identity, position: null }
  const source = copy?.source ?? same
  const end = copy ? null : await findKnownEnd(ledger, projectId, source, position?.byte ?? 0)
  if (end?.from === null) options.onKnownEnd?.(source)
  let previous = position
  const withLog = (batch: LogBatch): ImportBatch => {
    const log = { id, key: identity.key, marks, position: batch.position, tailHash: digest(batch.tail) }
    const whole = { ...batch, source, format, log, previous }
    previous = batch.position
    return whole
  }
  const unknown = end === null || end.from === null ? source : endingAt(source, end.from)
  const take = options.takerFor?.(format)
  for await (const batch of readLog(unknown, format, { ...options, take, from: previous ?? START })) yield withLog(batch)
  // Passed over, so that what is written behind it later counts, and nothing else.
  if (end !== null && end.from !== null) yield withLog(passOver(end.position, end.tail))
}

/** Whether no request in the first lines has a user agent, not even an empty one. */
function lacksUserAgents(head: Buffer, format: LogFormat): boolean {
  let inForce = format
  const events = linesOf(head).flatMap((line) => {
    inForce = (line.startsWith('#') && inForce.afterDirective?.(line)) || inForce
    const parsed = inForce.parse(line)
    return isEvent(parsed) ? [parsed] : []
  })
  return events.length > 0 && events.every(({ userAgent, headers }) => userAgent === undefined && headers === undefined)
}

function passOver(position: LogPosition, tail: Buffer): LogBatch {
  return { events: [], taken: 0, bytesRead: 0, lines: 0, skipped: 0, unreadable: {}, isCut: false, position, tail }
}

function identify(head: Buffer, source: LogSource): LogIdentity | null {
  return identifyLog(head, head.length < HEAD_BYTES && endsWhole(head, source))
}

/** True when the last line of content that is all in the head is a line, although no line break is behind it. */
function endsWhole(head: Buffer, source: LogSource): boolean {
  const end = source.end()
  if (end !== 'unknown') return end === 'final'
  const lines = linesOf(head)
  // The beginning of a first line, which somebody is writing, has no format yet; that is no reason to refuse the log.
  return isWhole(lines.at(-1)!) && detectFormat(lines).format !== null
}

function detect(head: Buffer, name: string, own?: LogFormat): LogFormat {
  // Not the last line, which the end of the head may have cut through, unless it is the only one.
  const lines = linesOf(head)
  const detected = detectFormat(lines.length > 1 ? lines.slice(0, -1) : lines, own ? [own] : [])
  if (detected.format) return detected.format
  const tried = detected.tried.map((candidate) => `${candidate.name} ${Math.round(candidate.share * 100)} %`).join(', ')
  throw new Fault({
    code: 'log_format_unknown',
    message: `The format of ${name} is not clear from its first lines. Lines that fit: ${tried}.`,
    hint: 'Name the format with --format, or describe it with --log-format: see docs/log-formats.md.',
  })
}

function linesOf(head: Buffer): string[] {
  return decodeText(head)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
}

/** The first content, and a source that still has it: standard input can be read only once. */
async function peek(source: LogSource): Promise<{ head: Buffer; source: LogSource }> {
  const content = source.open(0)[Symbol.asyncIterator]()
  const chunks: Buffer[] = []
  let bytes = 0
  while (bytes < HEAD_BYTES) {
    const { value, done } = await content.next()
    if (done) break
    chunks.push(Buffer.from(value))
    bytes += value.length
  }
  const head = Buffer.concat(chunks).subarray(0, HEAD_BYTES)
  if (source.isReopenable) {
    await content.return?.()
    return { head, source }
  }
  async function* again(): AsyncGenerator<Buffer> {
    yield* chunks
    yield* { [Symbol.asyncIterator]: () => content }
  }
  return { head, source: { ...source, open: (fromByte) => dropBytes(again(), fromByte) } }
}
