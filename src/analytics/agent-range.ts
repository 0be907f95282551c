import { type DateQuestion, readDays } from './read-range.ts'
import type { ViewStore } from './store/view-store.ts'
import { HOURS_PER_DAY, type HourRange, startOf } from './time.ts'

/** What can be answered about one agent. */
export interface AgentRange {
  range: HourRange
  /** The first day that the answer covers, when there were views before it in the range; null when it covers all of them. */
  keptSince: string | null
}

/** Views by agent are kept by the day, and not for ever: the range is cut to what is there, and the answer says so. */
export async function readAgentRange(
  store: Pick<ViewStore, 'findDetailStart'>,
  projectId: string,
  question: DateQuestion,
): Promise<AgentRange> {
  const { from, to } = readDays(question)
  const range = { from: from === null ? null : from * HOURS_PER_DAY, to: to === null ? null : to * HOURS_PER_DAY }
  const start = await store.findDetailStart(projectId, range)
  if (start === null) return { range, keptSince: null }
  const keptSince = new Date(startOf('day', start)).toISOString().slice(0, 10)
  return { range: { ...range, from: Math.max(range.from ?? 0, start * HOURS_PER_DAY) }, keptSince }
}
