import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Fault } from '../../lib/fault.ts'

/** Read at once. Larger pieces are no faster. */
const CHUNK_BYTES = 256 * 1024

/**
 * What follows the content that is there. `final`: nothing, so that a last line without a line break is a line. `unknown`: a file that
 * nobody may be writing any more, so that its last line is a line if it looks whole. `more`: somebody is writing it. `lost`: it is
 * compressed, and ends too early.
 */
export type LogEnd = 'final' | 'unknown' | 'more' | 'lost'

/** The content of a log, decompressed, as a run of bytes. */
export interface LogSource {
  readonly name: string
  /** Size as it is stored, for a progress bar; null when it is not known. */
  readonly storedBytes: number | null
  /** Read so far of what is stored. */
  storedBytesRead(): number
  /** False for standard input, which can be opened once, and only at its start. */
  readonly isReopenable: boolean
  /** Asked when the end of the content was reached. */
  end(): LogEnd
  /** The content from a byte on. Each piece is good until the next is asked for: they may share their memory. */
  open(fromByte: number): AsyncIterable<Buffer>
}

/** A file on disk; gzip is known by its first bytes, whatever its name is. A pipe that has a name is read like standard input. */
export async function openLogFile(path: string): Promise<LogSource> {
  if (await isPipe(path)) return openLogStream(readPipe(path), path)
  const { size, isGzip } = await inspect(path)
  let read = 0
  let end: LogEnd = isGzip ? 'final' : 'unknown'
  const count = (bytes: number): void => void (read += bytes)
  return {
    name: path,
    storedBytes: size,
    storedBytesRead: () => read,
    isReopenable: true,
    end: () => end,
    open: (fromByte) => {
      read = isGzip ? 0 : fromByte
      const stored = readFile(path, isGzip ? 0 : fromByte, count)
      return isGzip
        ? dropBytes(
            gunzip(copied(stored), path, () => (end = 'lost')),
            fromByte,
          )
        : stored
    },
  }
}

/**
 * A log that somebody is writing, through a file that is kept open: so it can still be read to its end after it was renamed or
 * deleted. It is never at its end and never compressed. Closing the file is up to the caller.
 */
export function openLogHandle(file: FileHandle, name: string): LogSource {
  let read = 0
  return {
    name,
    storedBytes: null,
    storedBytesRead: () => read,
    isReopenable: true,
    end: () => 'more',
    open: (fromByte) => readOpenFile(file, fromByte, (bytes) => void (read += bytes)),
  }
}

/** Standard input, or any stream; gzip is recognised here too. */
export function openLogStream(stream: AsyncIterable<Buffer>, name = 'standard input'): LogSource {
  let read = 0
  let end: LogEnd = 'final'
  return {
    name,
    storedBytes: null,
    storedBytesRead: () => read,
    isReopenable: false,
    end: () => end,
    open: (fromByte) => {
      const stored = counted(stream, (bytes) => void (read += bytes))
      return dropBytes(
        maybeGunzip(stored, name, () => (end = 'lost')),
        fromByte,
      )
    },
  }
}

/** Larger ones are fetched again for each look at them: at the beginning, and then at all of it. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024

/** An object that doesn't change, from wherever `read` gets it; gzip is recognised here too. */
export function openLogObject(name: string, size: number, read: () => AsyncIterable<Buffer>): LogSource {
  let bytesRead = 0
  let end: LogEnd = 'final'
  let kept: Promise<Buffer> | null = null
  async function* stored(): AsyncGenerator<Buffer> {
    if (size > KEPT_BYTES_MAX) yield* counted(read(), (bytes) => void (bytesRead += bytes))
    else {
      kept ??= Array.fromAsync(read()).then((pieces) => Buffer.concat(pieces))
      const whole = await kept
      bytesRead = whole.length
      yield whole
    }
  }
  return {
    name,
    storedBytes: size,
    storedBytesRead: () => bytesRead,
    isReopenable: true,
    end: () => end,
    open: (fromByte) =>
      dropBytes(
        maybeGunzip(stored(), name, () => (end = 'lost')),
        fromByte,
      ),
  }
}

/** Found out without opening it: whoever writes to a pipe is told when its reader goes away. */
async function isPipe(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null)
  return stats !== null && !stats.isFile() && !stats.isDirectory()
}

