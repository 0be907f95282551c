import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { classify } from '../../src/analytics/classify/classify.ts'
import { AI_KINDS } from '../../src/analytics/classify/registry-entry.ts'
import { toTrace } from '../../src/analytics/classify/trace.ts'
import type { Sighting } from '../../src/analytics/collect/normalise.ts'
import type { Dimension } from '../../src/analytics/store/read/dimension.ts'
import { type Source, type ViewStore, createViewStore } from '../../src/analytics/store/view-store.ts'
import { createKnownNames } from '../../src/analytics/store/write/known-names.ts'
import type { Tx } from '../../src/analytics/store/engine.ts'
import { type Traits, readTraitsName, toTraitsName } from '../../src/analytics/traits/traits.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ALL = { offset: 0, limit: 1000 }
const NOTHING: Traits = {
  country: null,
  device: null,
  browser: null,
  language: null,
  isEntry: null,
  source: null,
  medium: null,
  campaign: null,
}
const PERSON = { method: 'GET', status: 200, address: '/a', userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0', headers: {} }

interface Seen {
  time: number
  path: string
  source: Source
  traits: Traits
  referrer: string | null
}

const DIMENSIONS: Record<Exclude<Dimension, 'entry-page'>, (view: Seen) => string | null> = {
  country: ({ traits }) => traits.country,
  device: ({ traits }) => traits.device,
  browser: ({ traits }) => traits.browser,
  language: ({ traits }) => traits.language,
  'utm-source': ({ traits }) => traits.source,
  'utm-medium': ({ traits }) => traits.medium,
  'utm-campaign': ({ traits }) => traits.campaign,
  'referrer-page': ({ referrer }) => referrer,
}

/** The larger number that one of the sources saw, by whatever the views are told apart by; then summed up by value. */
function naive(seen: Seen[], keyOf: (view: Seen) => string, valueOf: (view: Seen) => string | null): Map<string, number> {
  const cells = new Map<string, { value: string } & Record<Source, number>>()
  for (const view of seen) {
    const value = valueOf(view)
    if (value === null) continue
    const key = JSON.stringify([keyOf(view), view.path, value])
    const cell = cells.get(key) ?? { value, server: 0, beacon: 0 }
    cell[view.source]++
    cells.set(key, cell)
  }
  const sums = new Map<string, number>()
  for (const { value, server, beacon } of cells.values()) sums.set(value, (sums.get(value) ?? 0) + Math.max(server, beacon))
  return sums
}

const total = (sums: Map<string, number>) => [...sums.values()].reduce((sum, count) => sum + count, 0)
const dayOf = (view: Seen) => String(Math.floor(view.time / DAY_MS))

describe.each(ENGINES)('breakdowns on %s', (engine) => {
  let stores: TestStores
  let views: ViewStore
  let now: number

  beforeAll(async () => {
    stores = await openTestStores(engine)
    views = createViewStore(stores.databases.views)
    now = await views.now()
  })
  afterAll(async () => {
    await views.close()
    await stores.close()
  })

  const record = (projectId: string, seen: Seen[], source: Source) => {
    const sightings = seen
      .filter((view) => view.source === source)
      .map(({ time, path, traits, referrer }): Sighting => {
        const verdict = { class: 'human' as const }
        return { id: null, time, path, verdict, referrer, traits: toTraitsName(traits) }
      })
    return sightings.length === 0 ? null : views.record(projectId, sightings, { source })
  }
  const ask = async (projectId: string, by: Dimension, more: { path?: string; from?: number | null } = {}) => {
    const { rows } = await views.table(
      'breakdown',
      { projectId, days: { from: more.from ?? null, to: null }, by, path: more.path },
      ALL,
    )
    return new Map(rows.map(({ value, human }) => [value, human]))
  }

  const seen = fc.record({
    time: fc.integer({ min: 0, max: 70 * 24 }).map((hours) => -hours * HOUR_MS),
    path: fc.constantFrom('/', '/a', '/a/b'),
    source: fc.constantFrom<Source>('server', 'server', 'beacon'),
    referrer: fc.constantFrom(null, 'example.com', 'example.com/x'),
    traits: fc.record({
      country: fc.constantFrom(null, 'DE', 'FR'),
      device: fc.constantFrom(null, 'desktop' as const, 'phone' as const),
      browser: fc.constantFrom(null, 'Firefox' as const),
      language: fc.constantFrom(null, 'de'),
      isEntry: fc.constantFrom(null, true, false),
      source: fc.constantFrom(null, 'news"letter', ' '),
      medium: fc.constant(null),
      campaign: fc.constantFrom(null, 'spring'),
    }),
  })

  it('are those of a naive count, by any range and page, before and after folding, with the rest as unknown', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(seen, { maxLength: 40 }), fc.boolean()), { minLength: 1, maxLength: 3 }),
        fc.option(fc.integer({ min: 0, max: 72 })),
        fc.constantFrom(undefined, '/a', '/a*'),
        async (batches, daysBack, path) => {
          const projectId = stores.ids.next('prj', stores.clock.now())
          const all = batches.flatMap(([batch]) => batch.map((view) => ({ ...view, time: now + view.time })))
          for (const [batch, isFolded] of batches) {
            const moved = batch.map((view) => ({ ...view, time: now + view.time }))
            for (const source of ['server', 'beacon'] as const) await record(projectId, moved, source)
            if (isFolded) await views.fold(projectId)
          }
          const from = daysBack === null ? null : Math.floor(now / DAY_MS) - daysBack
          const within = all.filter(
            (view) =>
              (from === null || Math.floor(view.time / DAY_MS) >= from) &&
              (path === undefined || (path === '/a' ? view.path === '/a' : view.path.startsWith('/a'))),
          )
          const people = total(
            naive(
              within,
              (view) => String(Math.floor(view.time / HOUR_MS)),
              () => 'view',
            ),
          )
          const expectKnown = (answer: Map<string | null, number>, expected: Map<string, number>, known: number) => {
            const unknown = people - known
            expect(answer).toEqual(new Map([...expected, ...(unknown > 0 ? [[null, unknown] as const] : [])]))
          }
          for (const [by, valueOf] of Object.entries(DIMENSIONS)) {
            const expected = naive(within, dayOf, valueOf)
            expectKnown(await ask(projectId, by as Dimension, { path, from }), expected, total(expected))
          }
          const known = naive(within, dayOf, ({ traits }) => (traits.isEntry === null ? null : String(traits.isEntry)))
          const entries = naive(
            within.filter(({ traits }) => traits.isEntry),
            dayOf,
            (view) => view.path,
          )
          expectKnown(await ask(projectId, 'entry-page', { path, from }), entries, total(known))
        },
      ),
      { numRuns: engine === 'sqlite' ? 30 : 8, endOnFailure: true },
    )
  })

  it('lose the views that turn out not to be by people', async () => {
    const projectId = await stores.newProject()
    const own = classify(PERSON)
    const robot = toTrace({ ...PERSON, userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)' })
    const traits = toTraitsName({ ...NOTHING, country: 'DE', device: 'desktop' })
    const view = { id: null, path: '/a', verdict: own, traits }
    await views.record(projectId, [
      { ...view, time: now - HOUR_MS, trace: toTrace(PERSON) },
      { ...view, time: now - HOUR_MS, trace: robot },
    ])
    expect(await ask(projectId, 'country')).toEqual(new Map([['DE', 2]]))
    await views.maintain(async () => ({ aiKinds: AI_KINDS, ignoredPaths: [] }))
    expect(await ask(projectId, 'country')).toEqual(new Map([['DE', 1]]))
    await views.fold(projectId)
    expect(await ask(projectId, 'device')).toEqual(new Map([['desktop', 1]]))
  })
})

describe('names that anyone can make up', () => {
  it('are kept without that part when a day has too many of them', async () => {
    const stored: string[] = []
    const tx = {
      all: async () => [{ count: 1 }],
      internNames: async (_project: string, _kind: string, names: readonly string[]) =>
        names.map((name) => (stored.includes(name) ? stored.indexOf(name) : stored.push(name) - 1)),
    } as unknown as Tx
    const known = createKnownNames({ finePerDayMax: 3 })
    const ids = await known.names(tx, 'p', 'referrer', ['a.com/1', 'a.com/2', 'a.com/3', 'a.com/4', 'b.com'], 1)
    expect([...ids].map(([name, id]) => [name, stored[id]])).toEqual([
      ['a.com/1', 'a.com/1'],
      ['a.com/2', 'a.com/2'],
      ['a.com/3', 'a.com'],
      ['a.com/4', 'a.com'],
      ['b.com', 'b.com'],
    ])
    const campaign = toTraitsName({ ...NOTHING, country: 'DE', campaign: 'x' })!
    await createKnownNames({ finePerDayMax: 0 }).names(tx, 'p', 'traits', [campaign], 1)
    expect(readTraitsName(stored.at(-1)!)).toEqual({ ...NOTHING, country: 'DE' })
  })
})
