import { appendFile, copyFile, mkdtemp, readFile, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ImportLedger, ImportedLog } from './file-identity.ts'
import { combined } from './formats/combined.ts'
import { checkFormat, importLogs } from './import-log.ts'
import { type LogSource, openLogFile, openLogStream } from './log-source.ts'
import type { LogPosition } from './read-log.ts'

function createMemoryLedger(): ImportLedger {
  const logs = new Map<string, ImportedLog>()
  return {
    find: async (projectId, key) =>
      [...logs].filter(([id, log]) => id.startsWith(`${projectId}/`) && log.key === key).map(([, log]) => log),
    findByTail: async (projectId, tailHash) =>
      [...logs].filter(([id, log]) => id.startsWith(`${projectId}/`) && log.tailHash === tailHash).map(([, log]) => log),
    save: async (projectId, log, previous) => {
      const stored = logs.get(`${projectId}/${log.id}`)?.position ?? null
      if (stored?.byte !== previous?.byte) return false
      logs.set(`${projectId}/${log.id}`, log)
      return true
    },
  }
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function line(path: string, padding = 0): string {
  return `203.0.113.9 - - [17/Nov/2026:10:05:03 +0000] "GET ${path} HTTP/1.1" 200 512 "-" "${'x'.repeat(padding)}UA/1"\n`
}

const content = (...paths: string[]): string => paths.map((path) => line(path)).join('')

type Counts = Map<string, number>

/** In small pieces, so that short logs have many batches. */
function inPieces(source: LogSource, bytes: number): LogSource {
  async function* cut(fromByte: number): AsyncGenerator<Buffer> {
    for await (const chunk of source.open(fromByte))
      for (let at = 0; at < chunk.length; at += bytes) yield chunk.subarray(at, at + bytes)
  }
  return { ...source, open: cut }
}

/** Counts what is new, as the command does; stops after some batches as if it were killed. */
async function count(ledger: ImportLedger, counts: Counts, sources: LogSource[], batchesMax = Infinity): Promise<number> {
  let added = 0
  let batches = 0
  for await (const batch of importLogs(ledger, 'prj', sources, { batchEvents: 3, format: combined })) {
    if (!(await ledger.save('prj', batch.log, batch.previous))) throw new Error('Another import was quicker.')
    for (const { path } of batch.events) counts.set(path!, (counts.get(path!) ?? 0) + 1)
    added += batch.events.length
    if (++batches >= batchesMax) break
  }
  return added
}

describe('importLogs', () => {
  test('adds of a log that is imported again only what is new, whatever it is called by then', async () => {
    const folder = await makeFolder()
    const path = join(folder, 'access.log')
    const [ledger, counts]: [ImportLedger, Counts] = [createMemoryLedger(), new Map()]
    const importFile = async (name: string): Promise<number> => count(ledger, counts, [await openLogFile(join(folder, name))])

    await writeFile(path, content('/1', '/2'))
    expect(await importFile('access.log')).toBe(2)
    expect(await importFile('access.log')).toBe(0)
    await appendFile(path, content('/3'))
    expect(await importFile('access.log')).toBe(1)

    await appendFile(path, content('/4'))
    await rename(path, `${path}.1`)
    await writeFile(path, content('/5'))
    expect(await importFile('access.log.1')).toBe(1)
    expect(await importFile('access.log')).toBe(1)

    await writeFile(`${path}.2.gz`, gzipSync(await readFile(`${path}.1`)))
    expect(await importFile('access.log.2.gz')).toBe(0)
    expect(Object.fromEntries(counts)).toEqual({ '/1': 1, '/2': 1, '/3': 1, '/4': 1, '/5': 1 })
  })

  test('counts a log once that is in the list under two names', async () => {
    const folder = await makeFolder()
    await writeFile(join(folder, 'a.log'), content('/1', '/2'))
    await writeFile(join(folder, 'a.log.gz'), gzipSync(content('/1', '/2', '/3')))
    const sources = await Promise.all(['a.log', 'a.log.gz', 'a.log'].map((name) => openLogFile(join(folder, name))))
    expect(await count(createMemoryLedger(), new Map(), sources)).toBe(3)
  })

  test('counts both of two logs that begin with the same line', async () => {
    const folder = await makeFolder()
    await writeFile(join(folder, 'one.log'), content('/health', '/1', '/2'))
    await writeFile(join(folder, 'two.log'), content('/health', '/3', '/4'))
    const counts: Counts = new Map()
    const sources = await Promise.all(['one.log', 'two.log', 'one.log', 'two.log'].map((name) => openLogFile(join(folder, name))))
    await count(createMemoryLedger(), counts, sources)
    expect(Object.fromEntries(counts)).toEqual({ '/health': 2, '/1': 1, '/2': 1, '/3': 1, '/4': 1 })
  })

  test('adds only what is new from standard input too', async () => {
    const [ledger, counts]: [ImportLedger, Counts] = [createMemoryLedger(), new Map()]
    async function* stream(...paths: string[]): AsyncGenerator<Buffer> {
      for (const path of paths) yield Buffer.from(line(path))
    }
    expect(await count(ledger, counts, [openLogStream(stream('/1', '/2'))])).toBe(2)
    expect(await count(ledger, counts, [openLogStream(stream('/1', '/2', '/3'))])).toBe(1)
  })

  test('waits with a log of which there is only the beginning of a line, and counts it when the line is whole', async () => {
    const path = join(await makeFolder(), 'access.log')
    const ledger = createMemoryLedger()
    const counts: Counts = new Map()
    for (const length of [30, 60, line('/a').length - 3]) {
      await writeFile(path, line('/a').slice(0, length))
      await checkFormat(await openLogFile(path))
      expect(await count(ledger, counts, [await openLogFile(path)])).toBe(0)
    }
    await writeFile(path, line('/a').trimEnd())
    expect(await count(ledger, counts, [await openLogFile(path)])).toBe(1)
    await appendFile(path, `\n${line('/b')}`)
    expect(await count(ledger, counts, [await openLogFile(path)])).toBe(1)
    expect(counts).toEqual(new Map(Object.entries({ '/a': 1, '/b': 1 })))
  })

  test('keeps projects apart', async () => {
    const folder = await makeFolder()
    await writeFile(join(folder, 'a.log'), content('/1'))
    const ledger = createMemoryLedger()
    const source = await openLogFile(join(folder, 'a.log'))
    for (const projectId of ['prj_1', 'prj_2']) {
      const batches = await Array.fromAsync(importLogs(ledger, projectId, [source]))
      expect(batches).toHaveLength(1)
      await ledger.save(projectId, batches[0]!.log, batches[0]!.previous)
    }
  })

  test('lets only one of two imports at the same time count', async () => {
    const folder = await makeFolder()
    await writeFile(join(folder, 'a.log'), content('/1'))
    const ledger = createMemoryLedger()
    const source = await openLogFile(join(folder, 'a.log'))
    const [one, two] = await Promise.all([1, 2].map(() => Array.fromAsync(importLogs(ledger, 'prj', [source]))))
    expect(await ledger.save('prj', one![0]!.log, one![0]!.previous)).toBe(true)
    expect(await ledger.save('prj', two![0]!.log, two![0]!.previous)).toBe(false)
  })

  test('says which formats it tried when it finds none', async () => {
    const folder = await makeFolder()
    await writeFile(join(folder, 'diary.txt'), 'Dear diary,\ntoday I wrote no log.\n')
    const source = await openLogFile(join(folder, 'diary.txt'))
    await expect(Array.fromAsync(importLogs(createMemoryLedger(), 'prj', [source]))).rejects.toThrow(/diary\.txt.*combined 0 %/)
  })
})

/** A server that writes its log, is rotated and compressed, and whose logs are imported now and then. */
class Server {
  readonly folder: string
  readonly ledger = createMemoryLedger()
  readonly counts: Counts = new Map()
  /** Lines that were written whole. Each has a path of its own. */
  readonly written = new Set<string>()
  pending = ''
  next = 1

  constructor(folder: string) {
    this.folder = folder
  }

  get log(): string {
    return join(this.folder, 'access.log')
  }

  async append(lines: number, padding: number, isCut: boolean): Promise<void> {
    let text = this.pending
    for (let index = 0; index < lines; index++) {
      this.written.add(`/${this.next}`)
      text += line(`/${this.next++}`, padding)
    }
    this.pending = ''
    if (isCut) {
      const last = line(`/${this.next}`, padding)
      const half = Math.floor(last.length / 2)
      text += last.slice(0, half)
      this.pending = last.slice(half)
      this.written.add(`/${this.next++}`)
    }
    await appendFile(this.log, text)
  }

  /** A writer finishes its line before it lets go of a file. */
  private async finishLine(): Promise<void> {
    if (this.pending !== '') await this.append(0, 0, false)
  }

  private async shift(): Promise<void> {
    await this.finishLine()
    const names = (await readdir(this.folder)).filter((name) => /^access\.log\.\d/.test(name))
    const numbered = names.map((name) => ({ name, number: Number(name.split('.')[2]) })).sort((a, b) => b.number - a.number)
    for (const { name, number } of numbered)
      await rename(join(this.folder, name), join(this.folder, name.replace(`.${number}`, `.${number + 1}`)))
  }

  async rotate(): Promise<void> {
    await this.shift()
    await rename(this.log, `${this.log}.1`)
    await writeFile(this.log, '')
  }

  async copyTruncate(): Promise<void> {
    await this.shift()
    await copyFile(this.log, `${this.log}.1`)
    await truncate(this.log)
  }

  async compress(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      if (!/^access\.log\.\d+$/.test(name)) continue
      const path = join(this.folder, name)
      await writeFile(`${path}.gz`, gzipSync(await readFile(path)))
      await rm(path)
    }
  }

  async backUp(): Promise<void> {
    await copyFile(this.log, join(this.folder, `backup-${this.next}.log`))
  }

  /** Of a log that is being written, so that its last line may be cut. */
  async backUpCompressed(): Promise<void> {
    await writeFile(join(this.folder, `backup-${this.next}.gz`), gzipSync(await readFile(this.log)))
  }

  async import(pick: number, pieceBytes: number, batchesMax: number): Promise<void> {
    const names = (await readdir(this.folder)).sort()
    const chosen = pick === 0 ? names : [names[pick % names.length]!]
    const sources = await Promise.all(chosen.map((name) => openLogFile(join(this.folder, name))))
    await count(
      this.ledger,
      this.counts,
      sources.map((source) => inPieces(source, pieceBytes)),
      batchesMax,
    )
    for (const [path, times] of this.counts) if (times !== 1) throw new Error(`${path} was counted ${times} times.`)
  }
}

