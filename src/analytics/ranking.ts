import { isLastPage } from './export-book.ts'
import type { RankedPages, ViewFilter, ViewStore } from './store/view-store.ts'
import type { HourRange } from './time.ts'

/** Rankings of the last questions, so that a question that is asked again before a view arrives is not ranked again. */
const RECENT_MAX = 100
const RECENT_ROWS_MAX = 1_000_000

/** Gives out rankings so that the pages of one export agree while views keep arriving, and everybody else sees the newest. */
export interface Rankings {
  get(question: RankingQuestion): Promise<RankedPages>
}

export interface RankingQuestion {
  projectId: string
  callerId: string
  range: HourRange
  filter?: ViewFilter
  offset: number
  limit: number
}

export function createRankings(store: Pick<ViewStore, 'rank' | 'watermark' | 'exportBook'>, now: () => number): Rankings {
  const book = store.exportBook(now)
  /** By question; the one used last is the last. */
  const recent = new Map<string, RankedPages>()
  const keep = (question: string, ranking: RankedPages) => {
    recent.delete(question)
    recent.set(question, ranking)
    let rows = 0
    for (const { length } of recent.values()) rows += length
    for (const [oldest, { length }] of recent) {
      if (oldest === question || (rows <= RECENT_ROWS_MAX && recent.size <= RECENT_MAX)) break
      recent.delete(oldest)
      rows -= length
    }
  }
  return {
    get: async ({ projectId, callerId, range, filter = {}, offset, limit }) => {
      const { path, class: only, agent, sort, people } = filter
      const question = JSON.stringify([projectId, callerId, range.from, range.to, path, only, agent, sort, people])
      const page = { projectId, question, filter, offset, limit }
      const continued = offset > 0 ? await book.goOn(page) : null
      if (continued) return continued
      const known = recent.get(question)
      const isNews = known === undefined || known.watermark !== (await store.watermark(projectId))
      const ranking = isNews ? await store.rank(projectId, range, filter) : known
      keep(question, ranking)
      if (!isLastPage(page, ranking)) await book.begin(page, ranking)
      return ranking
    },
  }
}
