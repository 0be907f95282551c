import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sighting } from '../../src/analytics/collect/normalise.ts'
import { type Rankings, createRankings } from '../../src/analytics/ranking.ts'
import { type PageCounts, type ViewStore, createViewStore } from '../../src/analytics/store/view-store.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const ALL = { from: null, to: null }
const HUMAN = { class: 'human' } as const

describe.each(ENGINES)('exports on %s', (engine) => {
  let stores: TestStores
  /** Several nodes share a PostgreSQL; on SQLite there is one. */
  let nodes: { views: ViewStore; rankings: Rankings }[]

  beforeAll(async () => {
    stores = await openTestStores(engine)
    nodes = Array.from({ length: engine === 'postgres' ? 3 : 1 }, () => {
      const views = createViewStore(stores.databases.views)
      return { views, rankings: createRankings(views, () => stores.clock.now()) }
    })
  })
  afterAll(async () => {
    for (const { views } of nodes) await views.close()
    await stores.close()
  })

  const node = (index: number) => nodes[index % nodes.length]!
  const view = (path: string): Sighting => ({ id: null, time: stores.clock.now(), path, verdict: HUMAN })
  const send = (at: number, projectId: string, ...paths: string[]) => node(at).views.record(projectId, paths.map(view))
  const ask = async (at: number, projectId: string, offset: number, limit: number, callerId = 'k') => {
    const ranking = await node(at).rankings.get({ projectId, callerId, range: ALL, offset, limit })
    return { rows: ranking.rows(offset, offset + limit), totals: ranking.totals, hasMore: ranking.length > offset + limit }
  }

  it('agree with themselves whichever node answers each page, while views and new pages keep arriving', async () => {
    const steps = fc.array(fc.record({ answers: fc.nat(2), writes: fc.nat(2), paths: fc.array(fc.nat(30), { maxLength: 4 }) }), {
      minLength: 30,
      maxLength: 30,
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 7 }), steps, async (limit, given) => {
        const projectId = await stores.newProject()
        const paths = Array.from({ length: 20 }, (_, page) => Array.from({ length: (page % 4) + 1 }, () => `/${page}`)).flat()
        await send(0, projectId, ...paths)
        const expected = (await node(1).views.rank(projectId, ALL)).rows()
        const found: PageCounts[] = []
        for (const [step, { answers, writes, paths: more }] of given.entries()) {
          const { rows, totals, hasMore } = await ask(answers, projectId, step * limit, limit)
          found.push(...rows)
          expect(totals).toEqual({ human: paths.length, ai: 0, total: paths.length })
          if (!hasMore) break
          await send(writes, projectId, ...more.map((page) => `/${page}`), `/a-new-one-${step}`)
        }
        expect(found).toEqual(expected)
      }),
      { numRuns: 15 },
    )
  })

  it('begin with every view that was accepted before, on every node', async () => {
    const projectId = await stores.newProject()
    for (let count = 1; count <= 6; count++) {
      await send(count, projectId, '/a', `/${count}`)
      expect((await ask(count + 1, projectId, 0, 2)).totals.total).toBe(2 * count)
    }
  })

  it('are over with their last page: every later request sees what arrived since, also at an offset of theirs', async () => {
    const projectId = await stores.newProject()
    await send(0, projectId, '/a', '/b', '/c', '/d')
    for (const offset of [0, 2]) await ask(offset, projectId, offset, 2)
    await send(1, projectId, '/a', '/e', '/f')
    for (const [at, offset] of [4, 2, 2].entries()) expect((await ask(at, projectId, offset, 2)).totals.total).toBe(7)
  })

  it('go on with the newer of two that were begun, from where each has come', async () => {
    const projectId = await stores.newProject()
    const pages = Array.from({ length: 9 }, (_, page) => `/${page}`)
    await send(0, projectId, ...pages)
    await ask(0, projectId, 0, 2)
    await ask(1, projectId, 2, 2)
    await send(1, projectId, '/0')
    await ask(2, projectId, 0, 2)
    expect((await ask(0, projectId, 4, 2)).totals.total).toBe(9)
    expect((await ask(0, projectId, 2, 2)).totals.total).toBe(10)
  })

  it('are not shared between callers, and forgotten after a quarter of an hour', async () => {
    const projectId = await stores.newProject()
    await send(0, projectId, '/a', '/b', '/c')
    await ask(0, projectId, 0, 1)
    await send(1, projectId, '/a')
    expect((await ask(1, projectId, 1, 1, 'another')).totals.total).toBe(4)
    expect((await ask(1, projectId, 1, 1)).totals.total).toBe(3)
    stores.clock.advance(15 * 60_000)
    expect((await ask(2, projectId, 2, 1)).totals.total).toBe(4)
  })
})

describe('exports on PostgreSQL', () => {
  it('leave nothing behind: neither those that ended nor, after a while, those that were left', async () => {
    const stores = await openTestStores('postgres')
    const views = createViewStore(stores.databases.views)
    const rankings = createRankings(views, () => stores.clock.now())
    const projectId = await stores.newProject()
    const page = (offset: number, callerId: string) => rankings.get({ projectId, callerId, range: ALL, offset, limit: 1 })
    const kept = async () => (await sql`select id from export`.execute(stores.databases.views.query)).rows.length
    await views.record(
      projectId,
      ['/a', '/b', '/c'].map((path) => ({ id: null, time: stores.clock.now(), path, verdict: HUMAN })),
    )
    for (const offset of [0, 1, 2]) await page(offset, 'ends')
    expect(await kept()).toBe(0)
    for (const caller of ['one', 'two', 'two']) await page(0, caller)
    expect(await kept()).toBe(2)
    stores.clock.advance(15 * 60_000)
    await page(0, 'three')
    expect(await kept()).toBe(1)
    await views.close()
    await stores.close()
  })
})