const command = fc.oneof(
  fc.record({
    do: fc.constant('append' as const),
    lines: fc.integer({ min: 0, max: 30 }),
    padding: fc.constantFrom(0, 0, 50, 4000),
    isCut: fc.boolean(),
  }),
  fc.record({
    do: fc.constantFrom(
      'rotate' as const,
      'copyTruncate' as const,
      'compress' as const,
      'backUp' as const,
      'backUpCompressed' as const,
    ),
  }),
  fc.record({
    do: fc.constant('import' as const),
    pick: fc.nat({ max: 5 }),
    pieceBytes: fc.constantFrom(100, 1000, 100_000),
    batchesMax: fc.constantFrom(1, 2, Infinity),
  }),
)

describe('any sequence of writing, rotating, compressing, truncating, copying and importing', () => {
  test('counts every line exactly once', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
        const folder = await mkdtemp(join(tmpdir(), 'docwright-model-'))
        try {
          const server = new Server(folder)
          await writeFile(server.log, '')
          for (const step of commands) {
            if (step.do === 'append') await server.append(step.lines, step.padding, step.isCut)
            else if (step.do === 'import') await server.import(step.pick, step.pieceBytes, step.batchesMax)
            else await server[step.do]()
          }
          await server.rotate()
          await server.import(0, 1000, Infinity)
          expect(new Set(server.counts.keys())).toEqual(server.written)
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      }),
      { numRuns: 150 },
    )
  })
})

test('a position is plain data, so that a database can keep it', () => {
  const position: LogPosition = { byte: 1, isMidLine: false, directives: ['#Fields: date time'] }
  expect(JSON.parse(JSON.stringify(position))).toEqual(position)
})
