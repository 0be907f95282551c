import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AI_KINDS } from '../../src/analytics/classify/registry-entry.ts'
import { createClassifier } from '../../src/analytics/classify/classifier.ts'
import { combined } from '../../src/analytics/collect/formats/combined.ts'
import { createLineSums } from '../../src/analytics/collect/line-sums.ts'
import { USUAL_RULES } from '../../src/analytics/collect/normalise.ts'
import { type Source, type ViewStore, createViewStore } from '../../src/analytics/store/view-store.ts'
import { recentMinute } from '../../src/analytics/time.ts'
import { createZone } from '../../src/lib/time-zone.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const MINUTE_MS = 60_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

interface Seen {
  minutesAgo: number
  path: string
  class: 'human' | 'ai'
  source: Source
}

/** People of a page by the source that saw more of them; AI by the servers, if they saw anything that day. */
function naive(seen: Seen[]): { minutes: Map<number, string>; pages: Map<string, string> } {
  const recent = seen.filter(({ minutesAgo }) => minutesAgo < 30)
  const people = (path: string, source: Source) =>
    recent.filter((view) => view.path === path && view.class === 'human' && view.source === source).length
  const isServed = seen.some(({ source }) => source === 'server')
  const counted = recent.filter(({ path, class: who, source }) =>
    who === 'human'
      ? source === (people(path, 'beacon') > people(path, 'server') ? 'beacon' : 'server')
      : source === 'server' || !isServed,
  )
  const sum = <Key>(keyOf: (view: Seen) => Key) => {
    const sums = new Map<Key, string>()
    for (const key of new Set(counted.map(keyOf))) {
      const of = (who: Seen['class']) => counted.filter((view) => keyOf(view) === key && view.class === who).length
      sums.set(key, `${of('human')} ${of('ai')}`)
    }
    return sums
  }
  return { minutes: sum((view) => view.minutesAgo), pages: sum((view) => view.path) }
}

describe.each(ENGINES)('the last minutes on %s', (engine) => {
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

  const ask = async (projectId: string) => {
    const { minutes, pages } = await views.recent(projectId, Math.floor(now / MINUTE_MS))
    expect(minutes).toHaveLength(30)
    const last = minutes.at(-1)!.minute
    return {
      minutes: new Map(
        minutes.filter(({ human, ai }) => human + ai > 0).map(({ minute, human, ai }) => [last - minute, `${human} ${ai}`]),
      ),
      pages: new Map(pages.map(({ path, human, ai }) => [path, `${human} ${ai}`])),
    }
  }

  it('are those of a naive count, and are gone when they are over', async () => {
    const view = fc.record({
      minutesAgo: fc.integer({ min: 0, max: 40 }),
      path: fc.constantFrom('/', '/a', '/b'),
      class: fc.constantFrom('human' as const, 'ai' as const),
      source: fc.constantFrom<Source>('server', 'beacon'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(view, { maxLength: 20 }), { minLength: 1, maxLength: 3 }), async (batches) => {
        const projectId = stores.ids.next('prj', stores.clock.now())
        for (const batch of batches)
          for (const source of ['server', 'beacon'] as const) {
            const own = batch.filter((one) => one.source === source)
            const sightings = own.map(({ minutesAgo, path, class: who }) => {
              const time = Math.floor(now / MINUTE_MS) * MINUTE_MS - minutesAgo * MINUTE_MS
              return { id: null, time, minute: recentMinute(time, now), path, verdict: { class: who } }
            })
            if (own.length > 0) await views.record(projectId, sightings, { source })
          }
        expect(await ask(projectId)).toEqual(naive(batches.flat()))
      }),
      { numRuns: engine === 'sqlite' ? 40 : 10, endOnFailure: true },
    )
  })

  it('have the lines of a log that is followed in their minutes', async () => {
    const projectId = await stores.newProject()
    const rules = { ...USUAL_RULES, zone: createZone('Asia/Kolkata'), classifier: createClassifier() }
    const sums = createLineSums(rules, combined, now)
    for (const minutesAgo of [0, 7, 7, 29, 45]) {
      const [, month, day] = new Date(now).toDateString().split(' ')
      const at = new Date(now - minutesAgo * MINUTE_MS).toISOString()
      const stamp = `${day}/${month}/${at.slice(0, 4)}:${at.slice(11, 19)} +0000`
      const line = `203.0.113.7 - - [${stamp}] "GET /a HTTP/1.1" 200 5 "-" "${FIREFOX}"\n`
      expect(sums.take(Buffer.from(line), 0, line.length)).toBe(line.length)
    }
    await views.record(projectId, [], { sums })
    expect((await ask(projectId)).minutes).toEqual(
      new Map([
        [29, '1 0'],
        [7, '2 0'],
        [0, '1 0'],
      ]),
    )
    expect((await views.rank(projectId, { from: null, to: null })).totals.human).toBe(5)
  })

  it('are cleared away within the hour', async () => {
    const projectId = await stores.newProject()
    await views.record(projectId, [
      { id: null, time: now, minute: recentMinute(now, now), path: '/a', verdict: { class: 'human' } },
    ])
    const blocks = async () => {
      const found = await sql`select 1 from view_block where project_id = ${projectId} and unit = 'minute'`.execute(
        stores.databases.views.query,
      )
      return found.rows.length
    }
    expect(await blocks()).toBe(1)
    stores.clock.advance(31 * MINUTE_MS)
    await views.maintain(async () => ({ aiKinds: AI_KINDS, ignoredPaths: [] }))
    expect(await blocks()).toBe(0)
  })
})
