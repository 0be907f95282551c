import { createLineCutter } from './cut-lines.ts'
import type { ViewEvent } from './event.ts'
import { type LogFormat, type Unreadable, isEvent } from './formats/log-format.ts'
import type { LogSource } from './log-source.ts'

/**
 * Longest line that is read, in bytes. Servers take request heads of 8 KiB (nginx) to 64 KiB (IIS), a JSON log has the
 * head in it, and an escaped byte takes up to six.
 */
const LINE_BYTES_MAX = 512 * 1024

/** About what one transaction of the store takes. A batch ends with the piece of the file in which it becomes full. */
const BATCH_EVENTS = 5_000

/** A batch without events ends too, so that an import through a file of garbage still moves on. */
const BATCH_LINES_MAX = 100_000

/** What is remembered of the content before a position, to know it again. */
export const TAIL_BYTES = 1024

/** Where reading goes on. Stored in the database between two imports. */
export interface LogPosition {
  /** In the decompressed content. */
  byte: number
  /** True when the last line had no line break yet: the rest of it, should it come, was counted with it. */
  isMidLine: boolean
  /** The `#` lines that are in force here: without them the columns of the next line have no names. */
  directives: readonly string[]
}

export const START: LogPosition = { byte: 0, isMidLine: false, directives: [] }

/** `lines` are all that were read: `events`, those that were `taken`, that are `unreadable`, and `skipped` ones (blank or `#`). */
export interface LogBatch {
  events: ViewEvent[]
  /** Lines that `take` took. */
  taken: number
  bytesRead: number
  lines: number
  skipped: number
  unreadable: Partial<Record<Unreadable, number>>
  /** True when the content ends in the middle of a line, or too early: the rest is not counted yet. */
  isCut: boolean
  /** Where to go on once this batch is counted. */
  position: LogPosition
  /** The last bytes before the position. */
  tail: Buffer
}

export interface ReadOptions {
  from?: LogPosition
  batchEvents?: number
  lineBytesMax?: number
  /** Asked first about each line, see `CutOptions.takeBytes`: it may count the line itself. */
  take?: ((bytes: Buffer, from: number, to: number) => number) | undefined
}

/**
 * Reads a log in batches. The next batch is read when it is asked for.
 *
 * A last line without a line break stays for the next time, because its writer is not done with it, unless there is a request in
 * the line and the source is final, or may be and the line looks whole.
 */
export async function* readLog(source: LogSource, format: LogFormat, options: ReadOptions = {}): AsyncGenerator<LogBatch> {
  const { from = START, take } = options
  const collector = createCollector(format, from)
  const cutter = createLineCutter({
    fromByte: from.byte,
    isMidLine: from.isMidLine,
    lineBytesMax: options.lineBytesMax ?? LINE_BYTES_MAX,
    onLine: collector.add,
    takeBytes:
      take &&
      ((bytes, start, end) => {
        const next = take(bytes, start, end)
        if (next >= 0) collector.addTaken()
        return next
      }),
  })
  const batchEvents = options.batchEvents ?? BATCH_EVENTS
  // Opened a little before the position, so that the tail of the first batch is whole as well.
  let chunkFrom = Math.max(0, from.byte - TAIL_BYTES)
  let recent: Buffer = Buffer.alloc(0)
  let tail = recent
  for await (const chunk of source.open(chunkFrom)) {
    const known = Math.max(0, from.byte - chunkFrom)
    if (known < chunk.length) cutter.take(chunk.subarray(known))
    const reached = cutter.consumed - chunkFrom
    if (reached > 0 && reached <= chunk.length) tail = lastBytes(recent, chunk.subarray(0, reached))
    recent = lastBytes(recent, chunk)
    chunkFrom += chunk.length
    if (collector.events >= batchEvents || collector.lines >= BATCH_LINES_MAX) yield collector.flush(cutter.consumed, false, tail)
  }
  const { consumed } = cutter
  const { events } = collector
  const end = source.end()
  if (cutter.hasRest && (end === 'final' || (end === 'unknown' && collector.isRequest(cutter.rest())))) cutter.finish()
  const isCut = end === 'lost' || (end === 'unknown' && cutter.hasRest)
  // A last line that says nothing is counted as such, but not passed over: a copy may have been made in the middle of it.
  if (collector.events > events) yield collector.flush(cutter.consumed, true, recent)
  else if (collector.lines > 0 || consumed > collector.byte || isCut) yield collector.flush(consumed, false, tail, isCut)
}

/** False for a line that ends in a quoted value. Parsers take such lines, because some servers cut long ones. */
export function isWhole(line: string): boolean {
  return (line.replace(/\\./g, '').split('"').length - 1) % 2 === 0
}

/** A copy, because the piece that it is cut from is much larger. */
function lastBytes(before: Buffer, chunk: Buffer): Buffer {
  if (chunk.length >= TAIL_BYTES) return Buffer.from(chunk.subarray(chunk.length - TAIL_BYTES))
  const all = Buffer.concat([before, chunk])
  return all.subarray(Math.max(0, all.length - TAIL_BYTES))
}

interface Collector {
  readonly events: number
  readonly lines: number
  /** Of the last flush. */
  readonly byte: number
  add: (line: string | null) => void
  /** True when the line is whole and holds a request. */
  isRequest(line: string | null): boolean
  addTaken: () => void
  flush(byte: number, isMidLine: boolean, tail: Buffer, isCut?: boolean): LogBatch
}

function createCollector(first: LogFormat, from: LogPosition): Collector {
  const inForce = new Map<string, string>()
  let format = first
  let isFirstLine = from.byte === 0
  let flushedTo = from.byte
  let batch = emptyBatch()

  function readDirective(line: string): void {
    const next = format.afterDirective?.(line)
    if (!next) return
    format = next
    inForce.set(line.slice(0, line.indexOf(':')).toLowerCase(), line)
  }

  function refuse(reason: Unreadable): void {
    batch.unreadable[reason] = (batch.unreadable[reason] ?? 0) + 1
  }

  for (const line of from.directives) readDirective(line)

  return {
    get events() {
      return batch.events.length + batch.taken
    },
    get lines() {
      return batch.lines
    },
    get byte() {
      return flushedTo
    },
    add(whole) {
      batch.lines++
      if (whole === null) return refuse('too-long')
      const line = isFirstLine && whole.startsWith('\uFEFF') ? whole.slice(1) : whole
      isFirstLine = false
      if (isNoEntry(line)) {
        readDirective(line)
        batch.skipped++
        return
      }
      const parsed = format.parse(line)
      if (isEvent(parsed)) batch.events.push(parsed)
      else refuse(parsed)
    },
    isRequest: (line) => line !== null && !isNoEntry(line) && isWhole(line) && isEvent(format.parse(line)),
    addTaken: () => {
      isFirstLine = false
      batch.lines++
      batch.taken++
    },
    flush(byte, isMidLine, tail, isCut = false) {
      const flushed = {
        ...batch,
        bytesRead: byte - flushedTo,
        isCut,
        position: { byte, isMidLine, directives: [...inForce.values()] },
        tail,
      }
      flushedTo = byte
      batch = emptyBatch()
      return flushed
    },
  }
}

function emptyBatch(): Pick<LogBatch, 'events' | 'taken' | 'lines' | 'skipped' | 'unreadable'> {
  return { events: [], taken: 0, lines: 0, skipped: 0, unreadable: {} }
}

function isNoEntry(line: string): boolean {
  const first = line.charCodeAt(0)
  return first === 35 || Number.isNaN(first) || (first <= 32 && line.trim() === '')
}
