import type { RankedPages, ViewFilter, ViewStore } from './store/view-store.ts'
import type { HourRange } from './time.ts'

/** An export of 10,000 pages takes seconds; one that takes longer than this starts to see newer views. */
const KEPT_MS = 15 * 60_000
/** Rows of all kept rankings together; 20 bytes each, and some for the paths, which rankings share. */
const ROWS_MAX = 2_000_000

interface Kept {
  question: string
  /** The answer to one question, whole: every page of an export is cut from it. */
  ranking: RankedPages
  watermark: number
  at: number
  /** Row numbers at which a page that was served from this ranking ended. */
  ends: Set<number>
}

/**
 * Gives out rankings so that the pages of one export agree while views keep arriving.
 *
 * The specification has no cursor, so an export is recognised by its shape: a request that starts exactly where an earlier one of
 * the same caller and range ended goes on with that one's ranking. Every other request gets a fresh one.
 */
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

export function createRankings(store: Pick<ViewStore, 'rank' | 'watermark'>, now: () => number): Rankings {
  /** Newest last. */
  let kept: Kept[] = []

  const forget = () => {
    kept = kept.filter((entry) => entry.at > now() - KEPT_MS)
    let rows = kept.reduce((sum, entry) => sum + entry.ranking.length, 0)
    while (rows > ROWS_MAX && kept.length > 1) rows -= kept.shift()!.ranking.length
  }

  return {
    get: async ({ projectId, callerId, range, filter = {}, offset, limit }) => {
      forget()
      const question = JSON.stringify([
        projectId,
        callerId,
        range.from,
        range.to,
        filter.path,
        filter.class,
        filter.agent,
        filter.sort,
      ])
      const continued = offset > 0 ? kept.findLast((entry) => entry.question === question && entry.ends.has(offset)) : undefined
      if (continued) {
        continued.ends.add(offset + limit)
        return continued.ranking
      }
      const watermark = await store.watermark(projectId)
      const same = kept.findLast((entry) => entry.question === question && entry.watermark === watermark)
      if (same) {
        same.ends.add(offset + limit)
        return same.ranking
      }
      const ranking = await store.rank(projectId, range, filter)
      kept.push({ question, ranking, watermark, at: now(), ends: new Set([offset + limit]) })
      return ranking
    },
  }
}
