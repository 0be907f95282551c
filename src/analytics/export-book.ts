import type { RankedPages } from './store/read/rank-pages.ts'
import type { ViewFilter } from './store/read/view-filter.ts'

/** An export of 10,000 pages takes seconds; one that pauses for longer than this goes on with newer views. */
export const EXPORT_MS = 15 * 60_000

/** One page of an export: what is asked, by whom, and where the page lies. */
export interface ExportPage {
  projectId: string
  /** The caller, the range and the filter. Exports with the same question may go on with each other's ranking. */
  question: string
  filter: ViewFilter
  offset: number
  limit: number
}

/**
 * The exports that are under way.
 *
 * The specification has no cursor, so an export is recognised by its shape: a page that starts exactly where an earlier one ended
 * belongs to that one's export. An export is over with its last page; whoever asks then is told the news.
 */
export interface ExportBook {
  /** The ranking that the page belongs to, the newest of several; null when no export led to it. */
  goOn(page: ExportPage): Promise<RankedPages | null>
  /** Notes that a page of the ranking was given out, and that there are more. */
  begin(page: ExportPage, ranking: RankedPages): Promise<void>
}

export function isLastPage({ offset, limit }: Pick<ExportPage, 'offset' | 'limit'>, ranking: { length: number }): boolean {
  return offset + limit >= ranking.length
}

/** Rows of all kept rankings together; 20 bytes each, and some for the paths, which rankings share. */
const ROWS_MAX = 2_000_000

interface OpenExport {
  question: string
  ranking: RankedPages
  at: number
  /** Row numbers at which pages ended. */
  ends: Set<number>
}

/** For one process: all in memory. */
export function createExportBook(now: () => number): ExportBook {
  /** Newest last. */
  let open: OpenExport[] = []
  const forget = () => {
    open = open.filter((entry) => entry.at > now() - EXPORT_MS)
    let rows = open.reduce((sum, entry) => sum + entry.ranking.length, 0)
    while (rows > ROWS_MAX && open.length > 1) rows -= open.shift()!.ranking.length
  }
  return {
    goOn: async (page) => {
      forget()
      const found = open.findLast((entry) => entry.question === page.question && entry.ends.has(page.offset))
      if (!found) return null
      if (isLastPage(page, found.ranking)) open = open.filter((entry) => entry !== found)
      else found.ends.add(page.offset + page.limit)
      return found.ranking
    },
    begin: async ({ question, offset, limit }, ranking) => {
      const same = open.find((entry) => entry.question === question && entry.ranking === ranking)
      if (same) same.ends.add(offset + limit)
      else open.push({ question, ranking, at: now(), ends: new Set([offset + limit]) })
      forget()
    },
  }
}
