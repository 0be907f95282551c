import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sighting } from '../../src/analytics/collect/normalise.ts'
import { type Source, type ViewStore, createViewStore } from '../../src/analytics/store/view-store.ts'
import { HOUR_MS, hourOf } from '../../src/analytics/time.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const ALL = { from: null, to: null }
/** Two hours of one day, and one of the next, which is in another month. */
const HOURS = [Date.UTC(2026, 0, 31, 9), Date.UTC(2026, 0, 31, 23), Date.UTC(2026, 1, 1, 0)]
const PAGES = ['/', '/guide', '/api']

/** One view by a person, and who sees it. */
interface Seen {
  page: string
  time: number
  by: readonly Source[]
}

const place = fc.record({
  page: fc.constantFrom(...PAGES),
  time: fc.constantFrom(...HOURS).chain((hour) => fc.integer({ min: 0, max: HOUR_MS - 1 }).map((past) => hour + past)),
})
const sources = fc.constantFrom<readonly Source[]>(['server'], ['beacon'], ['server', 'beacon'])

/** Who sees what depends on the page and the hour: on which server a page is, and when the script was put on it. */
const splitByPlace = fc
  .tuple(
    fc.array(place, { maxLength: 40 }),
    fc.array(sources, { minLength: PAGES.length * HOURS.length, maxLength: PAGES.length * HOURS.length }),
  )
  .map(([views, split]) =>
    views.map(({ page, time }): Seen => {
      const hour = HOURS.findIndex((start) => hourOf(start) === hourOf(time))
      return { page, time, by: split[PAGES.indexOf(page) * HOURS.length + hour]! }
    }),
  )
/** Any view may be seen by either, whatever the other sees. */
const splitAnyhow = fc.array(
  fc.tuple(place, sources).map(([view, by]): Seen => ({ ...view, by })),
  { maxLength: 40 },
)

describe.each(ENGINES)('people whom servers and the script see, on %s', (engine) => {
  let stores: TestStores
  let views: ViewStore
  beforeAll(async () => {
    stores = await openTestStores(engine)
    views = createViewStore(stores.databases.views, { isInline: true })
  })
  afterAll(async () => {
    await views.close()
    await stores.close()
  })

  const record = (projectId: string, seen: readonly Seen[], source: Source) =>
    views.record(
      projectId,
      seen
        .filter(({ by }) => by.includes(source))
        .map(({ page: path, time }): Sighting => ({ id: null, time, path, verdict: { class: 'human' } })),
      { source },
    )
  const byPage = async (projectId: string) =>
    Object.fromEntries((await views.rank(projectId, ALL)).rows().map(({ path, human }) => [path, human]))
  const byHour = async (projectId: string) =>
    Object.fromEntries((await views.series(projectId, ALL, 'hour')).map(({ bucket, human }) => [bucket, human]))
  const countBy = (seen: readonly Seen[], keyOf: (view: Seen) => string | number) => {
    const counts: Record<string, number> = {}
    for (const view of seen) counts[keyOf(view)] = (counts[keyOf(view)] ?? 0) + 1
    return counts
  }
  const runs = { numRuns: engine === 'sqlite' ? 60 : 15 }

  it('loses nobody and counts nobody twice, whatever pages and hours each of them sees', async () => {
    await fc.assert(
      fc.asyncProperty(splitByPlace, fc.boolean(), async (seen, isFolded) => {
        const projectId = await stores.newProject()
        await record(projectId, seen, 'server')
        if (isFolded) await views.fold(projectId)
        await record(projectId, seen, 'beacon')
        expect(await byPage(projectId)).toEqual(countBy(seen, ({ page }) => page))
        expect(await byHour(projectId)).toEqual(countBy(seen, ({ time }) => hourOf(time)))
        const guide = await views.series(projectId, ALL, 'day', { path: '/guide' })
        expect(guide.reduce((sum, { human }) => sum + human, 0)).toBe(seen.filter(({ page }) => page === '/guide').length)
      }),
      runs,
    )
  })

  it('never counts more views than there were, nor fewer than either of them saw', async () => {
    await fc.assert(
      fc.asyncProperty(splitAnyhow, async (seen) => {
        const projectId = await stores.newProject()
        await record(projectId, seen, 'beacon')
        await record(projectId, seen, 'server')
        const pages = await byPage(projectId)
        for (const page of PAGES) {
          const ofPage = seen.filter((view) => view.page === page)
          expect(pages[page] ?? 0).toBeLessThanOrEqual(ofPage.length)
          for (const source of ['server', 'beacon'] as const)
            expect(pages[page] ?? 0).toBeGreaterThanOrEqual(ofPage.filter(({ by }) => by.includes(source)).length)
        }
      }),
      runs,
    )
  })

  it('lets nobody who has the public site key make a person disappear, from any page or hour', async () => {
    await fc.assert(
      fc.asyncProperty(splitAnyhow, splitAnyhow, fc.boolean(), async (seen, forged, isFolded) => {
        const projectId = await stores.newProject()
        await record(projectId, seen, 'server')
        await record(projectId, seen, 'beacon')
        if (isFolded) await views.fold(projectId)
        const before = { ...(await byPage(projectId)), ...(await byHour(projectId)) }
        await record(
          projectId,
          forged.map((view) => ({ ...view, by: ['beacon'] })),
          'beacon',
        )
        const after = { ...(await byPage(projectId)), ...(await byHour(projectId)) }
        for (const [key, human] of Object.entries(before)) expect(after[key] ?? 0, key).toBeGreaterThanOrEqual(human)
      }),
      runs,
    )
  })
})
