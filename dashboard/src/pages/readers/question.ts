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

/** What to ask the service for: weeks are sums of days. */
export function intervalOf({ range }: Question): Interval {
  return range.step === 'week' ? 'day' : range.step
}

/** Views by agent are kept by the day, so nothing about an agent is asked by the hour. */
export function withAgentRange(range: Range, agentFilter: string): Range {
  if (agentFilter === '' || range.before === null) return range
  const { dateFrom, dateTo } = range.before
  return { ...range, step: range.step === 'hour' ? 'day' : range.step, before: { dateFrom, dateTo: dateTo.slice(0, 10) } }
}
