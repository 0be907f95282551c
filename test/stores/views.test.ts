import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sighting } from '../../src/analytics/collect/normalise.ts'
import { type PageCounts, type ViewStore, createViewStore } from '../../src/analytics/store/view-store.ts'
import { hourOf } from '../../src/analytics/time.ts'
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
const edge = fc.option(
  fc.tuple(fc.constantFrom(...STARTS), fc.integer({ min: -30, max: 110 })).map(([start, hours]) => hourOf(start) + hours),
)

/** What the specification says, in the plainest way: filter, count, sort. */
function naive(
  sightings: { time: number; path: string; verdict: Sighting['verdict'] }[],
  from: number | null,
  to: number | null,
): PageCounts[] {
  const pages = new Map<string, PageCounts>()
  for (const { time: at, path: page, verdict } of sightings) {
    if (verdict.class === 'excluded' || (from !== null && at < from * HOUR_MS) || (to !== null && at >= to * HOUR_MS)) continue
    const counts = pages.get(page) ?? { path: page, human: 0, ai: 0, total: 0 }
    counts[verdict.class]++
    counts.total++
    pages.set(page, counts)
  }
  return [...pages.values()].sort(
    (one, two) => two.total - one.total || Buffer.compare(Buffer.from(one.path), Buffer.from(two.path)),
  )
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

  it('answers like a naive count, for any views in any batches and any range', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(sighting, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(edge, edge), { minLength: 3, maxLength: 8 }),
        async (batches, ranges) => {
          const projectId = stores.ids.next('prj', stores.clock.now())
          for (const batch of batches)
            await views.record(
              projectId,
              batch.map((item) => ({ ...item, id: null })),
            )
          for (const [from, to] of [...ranges, [null, null] as const]) {
            if (from !== null && to !== null && from > to) continue
            expect((await views.rank(projectId, { from, to })).rows()).toEqual(naive(batches.flat(), from, to))
          }
        },
      ),
      { numRuns: engine === 'sqlite' ? 150 : 40, endOnFailure: true },
    )
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
    expect(await views.watermark(projectId)).toBe(20)
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
})
