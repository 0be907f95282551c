import type { Dates, Project } from '../../../../client/index.ts'
import type { Range } from '../../lib/range.ts'

/** What the page of the readers is asked. */
export interface Question {
  project: Project
  range: Range
  /** One page, or with `*` at the end all that begin so; empty for all. */
  pathFilter: string
  classFilter: 'all' | 'human' | 'ai'
}

export const PAGE_SIZE = 50

export function datesOf({ range: { dateFrom, dateTo } }: Question): Dates {
  return { ...(dateFrom === undefined ? {} : { dateFrom }), ...(dateTo === undefined ? {} : { dateTo }) }
}

export function filtersOf({ pathFilter, classFilter }: Question): { path?: string; class?: 'human' | 'ai' } {
  return { ...(pathFilter === '' ? {} : { path: pathFilter }), ...(classFilter === 'all' ? {} : { class: classFilter }) }
}
