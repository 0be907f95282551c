import { HOURS_PER_DAY, type HourRange, dayOfHour, monthOfDay } from '../../time.ts'
import { readClientName } from '../client-name.ts'
import { type DetailQuestion, visitDetails } from '../blocks/details.ts'
import type { Tx } from '../engine.ts'
import type { PageList } from './page-lists.ts'
import { findPages } from './read-tables.ts'
import type { SeriesPoint } from './read-series.ts'

/** The views of every page by one agent in a range of whole days, by slot. Only AI counts as views, so there are no people. */
export async function sumAgentPages(
  tx: Tx,
  { paths, slots }: PageList,
  projectId: string,
  range: HourRange,
  agent: string,
): Promise<{ human: Float64Array; ai: Float64Array }> {
  const ai = new Float64Array(paths.length)
  const clients = await findClients(tx, projectId, agent)
  if (clients.size > 0)
    await visitDetails(tx, 'agent', { projectId, days: toDays(range) }, (_day, clientId, pageId, _human, views) => {
      if (clients.has(clientId)) ai[slots[pageId]!]! += views
    })
  return { human: new Float64Array(paths.length), ai }
}

/** The views by one agent over time, of the whole site or of some pages; only steps with views, the earliest first. */
export async function readAgentSeries(
  tx: Tx,
  projectId: string,
  range: HourRange,
  interval: 'day' | 'month',
  { agent, path }: { agent: string; path?: string | undefined },
): Promise<SeriesPoint[]> {
  const clients = await findClients(tx, projectId, agent)
  if (clients.size === 0) return []
  const pages = await findPages(tx, projectId, path)
  const sums = new Map<number, number>()
  await visitDetails(tx, 'agent', { projectId, days: toDays(range) }, (day, clientId, pageId, _human, views) => {
    if (!clients.has(clientId) || (pages && !pages.has(pageId))) return
    const bucket = interval === 'day' ? day : monthOfDay(day)
    sums.set(bucket, (sums.get(bucket) ?? 0) + views)
  })
  return [...sums]
    .filter(([, ai]) => ai > 0)
    .sort(([one], [two]) => one - two)
    .map(([bucket, ai]) => ({ bucket, human: 0, ai }))
}

/** An agent is several clients: by evidence, by surface and by kind. Those that are not counted as AI are left out. */
async function findClients(tx: Tx, projectId: string, agent: string): Promise<ReadonlySet<number>> {
  const names = await tx.all<{ id: number; name: string }>(
    "select id, name from name where project_id = ? and kind = 'client'",
    projectId,
  )
  const isAsked = (name: string) => {
    const client = readClientName(name)
    return client.agent === agent && client.column === 'ai'
  }
  return new Set(names.filter(({ name }) => isAsked(name)).map(({ id }) => id))
}

/** True when there were views on days of the range before this one. */
export async function hasViewsBefore(tx: Tx, projectId: string, range: HourRange, day: number): Promise<boolean> {
  const { from, to } = toDays(range)
  const found = await tx.rows(
    'select 1 from site_day where project_id = ? and bucket >= ? and bucket < ? limit 1',
    projectId,
    from ?? 0,
    Math.min(to ?? day, day),
  )
  return found.length > 0
}

function toDays({ from, to }: HourRange): DetailQuestion['days'] {
  return { from: from === null ? null : dayOfHour(from), to: to === null ? null : Math.ceil(to / HOURS_PER_DAY) }
}
