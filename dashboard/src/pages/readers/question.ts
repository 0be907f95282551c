import type { Dates, Interval, Project } from '../../../../client/index.ts'
import { type Range, datesOf as datesOfRange } from '../../lib/range.ts'

/** What the page of the readers is asked. */
export interface Question {
  project: Project
  range: Range
  /** One page, or with `*` at the end all that begin so; empty for all. */
  pathFilter: string
  classFilter: 'all' | 'human' | 'ai'
  /** The name of an AI agent; empty for all. Only views by page and over time are kept by agent. */
  agentFilter: string
}

export function datesOf({ range }: Question): Dates {
  return datesOfRange(range)
}

export function filtersOf({ pathFilter, classFilter }: Question): { path?: string; class?: 'human' | 'ai' } {
  return { ...(pathFilter === '' ? {} : { path: pathFilter }), ...(classFilter === 'all' ? {} : { class: classFilter }) }
}

/** For questions that know agents: one of them says more than the class that it is of. */
export function agentFiltersOf(question: Question): { path?: string; class?: 'human' | 'ai'; agent?: string } {
  const { agentFilter } = question
  return agentFilter === '' ? filtersOf(question) : { ...filtersOf({ ...question, classFilter: 'all' }), agent: agentFilter }
}

/** Views by agent are kept by the day. */
export function intervalOf({ range, agentFilter }: Question): Interval {
  return agentFilter !== '' && range.interval === 'hour' ? 'day' : range.interval
}
