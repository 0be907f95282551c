import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateLog, generateLogBytes } from '../../../bench/generate-log.ts'
import type { ViewEvent } from './event.ts'
import { combined } from './formats/combined.ts'
import type { LogFormat } from './formats/log-format.ts'
import { w3c } from './formats/w3c.ts'
import { type LogSource, openLogFile, openLogStream } from './log-source.ts'
import { type LogBatch, type ReadOptions, readLog } from './read-log.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docwright-read-log-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function file(name: string, content: string | Buffer): Promise<LogSource> {
  await writeFile(join(folder, name), content)
  return openLogFile(join(folder, name))
}

function line(path: string): string {
  return `203.0.113.9 - - [17/Nov/2026:10:05:03 +0000] "GET ${path} HTTP/1.1" 200 512 "-" "UA/1"`
}

async function readAll(source: LogSource, format: LogFormat = combined, options: ReadOptions = {}): Promise<LogBatch[]> {
  return Array.fromAsync(readLog(source, format, options))
}

function paths(batches: LogBatch[]): (string | undefined)[] {
  return batches.flatMap((batch) => batch.events.map((event) => event.path))
}

async function* pieces(content: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, index = 0; at < content.length; index++) {
    const size = sizes[index % sizes.length]!
    yield content.subarray(at, at + size)
    at += size
  }
}

