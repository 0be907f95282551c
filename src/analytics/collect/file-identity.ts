import { createHash } from 'node:crypto'
import type { LogPosition } from './read-log.ts'

/**
 * How a log is known again under another name, compressed, grown, or cut short.
 *
 * A log is what is in it, not what it is called: `access.log` is `access.log.1` tomorrow and `access.log.2.gz` the day
 * after. So everything here is about decompressed content.
 *
 * - The **key** is the hash of the beginning of the first entry: lines that begin with `#` are the same in every file of
 *   their kind, the first entry has an address and a time. The ledger is searched by it.
 * - The **marks** are hashes of the content up to the end of each of the first lines, and then at growing distances
 *   within the first 64 KiB. Two logs with the same first entry (a health check in the same second on two servers) part
 *   ways at the first mark at which they differ.
 * - The **tail** is the hash of the kibibyte before the place that was reached. It catches a log that was edited in
 *   place, or two that share even their first 64 KiB.
 *
 * The limits: two different logs of which all known content is equal are one log here (two that consist of one equal
 * line, until a second line comes). A copy that is shorter than what was counted, and whose first 64 KiB agree, is taken
 * for an older copy, so lines that only it has (a machine put back to an old state) wait until it has grown past that
 * place, and then count as a new log.
 */
export interface LogIdentity {
  key: string
  marks: readonly Mark[]
}

export interface Mark {
  bytes: number
  hash: string
}

/** One log as the ledger remembers it. Stored in the database. */
export interface ImportedLog {
  /** The key and a number: logs with the same first entry are counted from 0. */
  id: string
  key: string
  marks: readonly Mark[]
  position: LogPosition
  tailHash: string
}

/** The memory of imports. */
export interface ImportLedger {
  /** Every log of the project that was counted up to content with this hash: see `tailHash`. */
  findByTail(projectId: string, tailHash: string): Promise<ImportedLog[]>
  /** Every log of the project with this key; nearly always none or one, for logs that begin with fixed words all of them. */
  find(projectId: string, key: string): Promise<ImportedLog[]>
  /**
   * Stores how far a log was counted, in the transaction that counts the batch: only then does a crash between the two
   * neither lose nor double a line. False when the stored position is no longer `previous` (null: not stored), because
   * another import of the same log was quicker; then nothing may be counted.
   */
  save(projectId: string, log: ImportedLog, previous: LogPosition | null): Promise<boolean>
}

/** The first content of a log, in bytes, that is looked at. A few hundred lines; read at every import of a grown file. */
export const HEAD_BYTES = 64 * 1024

/** The first lines, each of which gets a mark of its own: a short log is told from a longer one by them. */
const MARKED_LINES = 16

/**
 * The beginning of an entry, in bytes, that makes the key: address and time of a usual line. Not the whole line, because
 * a compressed copy may end in the middle of it; too little to be unique does no harm, since the marks decide.
 */
const KEY_BYTES = 48

const NEWLINE = 10
const RETURN = 13
const HASH = 35

/**
 * Reads the identity from the first `HEAD_BYTES` of content, or from all of it if it is less. Null while there is no whole
 * entry. `isFinal` says that the content ends for good where the head does, so that its last line needs no line break.
 */
export function identifyLog(head: Buffer, isFinal = false): LogIdentity | null {
  const entry = firstEntry(head)
  if (entry === null || (entry.isCut && !isFinal && head.length < HEAD_BYTES)) return null
  const ends = lineEnds(head).filter((end) => end > entry.from)
  // Also for one line that fills the whole head: it is cut where the head ends.
  if (entry.isCut || (isFinal && ends.at(-1)! < head.length)) ends.push(head.length)
  return { key: digest(withoutLineBreak(entry.line).subarray(0, KEY_BYTES)), marks: hashAt(head, markLengths(ends)) }
}

/** The first line that is neither blank nor begins with `#`, with its line break if that is in the head. */
function firstEntry(head: Buffer): { from: number; line: Buffer; isCut: boolean } | null {
  for (let from = 0; from < head.length;) {
    const end = head.indexOf(NEWLINE, from)
    const to = end < 0 ? head.length : end + 1
    if (isEntry(head, from)) return { from, line: head.subarray(from, to), isCut: end < 0 }
    from = to
  }
  return null
}

/** The same for a line that was read before its line break was written. */
function withoutLineBreak(line: Buffer): Buffer {
  const length = line.at(-1) === NEWLINE ? line.length - 1 : line.length
  return line.subarray(0, line[length - 1] === RETURN ? length - 1 : length)
}

function lineEnds(head: Buffer): number[] {
  const ends: number[] = []
  for (let at = head.indexOf(NEWLINE); at >= 0; at = head.indexOf(NEWLINE, at + 1)) ends.push(at + 1)
  return ends
}

function isEntry(head: Buffer, at: number): boolean {
  return head[at] !== HASH && head[at] !== NEWLINE && head[at] !== RETURN
}

/** The ends of the first lines, then the first end past each doubling of the length, and the last one. */
function markLengths(ends: readonly number[]): number[] {
  const lengths = ends.slice(0, MARKED_LINES)
  for (const end of ends.slice(MARKED_LINES)) if (end >= lengths.at(-1)! * 2) lengths.push(end)
  if (lengths.at(-1) !== ends.at(-1)) lengths.push(ends.at(-1)!)
  return lengths
}

function hashAt(head: Buffer, lengths: readonly number[]): Mark[] {
  const hash = createHash('sha256')
  let from = 0
  return lengths.map((bytes) => {
    hash.update(head.subarray(from, bytes))
    from = bytes
    return { bytes, hash: hash.copy().digest('hex').slice(0, 32) }
  })
}

export function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}

/** Reads the content before a byte, up to `TAIL_BYTES` of it; null when the content ends before. */
export type ReadTail = (byte: number) => Promise<Buffer | null>

/**
 * Which of the known logs this is: the one that agrees with it and was read furthest; null when it is a new one.
 *
 * Without `readTail` (standard input, which cannot be read twice) the marks alone decide.
 */
export async function matchLog(
  head: Buffer,
  known: readonly ImportedLog[],
  readTail: ReadTail | null,
): Promise<ImportedLog | null> {
  const furthestFirst = known.toSorted((a, b) => b.position.byte - a.position.byte)
  for (const log of furthestFirst) {
    if (!agreesAtMarks(head, log.marks)) continue
    const tail = readTail && (await readTail(log.position.byte))
    // A log that ends before is an older copy: there is no tail to compare, and nothing new in it.
    if (tail === null || digest(tail) === log.tailHash) return log
  }
  return null
}

export function agreesAtMarks(head: Buffer, marks: readonly Mark[]): boolean {
  const comparable = marks.filter((mark) => mark.bytes <= head.length)
  // A copy that ends in its first line has nothing to compare but that line, whose beginning is the key.
  if (comparable.length === 0) return firstEntry(head)?.isCut === true
  const hashes = hashAt(
    head,
    comparable.map((mark) => mark.bytes),
  )
  return hashes.every((mark, index) => mark.hash === comparable[index]!.hash)
}
