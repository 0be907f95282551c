import { readAgentRange } from './agent-range.ts'
import type { Rankings } from './ranking.ts'
import { type DateQuestion, readRange } from './read-range.ts'
import type { PageCounts, RankedPages, ViewFilter, ViewStore } from './store/view-store.ts'

export interface ViewsQuestion extends DateQuestion, Omit<ViewFilter, 'people'> {
  projectId: string
  callerId: string
  limit: number
  offset: number
}

export interface ViewsPage {
  totals: RankedPages['totals']
  views: PageCounts[]
  hasMore: boolean
  /** Only for a question about an agent, see `AgentRange`. */
  keptSince?: string | null
}

export interface GetViewsDeps {
  rankings: Rankings
  viewStore: Pick<ViewStore, 'findDetailStart'>
}

/** Views per page, most viewed first, with totals over the whole range. */
export async function getViews(deps: GetViewsDeps, question: ViewsQuestion): Promise<ViewsPage> {
  const { limit, offset } = question
  const { ranking, ...more } = await rankViews(deps, question)
  return {
    totals: ranking.totals,
    views: ranking.rows(offset, offset + limit),
    hasMore: ranking.length > offset + limit,
    ...more,
  }
}

/** The whole ranking, for exports that are written piece by piece. */
export async function rankViews(
  { rankings, viewStore }: GetViewsDeps,
  question: ViewsQuestion,
): Promise<{ ranking: RankedPages; keptSince?: string | null }> {
  const { projectId, callerId, limit, offset, agent } = question
  const filter: ViewFilter = { path: question.path, class: question.class, agent, sort: question.sort, people: question.people }
  const asked = { projectId, callerId, filter, offset, limit }
  if (agent === undefined) return { ranking: await rankings.get({ ...asked, range: readRange(question) }) }
  const { range, keptSince } = await readAgentRange(viewStore, projectId, question)
  return { ranking: await rankings.get({ ...asked, range }), keptSince }
}
