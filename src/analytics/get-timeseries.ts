import { invalid } from '../lib/problem.ts'
import { createZone } from '../lib/time-zone.ts'
import { readAgentRange } from './agent-range.ts'
import { type DateQuestion, readRange } from './read-range.ts'
import type { Interval, SeriesPoint, ViewFilter, ViewStore } from './store/view-store.ts'
import { type HourRange, dayOfHour, monthOfDay, startOf } from './time.ts'

export interface TimeseriesQuestion extends DateQuestion, Pick<ViewFilter, 'path' | 'class' | 'agent'> {
  projectId: string
  interval: Interval
}

export interface Timeseries {
  interval: Interval
  totals: { human: number; ai: number; total: number }
  timeseries: { time: string; human: number; ai: number; total: number }[]
  /** Only for a question about an agent, see `AgentRange`. */
  keptSince?: string | null
}

/**
 * More than a year of hours; a chart has fewer dots across. All days since 1970 until 2038: a single view from a server whose clock was
 * not set must not make it impossible to ask for all days.
 */
const STEPS_MAX: Record<Interval, number> = { hour: 10_000, day: 25_000, month: 10_000 }

/** Views over time, with a row for every step of the range. Without ends, from the first view to the last. */
export async function getTimeseries(
  store: Pick<ViewStore, 'series' | 'agentSeries' | 'findDetailStart'>,
  question: TimeseriesQuestion,
): Promise<Timeseries> {
  const { interval, timeZone = 'UTC' } = question
  const zone = createZone(timeZone)
  const { range, points, ...more } = await readPoints(store, question)
  const steps = findSteps(range, interval, points)
  const byBucket = new Map(points.map((point) => [point.bucket, point]))
  const totals = { human: 0, ai: 0, total: 0 }
  const timeseries = steps.map((bucket) => {
    const { human, ai } = byBucket.get(bucket) ?? { human: 0, ai: 0 }
    totals.human += human
    totals.ai += ai
    totals.total += human + ai
    return { time: zone.toIso(startOf(interval, bucket)), human, ai, total: human + ai }
  })
  return { interval, totals, timeseries, ...more }
}

async function readPoints(
  store: Pick<ViewStore, 'series' | 'agentSeries' | 'findDetailStart'>,
  question: TimeseriesQuestion,
): Promise<{ range: HourRange; points: SeriesPoint[]; keptSince?: string | null }> {
  const { projectId, interval, path, class: only, agent, people } = question
  if (agent === undefined) {
    const range = readRange(question)
    return { range, points: await store.series(projectId, range, interval, { path, class: only, people }) }
  }
  if (interval === 'hour') throw invalid('interval', 'must be `day` or `month` with `agent`: views by agent are kept by the day')
  const { range, keptSince } = await readAgentRange(store, projectId, question)
  const points = only === 'human' ? [] : await store.agentSeries(projectId, range, interval, { agent, path })
  return { range, points, keptSince }
}

function findSteps({ from, to }: HourRange, interval: Interval, points: SeriesPoint[]): number[] {
  const first = from === null ? points[0]?.bucket : bucketOf(from, interval)
  const last = to === null ? points.at(-1)?.bucket : bucketOf(to - 1, interval)
  if (first === undefined || last === undefined || first > last) return []
  if (last - first >= STEPS_MAX[interval])
    throw invalid('interval', `must be longer, or the range shorter: at most ${STEPS_MAX[interval]} steps are answered`)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function bucketOf(hour: number, interval: Interval): number {
  if (interval === 'hour') return hour
  return interval === 'day' ? dayOfHour(hour) : monthOfDay(dayOfHour(hour))
}
