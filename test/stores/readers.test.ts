import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { classify } from '../../src/analytics/classify/classify.ts'
import { DEFAULT_PATH_RULES } from '../../src/analytics/collect/page-paths.ts'
import { type Source, type ViewStore, createViewStore } from '../../src/analytics/store/view-store.ts'
import { HOURS_PER_DAY, dayOfHour, hourOf } from '../../src/analytics/time.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const READERS = {
  person: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  GPTBot: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  ClaudeBot: 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
}
type Reader = keyof typeof READERS
const VERDICTS = Object.fromEntries(
  Object.entries(READERS).map(([name, userAgent]) => [
    name,
    classify({ method: 'GET', status: 200, address: '/a', userAgent, headers: {} }),
  ]),
) as Record<Reader, ReturnType<typeof classify>>

interface Seen {
  time: number
  path: string
  reader: Reader
  source: Source
}

const PAGES = ['/', '/a', '/b', '/c', '/d']

/** On a day on which the beacon saw its share of people only it counts people, and on a day on which a server saw anything only that counts AI. */
function counted(seen: Seen[]): Seen[] {
  const day = (view: Seen) => Math.floor(view.time / DAY_MS)
  const isPerson = (view: Seen) => view.reader === 'person'
  const people = (source: Source, on: number) =>
    seen.filter((view) => view.source === source && isPerson(view) && day(view) === on).length
  const isFair = (on: number) => people('beacon', on) > 0 && people('beacon', on) >= people('server', on) / 20
  const beaconDays = new Set([...new Set(seen.map(day))].filter(isFair))
  const serverDays = new Set(seen.filter((view) => view.source === 'server').map(day))
  return seen.filter((view) =>
    isPerson(view)
      ? (view.source === 'beacon') === beaconDays.has(day(view))
      : view.source === 'server' || !serverDays.has(day(view)),
  )
}

describe.each(ENGINES)('who read what, on %s', (engine) => {
  let stores: TestStores
  let views: ViewStore
  let now: number

  beforeAll(async () => {
    stores = await openTestStores(engine)
    views = createViewStore(stores.databases.views)
    now = Math.floor((await views.now()) / DAY_MS) * DAY_MS
  })
  afterAll(async () => {
    await views.close()
    await stores.close()
  })

  const view = fc.record({
    // Over three months, so that months, days and hours take part.
    time: fc.integer({ min: 1, max: 90 * 24 }).map((hours) => -hours * HOUR_MS),
    path: fc.constantFrom(...PAGES.slice(0, 4)),
    reader: fc.constantFrom<Reader>('person', 'GPTBot', 'ClaudeBot'),
    source: fc.constantFrom<Source>('server', 'server', 'beacon'),
  })
  const days = fc.tuple(fc.integer({ min: 1, max: 95 }), fc.integer({ min: 0, max: 60 }))

  it('is answered like a naive count: by agent, and which pages nobody read and when they last were', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(view, { maxLength: 25 }), fc.boolean()), { minLength: 1, maxLength: 3 }),
        fc.array(days, { minLength: 2, maxLength: 4 }),
        async (batches, ranges) => {
          const projectId = stores.ids.next('prj', stores.clock.now())
          const seen: Seen[] = []
          for (const [batch, isFolded] of batches) {
            const moved = batch.map((item) => ({ ...item, time: now + item.time }))
            for (const source of ['server', 'beacon'] as const) {
              const own = moved.filter((item) => item.source === source)
              const sightings = own.map(({ time, path, reader }) => ({ id: null, time, path, verdict: VERDICTS[reader] }))
              if (own.length > 0) await views.record(projectId, sightings, { source })
            }
            seen.push(...moved)
            if (isFolded) await views.fold(projectId)
          }
          for (const [back, length] of ranges) {
            const from = dayOfHour(hourOf(now)) - back
            const range = { from: from * HOURS_PER_DAY, to: (from + length + 1) * HOURS_PER_DAY }
            const within = counted(seen).filter(({ time }) => hourOf(time) >= range.from && hourOf(time) < range.to)
            await compareAgents(projectId, range, within)
            await compareUnread(projectId, range, within, seen)
          }
        },
      ),
      { numRuns: engine === 'sqlite' ? 40 : 12, endOnFailure: true },
    )
  })

  const compareAgents = async (projectId: string, range: { from: number; to: number }, within: Seen[]) => {
    for (const agent of ['GPTBot', 'ClaudeBot'] as const) {
      const own = within.filter(({ reader }) => reader === agent)
      const ranked = await views.rank(projectId, range, { agent })
      expect(Object.fromEntries(ranked.rows().map((row) => [row.path, row.ai]))).toEqual(countBy(own, ({ path }) => path))
      expect(ranked.totals).toEqual({ human: 0, ai: own.length, total: own.length })
      for (const path of [undefined, '/a', '*']) {
        const points = await views.agentSeries(projectId, range, 'day', { agent, path })
        const expected = own.filter((one) => path !== '/a' || one.path === '/a')
        expect(Object.fromEntries(points.map(({ bucket, ai }) => [bucket, ai]))).toEqual(
          countBy(expected, ({ time }) => String(Math.floor(time / DAY_MS))),
        )
      }
    }
  }

  const compareUnread = async (projectId: string, range: { from: number; to: number }, within: Seen[], all: Seen[]) => {
    const listed = PAGES.map((path) => ({
      file: `${path}.md`,
      title: null,
      addresses: [path],
      linkedFrom: 0,
      isInNavigation: null,
    }))
    const bytes = Buffer.from(JSON.stringify(listed))
    const pages = new SharedArrayBuffer(bytes.length)
    new Uint8Array(pages).set(bytes)
    for (const only of [undefined, 'human', 'ai'] as const) {
      const isOf = ({ reader }: Seen) => only === undefined || (only === 'human') === (reader === 'person')
      const answer = await views.unread(
        { projectId, range, class: only, pages, rules: DEFAULT_PATH_RULES },
        { sort: 'path', offset: 0, limit: 100 },
      )
      const unread = PAGES.filter((path) => !within.some((one) => one.path === path && isOf(one)))
      expect(answer.rows.map(({ path }) => path)).toEqual(unread)
      expect(answer).toMatchObject({ pageCount: PAGES.length, unreadCount: unread.length })
      for (const row of answer.rows) {
        const own = all.filter((one) => one.path === row.path && isOf(one))
        const last = own.length === 0 ? null : Math.max(...own.map(({ time }) => time))
        expect(row.lastViewedAt).toBe(last === null ? null : new Date(last).toISOString().slice(0, 10))
        expect(row.total).toBe(within.filter((one) => one.path === row.path).length)
      }
    }
  }
})

function countBy(seen: Seen[], keyOf: (one: Seen) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const one of seen) counts[keyOf(one)] = (counts[keyOf(one)] ?? 0) + 1
  return counts
}