describe('readLog', () => {
  test('reads lines with and without a carriage return, and skips blank ones', async () => {
    const [batch] = await readAll(await file('crlf.log', `${line('/a')}\r\n\r\n\n${line('/b')}\n`))
    expect(batch).toMatchObject({ lines: 4, skipped: 2, unreadable: {} })
    expect(paths([batch!])).toEqual(['/a', '/b'])
    expect(batch!.events[0]!.userAgent).toBe('UA/1')
  })

  test('leaves an unfinished last line of a file for the next time', async () => {
    // Cut in the user agent, where it could be taken for a whole line.
    const source = await file('growing.log', `${line('/a')}\n${line('/b').slice(0, -3)}`)
    const first = await readAll(source)
    expect(paths(first)).toEqual(['/a'])
    expect(first.at(-1)!.position.byte).toBe(line('/a').length + 1)

    await appendFile(source.name, `${line('/b').slice(-3)}\n${line('/c')}\n`)
    const second = await readAll(source, combined, { from: first.at(-1)!.position })
    expect(paths(second)).toEqual(['/b', '/c'])
    expect(second[0]!.events[0]!.userAgent).toBe('UA/1')
    expect(await readAll(source, combined, { from: second.at(-1)!.position })).toEqual([])
  })

  test('takes a whole last line of a file without a line break, and does not count what is written behind it', async () => {
    const source = await file('no-line-break.log', `${line('/a')}\n${line('/b')}`)
    const first = await readAll(source)
    expect(paths(first)).toEqual(['/a', '/b'])
    expect(first.at(-1)).toMatchObject({ lines: 2, isCut: false, position: { isMidLine: true } })

    await appendFile(source.name, ` 0.123\n${line('/c')}`)
    const second = await readAll(source, combined, { from: first.at(-1)!.position })
    expect(paths(second)).toEqual(['/c'])
    expect(await readAll(source, combined, { from: second.at(-1)!.position })).toEqual([])
  })

  test('says that a log is cut off: in its last line, or because it is compressed and ends too early', async () => {
    const halfLine = await file('half-line.log', `${line('/a')}\n${line('/b').slice(0, -3)}`)
    expect((await readAll(halfLine)).map(({ lines, isCut }) => ({ lines, isCut }))).toEqual([{ lines: 1, isCut: true }])
    // Also when everything before the cut was in an earlier batch.
    const batches = await readAll(halfLine, combined, { batchEvents: 1 })
    expect(batches.map(({ lines, isCut }) => ({ lines, isCut }))).toEqual([
      { lines: 1, isCut: false },
      { lines: 0, isCut: true },
    ])
    const zipped = gzipSync(Buffer.concat([...generateLogBytes(3000, 3)]))
    const halfZipped = await file('cut.log.gz', zipped.subarray(0, zipped.length / 2))
    expect((await readAll(halfZipped)).at(-1)!.isCut).toBe(true)
    expect((await readAll(await file('whole.log.gz', zipped))).at(-1)!.isCut).toBe(false)
  })

  test('takes a last line without a line break from a compressed file and from standard input', async () => {
    const content = Buffer.from(`${line('/a')}\n${line('/b')}`)
    const fromFile = await readAll(await file('final.log.gz', gzipSync(content)))
    expect(paths(fromFile)).toEqual(['/a', '/b'])
    expect(fromFile.at(-1)!.position).toMatchObject({ byte: content.length, isMidLine: true })
    expect(paths(await readAll(openLogStream(pieces(content, [7]))))).toEqual(['/a', '/b'])
  })

  test('does not count the rest of a line that was taken before its end was written', async () => {
    const position = { byte: line('/a').length - 3, isMidLine: true, directives: [] }
    const source = await file('cut.log', `${line('/a')}\n${line('/b')}\n`)
    const batches = await readAll(source, combined, { from: position })
    expect(paths(batches)).toEqual(['/b'])
    expect(batches[0]).toMatchObject({ lines: 1, unreadable: {} })
  })

  test('knows gzip by its first bytes, in several members, under any name, and on standard input', async () => {
    const zipped = Buffer.concat([gzipSync(`${line('/a')}\n`), gzipSync(`${line('/b')}\n`)])
    const source = await file('no-gz-in-its-name.log', zipped)
    expect(paths(await readAll(source))).toEqual(['/a', '/b'])
    expect(source.storedBytesRead()).toBe(zipped.length)
    expect(paths(await readAll(openLogStream(createReadStream(source.name))))).toEqual(['/a', '/b'])
    expect(paths(await readAll(openLogStream(pieces(zipped, [1]))))).toEqual(['/a', '/b'])
  })

  test('reads what is there of a compressed file that is still being written', async () => {
    const content = Buffer.concat([...generateLogBytes(3000, 3)])
    const zipped = gzipSync(content)
    const [batch] = await readAll(await file('half.log.gz', zipped.subarray(0, zipped.length / 2)))
    expect(batch!.lines).toBeGreaterThan(100)
    expect(content[batch!.position.byte - 1]).toBe(10)
    expect(batch!.position.isMidLine).toBe(false)
  })

  test('says which file is broken', async () => {
    const zipped = gzipSync(`${line('/a')}\n`)
    zipped.fill(0xff, 12, 30)
    await expect(readAll(await file('broken.log.gz', zipped))).rejects.toThrow(/broken\.log\.gz/)
    await expect(openLogFile(join(folder, 'missing.log'))).rejects.toThrow(/missing\.log/)
    await expect(openLogFile(folder)).rejects.toThrow(/folder/)
  })

  test('counts lines that are too long, and goes on after them', async () => {
    const long = line(`/${'a'.repeat(2000)}`)
    const source = await file('long.log', `${long}\n${line('/a')}\n${long}\n`)
    const [batch] = await readAll(source, combined, { lineBytesMax: 1000 })
    expect(batch).toMatchObject({ lines: 3, unreadable: { 'too-long': 2 } })
    expect(paths([batch!])).toEqual(['/a'])
    expect(paths(await readAll(source))).toHaveLength(3)
  })

  test('reads UTF-8, and other encodings without an error', async () => {
    const content = Buffer.concat([
      Buffer.from(`\uFEFF${line('/größe')}\n`),
      Buffer.from(`${line('/café')}\n`, 'latin1'),
      Buffer.from([0xff, 0xfe, 0x00, 0x0a]),
      Buffer.from(`${line('/plain')}\n`),
    ])
    const [batch] = await readAll(await file('encodings.log', content))
    expect(paths([batch!])).toEqual(['/größe', '/café', '/plain'])
    expect(batch!.events[0]!.ip).toBe('203.0.113.9')
    expect(batch!.unreadable).toEqual({ 'not-in-format': 1 })
  })

  test('counts what it cannot read by its reason', async () => {
    const garbage = line('/a').replace('GET /a HTTP/1.1', '\\x16\\x03\\x01')
    const [batch] = await readAll(
      await file('garbage.log', [garbage, line('/a'), 'x', line('/b').replace('17/Nov', '31/Nov'), ''].join('\n')),
    )
    expect(batch!.unreadable).toEqual({ 'garbage-request': 1, 'not-in-format': 1, 'bad-time': 1 })
    expect(batch!.lines).toBe(4)
  })

  test('goes on with the columns that were named before', async () => {
    const source = await file('iis.log', '#Fields: date time cs-uri-stem sc-status\n2026-11-17 10:05:03 /a 200\n')
    const [first] = await readAll(source, w3c)
    await appendFile(
      source.name,
      '2026-11-17 10:05:04 /b 200\n#Fields: date time sc-status cs-uri-stem\n2026-11-17 10:05:05 200 /c\n',
    )
    const second = await readAll(source, w3c, { from: first!.position })
    expect(paths(second)).toEqual(['/b', '/c'])
    expect(second.at(-1)!.position.directives).toEqual(['#Fields: date time sc-status cs-uri-stem'])
  })

  test('reads in batches, and no further than it is asked to', async () => {
    const content = Buffer.concat([...generateLogBytes(20_000, 5)])
    const source = await file('large.log', content)
    const batches = readLog(source, combined, { batchEvents: 1000 })
    const { value: first } = (await batches.next()) as { value: LogBatch }
    expect(first.events.length).toBeGreaterThanOrEqual(1000)
    expect(source.storedBytesRead()).toBeLessThan(content.length / 2)
    const rest = await Array.fromAsync(batches)
    const all = [first, ...rest]
    expect(all.reduce((sum, batch) => sum + batch.lines, 0)).toBe(20_000)
    expect(all.reduce((sum, batch) => sum + batch.bytesRead, 0)).toBe(content.length)
    for (const batch of all) {
      const { byte } = batch.position
      expect(batch.tail.equals(content.subarray(byte - batch.tail.length, byte))).toBe(true)
      expect(batch.tail.length).toBe(1024)
    }
  })

  test('reads the same from any pieces, and from any line on', async () => {
    const content = Buffer.from(`${[...generateLog(300, 11)].map((generated) => generated.text).join('\n')}\n`)
    const whole = await readAll(openLogStream(pieces(content, [content.length])))
    const expected = whole.flatMap((batch) => batch.events)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 50 }),
        fc.nat({ max: 20 }),
        async (sizes, batchEvents, stop) => {
          const events: ViewEvent[] = []
          let batches = 0
          for await (const batch of readLog(openLogStream(pieces(content, sizes)), combined, { batchEvents })) {
            events.push(...batch.events)
            expect(content[batch.position.byte - 1]).toBe(10)
            if (batches++ !== stop) continue
            const after = await readAll(openLogStream(pieces(content, sizes)), combined, { from: batch.position })
            expect(after.flatMap((later) => later.events)).toEqual(expected.slice(events.length))
          }
          expect(events).toEqual(expected)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('reads of a generated log what its generator put there', async () => {
    const generated = [...generateLog(20_000, 42)]
    const content = Buffer.concat([...generateLogBytes(20_000, 42)])
    const batches = await readAll(openLogStream(pieces(content, [65_536])))
    const events = batches.flatMap((batch) => batch.events)
    const known = generated.flatMap((item) => item.request ?? [])
    const keyOf = ({ method, status, time }: { method?: string; status?: number; time?: number | string }) =>
      `${method} ${status} ${new Date(time!).toISOString().slice(0, 13)}`
    // A clock that is off is off by decades; leap years make its hour another.
    const isOfTheYear = ({ time }: { time?: number | string }) => Number(time) < Date.UTC(2027, 0, 1)
    expect(events).toHaveLength(known.length)
    expect(countBy(events.filter(isOfTheYear), keyOf)).toEqual(countBy(known.filter(isOfTheYear), keyOf))
    expect(batches.reduce((sum, batch) => sum + batch.lines, 0)).toBe(20_000)
  })
})

function countBy<T>(items: readonly T[], key: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1
  return counts
}

test.each([
  ['zstd', '28b52ffd0000', 'zstd -dc'],
  ['xz', 'fd377a585a0000', 'xz -dc'],
  ['bzip2', '425a68393141', 'bzip2 -dc'],
  ['UTF-16', 'fffe31003200', 'iconv'],
])('a log in %s is refused with what to do', async (_, hex, command) => {
  async function* stream(): AsyncGenerator<Buffer> {
    yield Buffer.from(hex, 'hex')
  }
  const read = async () => {
    for await (const chunk of openLogStream(stream()).open(0)) expect(chunk).toBeDefined()
  }
  await expect(read()).rejects.toMatchObject({ hint: expect.stringContaining(command) as string })
})
