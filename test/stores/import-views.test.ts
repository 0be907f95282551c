import { AI_KINDS } from '../../src/analytics/classify/registry-entry.ts'
import { appendFile, copyFile, mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClassifier } from '../../src/analytics/classify/classifier.ts'
import { createCloudfrontRealtime } from '../../src/analytics/collect/formats/cloudfront-realtime.ts'
import { openLogFile, openLogStream } from '../../src/analytics/collect/log-source.ts'
import { USUAL_RULES } from '../../src/analytics/collect/normalise.ts'
import { followViews } from '../../src/analytics/follow-views.ts'
import type { ImportReport } from '../../src/analytics/import-report.ts'
import { type ImportDeps, type ImportViewsOptions, importViews } from '../../src/analytics/import-views.ts'
import { type ViewStore, createViewStore } from '../../src/analytics/store/view-store.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

function line(path: string, agent = BROWSER): string {
  return `198.51.100.7 - - [10/Jan/2026:10:05:03 +0000] "GET ${path} HTTP/1.1" 200 512 "-" "${agent}"\n`
}

/** One reader's requests for a file, of which ranges are answered. */
function ranges(
  statuses: readonly number[],
  { ip = '198.51.100.7', hour = 10, path = '/manual.pdf', agent = BROWSER } = {},
): string {
  return statuses
    .map((status) => `${ip} - - [10/Jan/2026:${hour}:05:03 +0000] "GET ${path} HTTP/1.1" ${status} 512 "-" "${agent}"\n`)
    .join('')
}

const content = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => line(`/${from + index}`)).join('')

