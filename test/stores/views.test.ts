import { AI_KINDS } from '../../src/analytics/classify/registry-entry.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { classify } from '../../src/analytics/classify/classify.ts'
import { createClassifier } from '../../src/analytics/classify/classifier.ts'
import { toTrace } from '../../src/analytics/classify/trace.ts'
import { type Sighting, USUAL_RULES, normalise } from '../../src/analytics/collect/normalise.ts'
import { type PageCounts, type Source, type ViewStore, createViewStore } from '../../src/analytics/store/view-store.ts'
import { hourOf } from '../../src/analytics/time.ts'
import { createRandom } from '../support/random.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const HOUR_MS = 3_600_000
/** Around a leap day, a year's end and plain days, so that all three roll-ups take part. */
const STARTS = ['2024-02-28T20:00Z', '2024-02-29T00:00Z', '2025-12-31T22:00Z', '2026-01-15T10:00Z', '2026-03-01T00:00Z'].map(
  (text) => Date.parse(text),
)

const time = fc
  .tuple(fc.constantFrom(...STARTS), fc.integer({ min: 0, max: 80 * HOUR_MS }))
  .map(([start, shift]) => start + shift)
const path = fc.constantFrom('/', '/a', '/b', '/B', '/é', '/\u{1F600}', '/\uFF5E', '/a/b', '/a-b')
const sighting = fc.record({
  time,
  path,
  verdict: fc.constantFrom(
    { class: 'human' as const },
    { class: 'ai' as const },
    { class: 'excluded' as const, reason: 'bot' as const },
  ),
})
const source = fc.constantFrom('server' as const, 'server' as const, 'beacon' as const)
const edge = fc.option(
  fc.tuple(fc.constantFrom(...STARTS), fc.integer({ min: -30, max: 110 })).map(([start, hours]) => hourOf(start) + hours),
)

type Seen = { time: number; path: string; verdict: Sighting['verdict']; source: Source }

/** Some many times, so that a server and the beacon see very different numbers of people. */
const sightings = fc
  .array(fc.tuple(sighting, fc.constantFrom(1, 1, 1, 1, 1, 40)), { minLength: 1, maxLength: 30 })
  .map((list) => list.flatMap(([one, times]) => Array.from({ length: times }, () => one)))

/**
 * What the specification says, in the plainest way: filter, count, sort. Of people the larger number counts that one of the sources saw on a
 * page in an hour; on a day on which a server saw anything only that counts AI.
 */
function naive(seen: Seen[], from: number | null, to: number | null): PageCounts[] {
  const views = seen.filter((view) => view.verdict.class !== 'excluded')
  const dayOf = (view: Seen) => Math.floor(view.time / (24 * HOUR_MS))
  const serverDays = new Set(views.filter((view) => view.source === 'server').map(dayOf))
  const inRange = views.filter(({ time: at }) => (from === null || at >= from * HOUR_MS) && (to === null || at < to * HOUR_MS))
  const people = new Map<string, Record<Source, number>>()
  const pages = new Map<string, PageCounts>()
  const add = (page: string, column: 'human' | 'ai', count: number) => {
    const counts = pages.get(page) ?? { path: page, human: 0, ai: 0, total: 0 }
    counts[column] += count
    counts.total += count
    pages.set(page, counts)
  }
  for (const view of inRange) {
    if (view.verdict.class === 'human') {
      const cell = `${hourOf(view.time)} ${view.path}`
      const counts = people.get(cell) ?? { server: 0, beacon: 0 }
      counts[view.source]++
      people.set(cell, counts)
    } else if (view.source === (serverDays.has(dayOf(view)) ? 'server' : 'beacon')) add(view.path, 'ai', 1)
  }
  for (const [cell, { server, beacon }] of people) add(cell.slice(cell.indexOf(' ') + 1), 'human', Math.max(server, beacon))
  return [...pages.values()].sort(
    (one, two) => two.total - one.total || Buffer.compare(Buffer.from(one.path), Buffer.from(two.path)),
  )
}

