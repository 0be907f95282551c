import { describe, expect, it } from 'vitest'
import { createExportBook } from './export-book.ts'
import { createRankings } from './ranking.ts'
import type { ViewStore } from './store/view-store.ts'

/** A store whose one page gets a view with every change of the mark; counts how often it is asked to rank. */
function createFakeStore() {
  const state = { mark: 1, ranked: 0 }
  const store: Pick<ViewStore, 'rank' | 'watermark' | 'exportBook'> = {
    exportBook: createExportBook,
    watermark: async () => state.mark,
    rank: async () => {
      state.ranked++
      const total = 100 * state.mark
      return { length: 100, watermark: state.mark, block: null, totals: { human: total, ai: 0, total }, rows: () => [] }
    },
  }
  return { state, store }
}

const question = { projectId: 'p', callerId: 'k', range: { from: null, to: null }, offset: 0, limit: 10 }

describe('rankings', () => {
  it('are computed once for all pages of an export', async () => {
    const { state, store } = createFakeStore()
    const rankings = createRankings(store, () => 0)
    for (let offset = 0; offset < 100; offset += 10) await rankings.get({ ...question, offset })
    expect(state.ranked).toBe(1)
  })

  it('stay the same for an export that goes on, and are fresh for one that starts', async () => {
    const { state, store } = createFakeStore()
    const rankings = createRankings(store, () => 0)
    await rankings.get(question)
    state.mark = 2
    expect((await rankings.get({ ...question, offset: 10 })).totals.total).toBe(100)
    expect((await rankings.get(question)).totals.total).toBe(200)
    expect((await rankings.get({ ...question, offset: 10 })).totals.total).toBe(200)
  })

  it('keep two exports of one caller apart, each at its own place', async () => {
    const { state, store } = createFakeStore()
    const rankings = createRankings(store, () => 0)
    await rankings.get(question)
    await rankings.get({ ...question, offset: 10 })
    state.mark = 2
    await rankings.get(question)
    expect((await rankings.get({ ...question, offset: 20 })).totals.total).toBe(100)
    expect((await rankings.get({ ...question, offset: 10 })).totals.total).toBe(200)
  })

  it('are fresh for a page that no export led to', async () => {
    const { state, store } = createFakeStore()
    const rankings = createRankings(store, () => 0)
    await rankings.get({ ...question, offset: 30 })
    state.mark = 2
    expect((await rankings.get({ ...question, offset: 30 })).totals.total).toBe(200)
  })

  it('are fresh after the last page of an export, at every offset', async () => {
    const { state, store } = createFakeStore()
    const rankings = createRankings(store, () => 0)
    for (let offset = 0; offset < 100; offset += 10) await rankings.get({ ...question, offset })
    state.mark = 2
    for (const offset of [50, 90, 10]) expect((await rankings.get({ ...question, offset })).totals.total, `${offset}`).toBe(200)
  })

  it('are not shared between callers, ranges or projects', async () => {
    const { state, store } = createFakeStore()
    const rankings = createRankings(store, () => 0)
    await rankings.get(question)
    state.mark = 2
    for (const other of [{ callerId: 'l' }, { range: { from: 1, to: null } }, { projectId: 'q' }]) {
      expect((await rankings.get({ ...question, ...other, offset: 10 })).totals.total).toBe(200)
    }
  })

  it('are forgotten after a quarter of an hour', async () => {
    const { state, store } = createFakeStore()
    let now = 0
    const rankings = createRankings(store, () => now)
    await rankings.get(question)
    state.mark = 2
    now = 15 * 60_000
    expect((await rankings.get({ ...question, offset: 10 })).totals.total).toBe(200)
  })
})