/** Opened when it is its turn to be read. */
async function* readPipe(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path) as AsyncIterable<Buffer>
}

async function inspect(path: string): Promise<{ size: number; isGzip: boolean }> {
  return withFile(path, async (file) => {
    const stat = await file.stat()
    if (stat.isDirectory())
      throw new Fault({ code: 'log_unreadable', message: `${path} is a folder.`, hint: 'Name the log files in it.' })
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    refuseOthers(head, path)
    return { size: stat.size, isGzip: isGzipMagic(head) }
  })
}

/** What the first bytes say, and what to do about it: Node reads gzip alone. */
const OTHERS: readonly [magic: string, what: string, command: string][] = [
  ['28b52ffd', 'compressed with zstd', 'zstd -dc'],
  ['fd377a585a00', 'compressed with xz', 'xz -dc'],
  ['425a68', 'compressed with bzip2', 'bzip2 -dc'],
  ['504b0304', 'a ZIP archive', 'unzip -p'],
  ['fffe', 'UTF-16', 'iconv -f UTF-16 -t UTF-8'],
  ['feff', 'UTF-16', 'iconv -f UTF-16 -t UTF-8'],
]
/** As many as the longest of them has. */
const HEAD_BYTES = 6

function refuseOthers(head: Buffer, name: string): void {
  const hex = head.toString('hex', 0, HEAD_BYTES)
  const [, what, command] = OTHERS.find(([magic]) => hex.startsWith(magic)) ?? []
  if (what === undefined) return
  throw new Fault({
    code: 'log_unreadable',
    message: `${name} is ${what}, which Docwright doesn't read.`,
    hint: `${command} FILE | docwright views import --project ID -`,
  })
}

function isGzipMagic(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b
}

async function withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  let file: FileHandle
  try {
    file = await open(path, 'r')
  } catch (error) {
    throw new Fault({
      code: 'log_unreadable',
      message: `${path} cannot be opened: ${(error as Error).message}`,
      hint: 'Check the path and who may read it.',
    })
  }
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

async function* readFile(path: string, fromByte: number, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = await open(path, 'r')
  try {
    yield* readOpenFile(file, fromByte, count)
  } finally {
    await file.close()
  }
}

/**
 * Reads on only when the last piece was taken, so that a slow database holds up the disk and not the memory. All pieces are in one
 * buffer: a new one for each would make the collector of garbage look through everything again and again.
 */
async function* readOpenFile(file: FileHandle, fromByte: number, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  for (let at = fromByte; ;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, at)
    if (bytesRead === 0) return
    at += bytesRead
    count(bytesRead)
    yield buffer.subarray(0, bytesRead)
  }
}

/** For whoever works on a piece while the next is read. */
async function* copied(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}

async function* counted(stream: AsyncIterable<Buffer>, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    count(chunk.length)
    yield chunk
  }
}

async function* maybeGunzip(stream: AsyncGenerator<Buffer>, name: string, onCut: () => void): AsyncGenerator<Buffer> {
  const first: Buffer[] = []
  while (Buffer.concat(first).length < HEAD_BYTES) {
    const { value, done } = await stream.next()
    if (done) break
    first.push(value)
  }
  const head = Buffer.concat(first)
  refuseOthers(head, name)
  const whole = prepend(head, stream)
  yield* isGzipMagic(head) ? gunzip(whole, name, onCut) : whole
}

async function* prepend(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  yield* rest
}

/** A file that ends too early is being written at this moment: what is there is read, and the rest at the next import. */
async function* gunzip(stored: AsyncIterable<Buffer>, name: string, onCut: () => void): AsyncGenerator<Buffer> {
  const unzip = createGunzip({ chunkSize: CHUNK_BYTES })
  const input = Readable.from(stored, { objectMode: false })
  input.on('error', (error) => unzip.destroy(error))
  try {
    for await (const chunk of input.pipe(unzip)) yield chunk as Buffer
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR') onCut()
    else if (code?.startsWith('Z_'))
      throw new Fault({ code: 'log_unreadable', message: `${name} is not whole: ${message}.`, hint: 'Compress it again.' })
    else throw error
  } finally {
    input.destroy()
  }
}

export async function* dropBytes(content: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const chunk of content) {
    if (left >= chunk.length) left -= chunk.length
    else {
      yield left > 0 ? chunk.subarray(left) : chunk
      left = 0
    }
  }
}