/** Requests of a week by people, agents and robots, from several places: enough of them for days that become blocks at once. */
function madeUpSightings(length: number, seed: string, now: number): Sighting[] {
  const random = createRandom(length).next
  const one = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  return Array.from({ length }, (_, index) => {
    const sighting = normalise(
      { ...USUAL_RULES, classifier: CLASSIFIER },
      {
        // Some were sent before: each counts once.
        ...(random() < 0.2 ? { id: `${seed} ${index % 700}` } : {}),
        time: now - Math.floor(random() * 9) * 24 * HOUR_MS - Math.floor(random() * 5 * HOUR_MS),
        path: `/guide/${Math.floor(random() ** 3 * 400)}`,
        status: one([200, 200, 200, 200, 404, 410, 500, 301]),
        userAgent: one(USER_AGENTS),
        referrer: one(['', '', 'https://www.google.com/', 'https://chatgpt.com/', `https://site-${index % 30}.example/`]),
        ip: `203.0.113.${Math.floor(random() * 200)}`,
      },
      now,
    )
    if ('refused' in sighting) throw new Error(sighting.refused)
    return sighting
  })
}

const CLASSIFIER = createClassifier()
const USER_AGENTS = [
  ...Array.from(
    { length: 20 },
    (_, index) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/${index + 120}.0.0.0 Safari/537.36`,
  ),
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Claude-User/1.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.11.1',
]

async function askEverything(views: ViewStore, projectId: string): Promise<Record<string, object[]>> {
  const range = { from: null, to: null }
  const whole = { offset: 0, limit: 10_000 }
  const tables: Record<string, object[]> = {}
  for (const name of ['agents', 'referrers', 'misses', 'visitors', 'exclusions'] as const)
    for (const path of [undefined, '/guide/1', '/guide/1*'])
      tables[`${name} ${path}`] = (await views.table(name, { projectId, days: range, path }, whole)).rows
  return {
    pages: (await views.rank(projectId, range)).rows(),
    some: (await views.rank(projectId, range, { path: '/guide/2*' })).rows(),
    hours: await views.series(projectId, range, 'hour'),
    days: await views.series(projectId, range, 'day', { path: '/guide/1*' }),
    agent: await views.agentSeries(projectId, range, 'day', { agent: 'GPTBot' }),
    ...tables,
  }
}

describe.each(ENGINES)('the view store on %s', (engine) => {
  let stores: TestStores
  let views: ViewStore

  beforeAll(async () => {
    stores = await openTestStores(engine)
    views = createViewStore(stores.databases.views)
  })
  afterAll(async () => {
    await views.close()
    await stores.close()
  })

  it('answers like a naive count, for any views in any batches from any source, folded or not, and any range', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(source, sightings, fc.boolean()), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.array(fc.tuple(edge, edge), { minLength: 3, maxLength: 8 }),
        async (batches, ranges) => {
          const projectId = stores.ids.next('prj', stores.clock.now())
          const seen: Seen[] = []
          for (const [from, batch, isFolded] of batches) {
            await views.record(
              projectId,
              batch.map((item) => ({ ...item, id: null })),
              { source: from },
            )
            seen.push(...batch.map((item) => ({ ...item, source: from })))
            if (isFolded) await views.fold(projectId)
          }
          for (const [from, to] of [...ranges, [null, null] as const]) {
            if (from !== null && to !== null && from > to) continue
            const expected = naive(seen, from, to)
            const ranked = await views.rank(projectId, { from, to })
            expect(ranked.rows()).toEqual(expected)
            const total = expected.reduce((sum, page) => sum + page.total, 0)
            expect(ranked.totals.total).toBe(total)
            for (const interval of ['hour', 'day', 'month'] as const)
              for (const path of [undefined, '*']) {
                const points = await views.series(projectId, { from, to }, interval, { path })
                expect(points.reduce((sum, point) => sum + point.human + point.ai, 0)).toBe(total)
              }
            const page = expected[0]?.path ?? '/a'
            expect((await views.rank(projectId, { from, to }, { path: page })).rows()).toEqual(expected.slice(0, 1))
          }
        },
      ),
      { numRuns: engine === 'sqlite' ? 100 : 25, endOnFailure: true },
    )
  })

  it('answers every question the same, whether views come in one large batch or in small ones, folded or not, with threads or without', async () => {
    const now = stores.clock.now()
    const inline = createViewStore(stores.databases.views, { isInline: true })
    const answers: Record<string, object[]>[] = []
    for (const [store, size, isFolded] of [
      [views, 6000, false],
      [inline, 6000, true],
      [views, 100, false],
      [inline, 100, true],
    ] as const) {
      const projectId = await stores.newProject()
      for (const from of ['server', 'beacon'] as const) {
        const seen = madeUpSightings(from === 'server' ? 6000 : 2500, from, now)
        for (let at = 0; at < seen.length; at += size) await store.record(projectId, seen.slice(at, at + size), { source: from })
      }
      if (isFolded) await store.fold(projectId)
      answers.push(await askEverything(store, projectId))
    }
    await inline.close()
    for (const answer of answers) expect(answer).toEqual(answers[0])
    for (const [question, rows] of Object.entries(answers[0]!)) expect(rows, question).not.toEqual([])
  })

  it('counts people by page and hour as the one saw them who saw more, everywhere', async () => {
    const projectId = await stores.newProject()
    const now = stores.clock.now()
    const visits = (from: number, to: number): Sighting[] =>
      Array.from({ length: to - from }, (_, index) => ({
        id: null,
        time: now,
        path: '/a',
        verdict: { class: 'human' },
        referrer: 'example.com',
        visitor: { address: `203.0.113.${from + index}`, userAgent: 'Firefox' },
      }))
    const everything = async () => {
      const question = { projectId, days: { from: null, to: null } }
      const table = async (name: 'referrers' | 'visitors' | 'exclusions') =>
        (await views.table(name, question, { offset: 0, limit: 9 })).rows
      return {
        human: (await views.rank(projectId, { from: null, to: null })).totals.human,
        referred: await table('referrers'),
        visitors: await table('visitors'),
        leftOut: await table('exclusions'),
      }
    }
    await views.record(projectId, visits(0, 80))
    await views.record(projectId, visits(100, 110), { source: 'beacon' })
    expect(await everything()).toMatchObject({
      human: 80,
      referred: [{ human: 80 }],
      visitors: [{ visitors: 80 }],
      leftOut: [{ reason: 'counted-by-server', count: 10 }],
    })
    await views.record(projectId, visits(110, 190), { source: 'beacon' })
    expect(await everything()).toMatchObject({
      human: 90,
      referred: [{ human: 90 }],
      visitors: [{ visitors: 90 }],
      leftOut: [{ reason: 'counted-by-script', count: 80 }],
    })
  })

  it('counts every view of batches that arrive at once', async () => {
    const projectId = await stores.newProject()
    const batch = (seed: number): Sighting[] =>
      Array.from({ length: 40 }, (_, index) => ({
        id: null,
        time: STARTS[(seed + index) % STARTS.length]!,
        path: `/${(seed * 7 + index) % 11}`,
        verdict: { class: index % 3 === 0 ? 'ai' : 'human' },
      }))
    await Promise.all(Array.from({ length: 20 }, (_, seed) => views.record(projectId, batch(seed))))
    const ranked = await views.rank(projectId, { from: null, to: null })
    expect(ranked.rows().reduce((sum, page) => sum + page.total, 0)).toBe(800)
    expect(ranked.totals.total).toBe(800)
    const watermark = await views.watermark(projectId)
    await views.record(projectId, batch(21))
    expect(await views.watermark(projectId)).toBeGreaterThan(watermark)
  })

  it('keeps projects apart', async () => {
    const [one, two] = [await stores.newProject(), await stores.newProject()]
    await views.record(one, [{ id: 'x', time: STARTS[0]!, path: '/a', verdict: { class: 'human' } }])
    expect((await views.rank(two, { from: null, to: null })).rows()).toEqual([])
    expect(await views.watermark(two)).toBe(0)
  })

  it('counts what it leaves out, by day and reason', async () => {
    const projectId = await stores.newProject()
    const excluded = (reason: 'bot' | 'asset'): Sighting => ({
      id: null,
      time: STARTS[3]!,
      path: '/a',
      verdict: { class: 'excluded', reason },
    })
    await views.record(projectId, [excluded('bot'), excluded('bot'), excluded('asset')])
    await views.record(projectId, [excluded('bot')])
    const rows = await stores.databases.views.query
      .selectFrom('exclusion')
      .select(['reason', 'count'])
      .where('project_id', '=', projectId)
      .orderBy('reason')
      .execute()
    expect(rows).toEqual([
      { reason: 'asset', count: 1 },
      { reason: 'bot', count: 3 },
    ])
  })

  it('counts an import once, whoever else imports the same log', async () => {
    const projectId = await stores.newProject()
    const log = (byte: number) => ({
      id: 'k-0',
      key: 'k',
      marks: [],
      position: { byte, isMidLine: false, directives: [] },
      tailHash: 'x',
    })
    const one: Sighting[] = [{ id: null, time: STARTS[0]!, path: '/a', verdict: { class: 'human' } }]
    const first = { progress: { log: log(10), previous: null } }
    const [won, lost] = await Promise.all([views.record(projectId, one, first), views.record(projectId, one, first)])
    expect([won, lost]).toEqual([
      { accepted: 1, duplicates: 0, isStale: false },
      { accepted: 0, duplicates: 0, isStale: true },
    ])
    expect(await views.findLogs(projectId, 'k')).toEqual([log(10)])
    const next = { progress: { log: log(20), previous: log(10).position } }
    expect(await views.record(projectId, one, next)).toMatchObject({ accepted: 1, isStale: false })
    expect(await views.record(projectId, one, next)).toMatchObject({ accepted: 0, isStale: true })
    expect((await views.rank(projectId, { from: null, to: null })).totals.total).toBe(2)
  })

  it.each([0, 5])('counts different people of %s days ago once, by server and by beacon, in any batches', async (daysAgo) => {
    const projectId = await stores.newProject()
    const visit = (person: number): Sighting => ({
      id: null,
      time: stores.clock.now() - daysAgo * 24 * HOUR_MS,
      path: '/a',
      verdict: { class: 'human' },
      visitor: { address: `203.0.113.${person % 200}`, userAgent: `Firefox/${person}` },
    })
    const visits = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => visit(from + index))
    const count = async () =>
      (await views.table('visitors', { projectId, days: { from: null, to: null } }, { offset: 0, limit: 9 })).rows
    await views.record(projectId, [...visits(0, 300), ...visits(0, 300)])
    await views.record(projectId, visits(200, 400))
    await views.record(projectId, visits(399, 401))
    expect(await count()).toMatchObject([{ visitors: 401 }])
    // The beacon sees fewer people at first, then more.
    await views.record(projectId, visits(100, 140), { source: 'beacon' })
    await views.record(projectId, visits(139, 141), { source: 'beacon' })
    expect(await count()).toMatchObject([{ visitors: 401 }])
    await views.record(projectId, visits(141, 600), { source: 'beacon' })
    expect(await count()).toMatchObject([{ visitors: 500 }])
  })

  it.each([0, 5])(
    'keeps no address and no salt of %s days ago: after two days only the number of visitors is left',
    async (daysAgo) => {
      const projectId = await stores.newProject()
      const now = stores.clock.now() - daysAgo * 24 * HOUR_MS
      const visit = (address: string): Sighting => ({
        id: null,
        time: now,
        path: '/a',
        verdict: { class: 'human' },
        visitor: { address, userAgent: 'Firefox' },
      })
      await views.record(projectId, [visit('203.0.113.7'), visit('203.0.113.7'), visit('203.0.113.8')])
      await views.record(projectId, [visit('203.0.113.7')])
      const count = async () =>
        (await views.table('visitors', { projectId, days: { from: null, to: null } }, { offset: 0, limit: 9 })).rows
      const dump = () =>
        sql<object>`select * from visitor_day where project_id = ${projectId}`.execute(stores.databases.views.query)
      expect(await count()).toMatchObject([{ visitors: 2 }])
      expect(JSON.stringify(await dump())).not.toContain('203.0.113')
      stores.clock.advance(48 * HOUR_MS)
      await views.maintain(async () => ({ aiKinds: AI_KINDS, ignoredPaths: [] }))
      expect(await count()).toMatchObject([{ visitors: 2 }])
      expect((await dump()).rows).toMatchObject([{ salt: null }])
      for (const left of [
        sql`select * from visitor where project_id = ${projectId}`,
        sql`select * from view_block where project_id = ${projectId} and unit like 'visitor%'`,
      ])
        expect((await left.execute(stores.databases.views.query)).rows).toEqual([])
      await views.record(projectId, [visit('203.0.113.7')])
      expect(await count()).toMatchObject([{ visitors: 2 }])
      stores.clock.advance(-48 * HOUR_MS)
    },
  )

  it('judges the views of the last days again when the registry changed, and only once', async () => {
    const projectId = await stores.newProject()
    const now = stores.clock.now()
    const request = { method: 'GET', status: 200, address: '/a', userAgent: 'GPTBot/1.2', headers: {} }
    const counted: Sighting = {
      id: null,
      time: now,
      path: '/a',
      // As if the registry had not known the agent when it was counted.
      verdict: { ...classify({ ...request, userAgent: 'Mozilla/5.0 Chrome/143.0.0.0 Safari/537.36' }) },
      trace: toTrace(request),
      referrer: 'example.com',
    }
    await views.record(projectId, [counted, counted, { ...counted, path: '/b', time: now - 24 * HOUR_MS }])
    await views.fold(projectId)
    expect((await views.rank(projectId, { from: null, to: null })).totals).toEqual({ human: 3, ai: 0, total: 3 })
    for (let round = 0; round < 2; round++) {
      await sql`delete from fact`.execute(stores.databases.views.query)
      await views.maintain(async () => ({ aiKinds: AI_KINDS, ignoredPaths: [] }))
      expect((await views.rank(projectId, { from: null, to: null })).rows()).toEqual([
        { path: '/a', human: 0, ai: 2, total: 2 },
        { path: '/b', human: 0, ai: 1, total: 1 },
      ])
    }
    const question = { projectId, days: { from: null, to: null } }
    const whole = { offset: 0, limit: 9 }
    expect((await views.table('agents', question, whole)).rows).toMatchObject([{ agent: 'GPTBot', views: 3 }])
    expect((await views.table('referrers', question, whole)).rows).toMatchObject([{ human: 0, ai: 3 }])
    expect((await views.series(projectId, { from: null, to: null }, 'month')).map((point) => point.ai)).toEqual([3])
  })

  it('forgets what is too old, and keeps the views', async () => {
    const projectId = await stores.newProject()
    const now = stores.clock.now()
    const request = { method: 'GET', status: 200, address: '/a', userAgent: 'GPTBot/1.2', headers: {} }
    const view: Sighting = { id: 'once', time: now, path: '/a', verdict: classify(request), trace: toTrace(request) }
    const miss: Sighting = { id: null, time: now, path: '/gone', verdict: { class: 'excluded', reason: 'error' }, status: 404 }
    const person: Sighting = { id: null, time: now, path: '/a', verdict: { class: 'human' }, traits: '["DE"]' }
    await views.record(projectId, [view, miss, person])
    const rows = async (table: string) =>
      (await sql`select * from ${sql.table(table)} where project_id = ${projectId}`.execute(stores.databases.views.query)).rows
    for (const table of ['raw_hour', 'seen_event', 'miss_day', 'agent_page_day', 'trait_day', 'name'])
      expect((await rows(table)).length, table).toBeGreaterThan(0)
    stores.clock.advance(10 * 24 * HOUR_MS)
    await views.maintain(async () => ({ aiKinds: AI_KINDS, ignoredPaths: [] }))
    for (const table of ['raw_hour', 'seen_event']) expect(await rows(table), table).toEqual([])
    expect((await rows('name')).map((row) => (row as { kind: string }).kind)).not.toContain('trace')
    stores.clock.advance(800 * 24 * HOUR_MS)
    await views.maintain(async () => ({ aiKinds: AI_KINDS, ignoredPaths: [] }))
    for (const table of ['miss_day', 'agent_page_day', 'trait_day', 'name']) expect(await rows(table), table).toEqual([])
    const units = (await rows('view_block')).map((row) => (row as { unit: string }).unit)
    expect(new Set(units)).toEqual(new Set(['hour', 'day', 'month']))
    expect((await views.rank(projectId, { from: null, to: null })).rows()).toEqual([{ path: '/a', human: 1, ai: 1, total: 2 }])
    stores.clock.advance(-810 * 24 * HOUR_MS)
  })

  it('answers the same after another store on the database has written and folded', async () => {
    const projectId = await stores.newProject()
    const other = createViewStore(stores.databases.views)
    const view = (path: string): Sighting => ({ id: null, time: STARTS[3]!, path, verdict: { class: 'human' } })
    await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => views.record(projectId, [view(`/${index % 3}`), view('/x')])),
      ...Array.from({ length: 10 }, (_, index) => other.record(projectId, [view(`/${index % 4}`), view('/y')])),
      other.fold(projectId),
      views.fold(projectId),
    ])
    const ranked = (await views.rank(projectId, { from: null, to: null })).rows()
    expect(ranked.reduce((sum, page) => sum + page.total, 0)).toBe(40)
    expect((await other.rank(projectId, { from: null, to: null })).rows()).toEqual(ranked)
    await other.close()
  })
})
