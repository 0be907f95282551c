import { Problem, invalid } from '../lib/problem.ts'
import type { Ranking, Rankings } from './ranking.ts'
import { type HourRange, hourOf, parseTime } from './time.ts'

export interface ViewsQuestion {
  projectId: string
  callerId: string
  dateFrom?: string | undefined
  dateTo?: string | undefined
  limit: number
  offset: number
}

export interface ViewsPage {
  totals: Ranking['totals']
  views: Ranking['rows']
  hasMore: boolean
}

/** Views per page, most viewed first, with totals over the whole range. */
export async function getViews(rankings: Rankings, question: ViewsQuestion): Promise<ViewsPage> {
  const { projectId, callerId, limit, offset } = question
  const range = readRange(question.dateFrom, question.dateTo)
  const { rows, totals } = await rankings.get({ projectId, callerId, range, offset, limit })
  return { totals, views: rows.slice(offset, offset + limit), hasMore: rows.length > offset + limit }
}

function readRange(dateFrom: string | undefined, dateTo: string | undefined): HourRange {
  const from = readDate('dateFrom', dateFrom)
  const to = readDate('dateTo', dateTo)
  if (from !== null && to !== null && from >= to) {
    const message = 'must be before `dateTo`, which is exclusive'
    throw new Problem(400, 'invalid_request', `\`dateFrom\` ${message}.`, {
      details: [
        { path: 'dateFrom', message },
        { path: 'dateTo', message: 'must be after `dateFrom`' },
      ],
    })
  }
  return { from: from === null ? null : hourOf(from), to: to === null ? null : hourOf(to) }
}

function readDate(name: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const time = parseTime(text)
  if (time === null)
    throw invalid(
      name,
      'must be a date such as 2026-01-31, or an ISO 8601 date-time with `Z` or an offset such as 2026-01-31T12:00:00Z',
    )
  return time
}
