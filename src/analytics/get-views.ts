import type { Rankings } from './ranking.ts'
import { type DateQuestion, readRange } from './read-range.ts'
import type { PageCounts, RankedPages, ViewFilter } from './store/view-store.ts'

export interface ViewsQuestion extends DateQuestion, ViewFilter {
  projectId: string
  callerId: string
  limit: number
  offset: number
}

export interface ViewsPage {
  totals: RankedPages['totals']
  views: PageCounts[]
  hasMore: boolean
}

/** Views per page, most viewed first, with totals over the whole range. */
export async function getViews(rankings: Rankings, question: ViewsQuestion): Promise<ViewsPage> {
  const { limit, offset } = question
  const ranking = await rankViews(rankings, question)
  return { totals: ranking.totals, views: ranking.rows(offset, offset + limit), hasMore: ranking.length > offset + limit }
}

/** The whole ranking, for exports that are written piece by piece. */
export function rankViews(rankings: Rankings, question: ViewsQuestion): Promise<RankedPages> {
  const { projectId, callerId, limit, offset } = question
  const filter: ViewFilter = { path: question.path, class: question.class, sort: question.sort }
  return rankings.get({ projectId, callerId, range: readRange(question), filter, offset, limit })
}
