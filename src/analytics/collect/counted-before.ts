import { HEAD_BYTES, type ImportLedger, type ImportedLog, agreesAtMarks, digest, matchLog } from './file-identity.ts'
import { type LineEnds, convertLineEnds, withLineEnds } from './line-ends.ts'
import type { LogSource } from './log-source.ts'
import { type LogPosition, TAIL_BYTES } from './read-log.ts'

const NEWLINE = 10

/**
 * What a log that looks new has in common with those that were counted: a copy with other line ends, the last lines of one (`tail -n`), or
 * several in one file (`cat a b`). Known by the marks and tails of the ledger, so whatever was cut out of the middle of a log is new.
 */

/** The known log of which this is a copy with other line ends, and a source that has the ends of the original. */
export async function matchOtherLineEnds(
  head: Buffer,
  known: readonly ImportedLog[],
  source: LogSource,
): Promise<{ log: ImportedLog; source: LogSource } | null> {
  for (const ends of ['lf', 'crlf'] satisfies LineEnds[]) {
    const converted = withLineEnds(source, ends)
    const log = await matchLog(convertLineEnds(head, ends), known, tailReader(converted))
    if (log) return { log, source: converted }
  }
  return null
}

/** Where what is known begins in a log: all behind that was counted before. */
export interface KnownEnd {
  /** Null when the end is known, but not where it begins. */
  from: number | null
  position: LogPosition
  tail: Buffer
}

/** Looks whether a file ends like a log that was counted. Null for what is compressed or still written: its end is not there yet. */
export async function findKnownEnd(
  ledger: Pick<ImportLedger, 'findByTail'>,
  projectId: string,
  source: LogSource,
  from: number,
): Promise<KnownEnd | null> {
  const size = source.storedBytes
  if (!source.isReopenable || source.end() !== 'unknown' || size === null || size <= from) return null
  const tail = await tailReader(source)(size)
  // Less than a whole line is no proof: it may be the end of a long user agent, which many lines have.
  if (tail === null || tail.length < TAIL_BYTES || tail.indexOf(NEWLINE) === tail.lastIndexOf(NEWLINE)) return null
  let found: KnownEnd | null = null
  for (const log of await ledger.findByTail(projectId, digest(tail))) {
    const position = { ...log.position, byte: size }
    if (log.position.byte >= size - from) return { from, position, tail }
    const begins = size - log.position.byte
    if (agreesAtMarks(await readHead(source, begins), log.marks)) return { from: begins, position, tail }
    found = { from: null, position, tail }
  }
  return found
}

/** The first part of a log. */
export function endingAt(source: LogSource, byte: number): LogSource {
  async function* first(fromByte: number): AsyncGenerator<Buffer> {
    let left = byte - fromByte
    for await (const chunk of source.open(fromByte)) {
      if (left <= 0) return
      yield chunk.subarray(0, left)
      left -= chunk.length
    }
  }
  return { ...source, end: () => 'final', open: first }
}

async function readHead(source: LogSource, from: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of source.open(from)) {
    chunks.push(Buffer.from(chunk))
    bytes += chunk.length
    if (bytes >= HEAD_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES)
}

/** Reads the content before a byte, up to `TAIL_BYTES` of it; null when the content ends before. */
export function tailReader(source: LogSource): (byte: number) => Promise<Buffer | null> {
  return async (byte) => {
    const from = Math.max(0, byte - TAIL_BYTES)
    let tail: Buffer = Buffer.alloc(0)
    for await (const chunk of source.open(from)) {
      tail = Buffer.concat([tail, chunk.subarray(0, byte - from - tail.length)])
      if (tail.length === byte - from) return tail
    }
    return tail.length === byte - from ? tail : null
  }
}
