import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClassifier } from '../../src/analytics/classify/classifier.ts'
import { openBucket, readBucketAddress } from '../../src/analytics/collect/bucket/bucket.ts'
import { USUAL_RULES } from '../../src/analytics/collect/normalise.ts'
import { type FollowBucketOptions, followBucket } from '../../src/analytics/follow-bucket.ts'
import type { ImportDeps } from '../../src/analytics/import-views.ts'
import { type ViewStore, createViewStore } from '../../src/analytics/store/view-store.ts'
import type { Fault } from '../../src/lib/fault.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestBucket, startBucket } from '../support/s3-server.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const content = (from: number, to: number): string =>
  Array.from(
    { length: to - from },
    (_, index) => `198.51.100.7 - - [10/Jan/2026:10:05:03 +0000] "GET /${from + index} HTTP/1.1" 200 512 "-" "${BROWSER}"\n`,
  ).join('')

describe.each(ENGINES)('logs in a bucket, on %s', (engine) => {
  let stores: TestStores
  let viewStore: ViewStore
  let deps: ImportDeps
  let bucket: TestBucket
  let projectId: string

  beforeAll(async () => {
    stores = await openTestStores(engine)
    viewStore = createViewStore(stores.databases.views)
    deps = { viewStore, classifier: createClassifier(), ...USUAL_RULES, now: () => stores.databases.views.now() }
  })
  afterAll(async () => {
    await viewStore.close()
    await stores.close()
  })
  beforeEach(async () => {
    bucket = await startBucket()
    projectId = await stores.newProject()
  })
  afterEach(() => bucket.close())

  const follow = (options: Partial<FollowBucketOptions> = {}, prefix = '') => {
    const place = { bucket: bucket.name, prefix }
    const signal = new AbortController().signal
    const used = { clock: stores.clock, signal, isOnce: true, ...options }
    return followBucket(deps, projectId, place, openBucket(bucket.settings, place), used)
  }
  const total = async () => (await viewStore.rank(projectId, { from: null, to: null })).totals.total

  it('count once, plain and gzip, whatever their names; what is put there later counts the next time', async () => {
    bucket.put('docs/a b+c%20é&.log', content(0, 5))
    bucket.put('docs/2026/01/x.log.gz', gzipSync(content(5, 10)))
    for (let object = 1; object < 7; object++) bucket.put(`docs/many/${object}.log`, content(object * 10, object * 10 + 5))
    bucket.put('docs/empty.log', '')
    bucket.put('other/z.log', content(100, 110))
    expect(await follow({}, 'docs/')).toMatchObject({ lines: 40, human: 40, warnings: [] })
    expect(bucket.fetched).toHaveLength(8)
    expect(await follow({}, 'docs/')).toMatchObject({ lines: 0 })
    expect(bucket.fetched).toHaveLength(8)
    bucket.put('docs/0.log', content(70, 75))
    expect(await follow({}, 'docs/')).toMatchObject({ lines: 5 })
    expect(await total()).toBe(45)
  })

  it('count once when a process ends in the middle of an object', async () => {
    bucket.put('a.log.gz', gzipSync(content(0, 5000)))
    const stopping = new AbortController()
    const record: ViewStore['record'] = async (...words) => {
      const outcome = await viewStore.record(...words)
      stopping.abort()
      return outcome
    }
    const first = await followBucket(
      { ...deps, viewStore: { ...viewStore, record } },
      projectId,
      { bucket: bucket.name, prefix: '' },
      openBucket(bucket.settings, { bucket: bucket.name, prefix: '' }),
      { clock: stores.clock, signal: stopping.signal, onLines: () => stopping.abort() },
    )
    expect(first.lines).toBeGreaterThan(0)
    expect(first.lines).toBeLessThan(5000)
    expect((await follow()).lines).toBe(5000 - first.lines)
    expect(await total()).toBe(5000)
  })

  it('that was imported as a file, or put under another name, isn’t counted again', async () => {
    bucket.put('a.log', content(0, 50))
    await follow()
    bucket.put('copy.log.gz', gzipSync(content(0, 50)))
    bucket.put('a.log', content(0, 60))
    expect(await follow()).toMatchObject({ lines: 10 })
  })

  it('is passed over when it is no log, and a busy storage is asked again', async () => {
    bucket.put('manifest.txt', 'This is not a log.\n'.repeat(5))
    bucket.put('z.log', content(0, 5))
    bucket.fail(2)
    const troubles: Fault[] = []
    expect(await follow({ onTrouble: (fault) => troubles.push(fault) })).toMatchObject({ lines: 5 })
    expect(troubles).toMatchObject([{ code: 'log_format_unknown' }])
  })

  it('need keys that are right, and a bucket that is there', async () => {
    const place = { bucket: 'elsewhere', prefix: '' }
    const signal = new AbortController().signal
    const ask = (settings: object) =>
      followBucket(deps, projectId, place, openBucket({ ...bucket.settings, ...settings }, place), {
        clock: stores.clock,
        signal,
        isOnce: true,
      })
    await expect(ask({ secretAccessKey: 'wrong' })).rejects.toThrow('403, SignatureDoesNotMatch')
    await expect(ask({})).rejects.toThrow('404, NoSuchBucket')
    await bucket.close()
    await expect(ask({})).rejects.toMatchObject({ code: 'bucket_unreadable' })
  })

  it('have addresses such as s3://bucket/prefix', () => {
    expect(readBucketAddress('s3://my.logs/docs/2026')).toEqual({ bucket: 'my.logs', prefix: 'docs/2026' })
    expect(readBucketAddress('s3://logs')).toEqual({ bucket: 'logs', prefix: '' })
    for (const text of ['s3://', 's3:///a', 's3://A_B/c', 's3://a/../b'])
      expect(() => readBucketAddress(text)).toThrow('names no bucket')
  })
})