describe.each(ENGINES)('the import of logs on %s', (engine) => {
  let stores: TestStores
  let viewStore: ViewStore
  let deps: ImportDeps
  let projectId: string
  let folder: string
  let log: string

  beforeAll(async () => {
    stores = await openTestStores(engine)
    viewStore = createViewStore(stores.databases.views)
    deps = {
      viewStore,
      classifier: createClassifier(),
      ...USUAL_RULES,
      now: () => stores.databases.views.now(),
    }
  })
  afterAll(async () => {
    await viewStore.close()
    await stores.close()
  })

  beforeEach(async () => {
    projectId = await stores.newProject()
    folder = await mkdtemp(join(tmpdir(), 'docwright-import-'))
    log = join(folder, 'access.log')
    return () => rm(folder, { recursive: true, force: true })
  })

  const importFiles = async (paths: string[], options?: ImportViewsOptions): Promise<ImportReport> =>
    importViews(deps, projectId, await Promise.all(paths.map(openLogFile)), options)
  const counts = async (): Promise<Record<string, number>> =>
    viewStore
      .rank(projectId, { from: null, to: null })
      .then((pages) => Object.fromEntries(pages.rows(0, pages.length).map((page) => [page.path, page.total])))
  const once = (to: number): Record<string, number> =>
    Object.fromEntries(Array.from({ length: to }, (_, index) => [`/${index}`, 1]))

  it('adds of a file that is imported again, grown, rotated or compressed only what is new', async () => {
    await writeFile(log, content(0, 10))
    expect(await importFiles([log])).toMatchObject({ lines: 10, human: 10, logs: [{ name: log, format: 'combined', lines: 10 }] })
    expect(await importFiles([log, log])).toMatchObject({ lines: 0, human: 0, logs: [] })
    await appendFile(log, content(10, 15))
    expect(await importFiles([log])).toMatchObject({ human: 5 })
    await rename(log, `${log}.1`)
    await appendFile(`${log}.1`, content(15, 16))
    await writeFile(log, content(16, 20))
    expect(await importFiles([log, `${log}.1`])).toMatchObject({ human: 5 })
    await writeFile(`${log}.2.gz`, gzipSync(await readFile(`${log}.1`)))
    expect(await importFiles([`${log}.2.gz`])).toMatchObject({ lines: 0 })
    expect(await counts()).toEqual(once(20))
  })

  it('counts the ranges of a file once for each reader and hour, and not behind the whole file', async () => {
    await writeFile(
      log,
      ranges([200, 206, 206]) +
        ranges([206, 206], { ip: '198.51.100.8' }) +
        ranges([206], { hour: 11 }) +
        ranges([206, 206], { agent: 'Claude-User/1.0' }) +
        ranges([206], { path: '/logo.png' }) +
        ranges([200, 200], { ip: '198.51.100.9' }),
    )
    const expected = { lines: 11, human: 5, ai: 1, excluded: { status: 4, asset: 1 } }
    expect(await importFiles([log], { isDryRun: true })).toMatchObject(expected)
    expect(await importFiles([log], { commitLines: 2 })).toMatchObject(expected)
    expect(await counts()).toEqual({ '/manual.pdf': 6 })
    const { rows } = await viewStore.table('exclusions', { projectId, days: { from: null, to: null } }, { offset: 0, limit: 10 })
    expect(Object.fromEntries(rows.map(({ reason, count }) => [reason, count]))).toEqual({ status: 4, asset: 1 })
  })

  it('goes on after any commit, whatever happened behind it', async () => {
    await writeFile(log, content(0, 5000))
    const stopping = new AbortController()
    const first = await importFiles([log], { commitLines: 500, signal: stopping.signal, onLines: () => stopping.abort() })
    expect(first.human).toBeGreaterThan(0)
    expect(first.human).toBeLessThan(5000)
    const rest = await importFiles([log], { commitLines: 500 })
    expect(first.human + rest.human).toBe(5000)
    expect(await counts()).toEqual(once(5000))
  })

  it('counts once what several imports read at the same time', async () => {
    await writeFile(log, content(0, 3000))
    const reports = await Promise.all([1, 2, 3].map(() => importFiles([log], { commitLines: 200 })))
    expect(reports.reduce((sum, report) => sum + report.human, 0)).toBe(3000)
    expect(await counts()).toEqual(once(3000))
  })

  it('reads standard input, where another import that is quicker ends it', async () => {
    async function* stream(): AsyncGenerator<Buffer> {
      yield Buffer.from(content(0, 50))
    }
    expect(await importViews(deps, projectId, [openLogStream(stream())])).toMatchObject({ human: 50 })
    expect(await importViews(deps, projectId, [openLogStream(stream())])).toMatchObject({ lines: 0 })
    const quicker = { ...viewStore, record: async () => ({ accepted: 0, duplicates: 0, isStale: true }) }
    const slower = importViews({ ...deps, viewStore: quicker }, await stores.newProject(), [openLogStream(stream())])
    await expect(slower).rejects.toThrow(/Another import/)
  })

  it('says how many people the script may have seen as well, also in a dry run', async () => {
    const today = Date.UTC(2026, 0, 10, 10)
    const byScript = Array.from({ length: 30 }, (_, index) => ({
      id: null,
      time: today,
      path: `/${index}`,
      verdict: deps.classifier.judge(
        { method: 'GET', status: 200, address: `/${index}`, userAgent: BROWSER, headers: {}, ip: null },
        { aiKinds: AI_KINDS },
      ).judgement,
    }))
    await viewStore.record(projectId, byScript, { source: 'beacon' })
    const otherDay = line('/other').replace('10/Jan', '11/Jan')
    await writeFile(log, content(0, 30) + otherDay + line('/ai', 'GPTBot/1.2'))
    expect(await importFiles([log], { isDryRun: true })).toMatchObject({ human: 31, countedByScript: 30, ai: 1 })
    expect(await importFiles([log])).toMatchObject({ human: 31, countedByScript: 30, ai: 1 })
    const { rows } = await viewStore.table('exclusions', { projectId, days: { from: null, to: null } }, { offset: 0, limit: 10 })
    expect(rows).toContainEqual({ reason: 'counted-by-server', count: 30 })
  })

  it('says how many views are so old that only views per page are kept of them, also in a dry run', async () => {
    const old = content(0, 4).replaceAll('10/Jan/2026', '10/Jan/2016')
    await writeFile(log, old + content(4, 10) + line('/ai', 'GPTBot/1.2').replaceAll('10/Jan/2026', '11/Jan/2016'))
    for (const isDryRun of [true, false])
      expect(await importFiles([log], { isDryRun })).toMatchObject({ human: 10, ai: 1, withoutDetails: 5, countedByScript: 0 })
  })

  it.each([
    ['two logs in one file', (one: string, two: string) => one + two, 0],
    ['the same the other way round', (one: string, two: string) => two + one, 0],
    ['the last lines of one', (one: string) => one.split('\n').slice(-41).join('\n'), 0],
    ['a copy with other line ends', (one: string) => one.replaceAll('\n', '\r\n'), 0],
    ['a new log with a known one behind it', (one: string) => content(200, 230) + one, 30],
    ['a known log with a new one behind it', (one: string) => one + content(200, 230), 30],
  ])('counts nothing again of %s', async (_, combine, fresh) => {
    const [one, two] = [content(0, 100), content(100, 200)]
    await writeFile(log, one)
    await writeFile(join(folder, 'two.log'), two)
    await importFiles([log, join(folder, 'two.log')])
    const other = join(folder, 'other.log')
    await writeFile(other, combine(one, two))
    const before = await counts()
    for (const isDryRun of [true, false])
      expect(await importFiles([other], { isDryRun })).toMatchObject({ lines: fresh, human: fresh, warnings: [] })
    // What comes later counts, and only that.
    await appendFile(other, combine(one, two).includes('\r') ? line('/later').replace('\n', '\r\n') : line('/later'))
    expect(await importFiles([other])).toMatchObject({ lines: 1, human: 1 })
    for (const [path, count] of Object.entries(before)) expect((await counts())[path]).toBe(count)
  })

  it('counts a log that was imported with other line ends before', async () => {
    await writeFile(log, content(0, 100).replaceAll('\n', '\r\n'))
    await importFiles([log])
    await writeFile(log, content(0, 110))
    expect(await importFiles([log])).toMatchObject({ human: 10 })
  })

  it('warns of a log that ends with known lines, when it cannot tell what else is known', async () => {
    await writeFile(log, content(0, 100))
    await importFiles([log])
    await writeFile(log, content(50, 100).replace('/60 ', '/changed ') + content(200, 280) + content(20, 100))
    expect((await importFiles([log])).warnings).toMatchObject([{ code: 'counted_before', log }])
  })

  it('says which views have no sign of who asked, and warns of a log that is full of them', async () => {
    const common = content(0, 20).replaceAll(/ "-" "[^"]*"$/gm, '')
    await writeFile(log, common)
    const told: unknown[] = []
    let lines = 0
    let linesWhenTold = -1
    const report = await importFiles([log], {
      onLines: (more) => void (lines += more),
      onWarning: (warning) => {
        told.push(warning)
        linesWhenTold = lines
      },
    })
    expect(report).toMatchObject({ lines: 20, human: 0, unidentified: 20, ai: 0 })
    expect(told).toEqual(report.warnings)
    expect(linesWhenTold).toBe(0)
    expect(report.warnings).toEqual([{ code: 'no_user_agents', log, message: expect.stringContaining('--log-format') }])
    await writeFile(log, content(0, 20).replaceAll('200 512', '200 512 0.004'))
    expect(await importFiles([log])).toMatchObject({ human: 20, unidentified: 0, warnings: [] })
  })

  it('counts nothing in a dry run, and shows a log that is given twice once', async () => {
    await writeFile(log, content(0, 30))
    expect(await importFiles([log, log], { isDryRun: true })).toMatchObject({
      lines: 30,
      human: 30,
      days: { first: '2026-01-10' },
    })
    expect(await counts()).toEqual({})
    expect(await importFiles([log])).toMatchObject({ human: 30 })
    expect(await importFiles([log], { isDryRun: true })).toMatchObject({ lines: 0 })
  })

  it('counts a request with an id once, from a drain and from a log', async () => {
    const format = createCloudfrontRealtime(['timestamp', 'sc-status', 'cs-method', 'cs-uri-stem', 'x-edge-request-id'])
    const row = (id: string) => `1768039503.250\t200\tGET\t/a\t${id}\n`
    await writeFile(log, row('one==') + row('two==') + row('two=='))
    await viewStore.record(projectId, [
      { id: 'cloudfront:one==', time: stores.clock.now(), path: '/a', verdict: { class: 'human' } },
    ])
    expect(await importFiles([log], { format })).toMatchObject({ lines: 3, unidentified: 1, duplicates: 2 })
    expect(await counts()).toEqual({ '/a': 2 })
  })

  it('saves how far a log was read only from where it was', async () => {
    const at = (byte: number, id = 'log-0') => ({
      id,
      key: 'log',
      marks: [{ bytes: 1, hash: 'x' }],
      position: { byte, isMidLine: byte === 2, directives: ['#Fields: a'] },
      tailHash: 't',
    })
    type Log = ReturnType<typeof at>
    const save = (log: Log, previous: Log['position'] | null) =>
      viewStore.record(projectId, [{ id: null, time: stores.clock.now(), path: '/a', verdict: { class: 'ai' } }], {
        progress: { log, previous },
      })
    const stale = { accepted: 0, isStale: true }
    const counted = { accepted: 1, isStale: false }
    expect(await save(at(1), null)).toMatchObject(counted)
    expect(await save(at(1), null)).toMatchObject(stale)
    expect(await save(at(3), at(2).position)).toMatchObject(stale)
    expect(await save(at(2), at(1).position)).toMatchObject(counted)
    expect(await save(at(5, 'log-1'), at(1).position)).toMatchObject(stale)
    expect(await viewStore.findLogs(projectId, 'log')).toEqual([at(2)])
    expect(await viewStore.findLogs(projectId, 'other')).toEqual([])
    expect(await viewStore.findLogs(await stores.newProject(), 'log')).toEqual([])
    expect(await counts()).toEqual({ '/a': 2 })
  })

  describe('that follows a file', () => {
    const follow = () => {
      const stopping = new AbortController()
      const done = followViews(deps, projectId, log, { clock: stores.clock, signal: stopping.signal })
      return {
        /** Lets time pass until so many views are counted. */
        until: async (total: number) => {
          for (let look = 0; Object.keys(await counts()).length !== total; look++) {
            if (look > 500) throw new Error(`${JSON.stringify(await counts())} instead of ${total} pages`)
            stores.clock.advance(500)
            await new Promise((resolve) => setTimeout(resolve, 5))
          }
        },
        stop: async () => {
          stopping.abort()
          return done
        },
      }
    }

    it('waits for it, and sees it grow, rotated and cut short; a restart goes on where it was', async () => {
      const first = follow()
      await writeFile(log, content(0, 2))
      await first.until(2)
      await appendFile(log, content(2, 3) + line('/3').slice(0, 20))
      await first.until(3)
      await appendFile(log, line('/3').slice(20))
      await first.until(4)
      await rename(log, `${log}.1`)
      // The server has not heard of it yet.
      await appendFile(`${log}.1`, content(4, 5))
      await first.until(5)
      await writeFile(log, content(5, 6))
      await appendFile(`${log}.1`, content(6, 7))
      await first.until(7)
      expect(await first.stop()).toMatchObject({ human: 7, lines: 7 })

      await appendFile(log, content(7, 8))
      const second = follow()
      await second.until(8)
      await copyFile(log, `${log}.2`)
      await truncate(log)
      await appendFile(log, content(8, 9))
      await second.until(9)
      expect(await second.stop()).toMatchObject({ human: 2 })
      expect(await counts()).toEqual(once(9))
    })

    it('does not give up on a log of which too little is there to tell its format', async () => {
      await writeFile(log, 'the server is starting\n')
      const following = follow()
      await appendFile(log, content(0, 10))
      await following.until(10)
      expect(await following.stop()).toMatchObject({ human: 10 })
    })
  })
})
