import { HOURS_PER_DAY, type HourRange, dayOfHour, monthOfDay } from '../time.ts'
import { readClientName } from './client-name.ts'
import type { Tx } from './engine.ts'
import type { PageLists } from './page-lists.ts'
import { DAY_MAX } from './read-plan.ts'
import { MACHINES, SITE_DAY, pageCondition } from './read-tables.ts'
import type { SeriesPoint } from './read-series.ts'

/** The views of every page by one agent in a range of whole days, by slot. Only AI counts as views, so there are no people. */
export async function sumAgentPages(
  tx: Tx,
  lists: PageLists,
  projectId: string,
  range: HourRange,
  agent: string,
): Promise<{ human: Float64Array; ai: Float64Array }> {
  const { paths, slots, firstId } = await lists.get(tx, projectId)
  const ai = new Float64Array(paths.length)
  const clients = await findClients(tx, projectId, agent)
  if (clients.length > 0) {
    const rows = (await tx.rows(
      `select a.page_id, sum(${MACHINES('a', 'views', 'views_beacon')}) from agent_page_day as a ${SITE_DAY('a')}
       where a.project_id = ? and a.day >= ? and a.day < ? and a.client_id in (${marks(clients)}) group by a.page_id`,
      projectId,
      ...toDays(range),
      ...clients,
    )) as [number, number | string][]
    for (const [pageId, views] of rows) ai[slots[pageId - firstId]!] = Number(views)
  }
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
  if (clients.length === 0) return []
  const page = pageCondition('page.path', path)
  const rows = (await tx.rows(
    `select a.day, sum(${MACHINES('a', 'views', 'views_beacon')}) from ${page ? 'agent_page_day' : 'agent_day'} as a
     ${page ? 'join page on page.id = a.page_id' : ''} ${SITE_DAY('a')}
     where a.project_id = ? and a.day >= ? and a.day < ? and a.client_id in (${marks(clients)}) ${page?.text ?? ''}
     group by a.day order by a.day`,
    projectId,
    ...toDays(range),
    ...clients,
    ...(page?.values ?? []),
  )) as [number, number | string][]
  const sums = new Map<number, number>()
  for (const [day, views] of rows) {
    const bucket = interval === 'day' ? day : monthOfDay(day)
    sums.set(bucket, (sums.get(bucket) ?? 0) + Number(views))
  }
  return [...sums].filter(([, ai]) => ai > 0).map(([bucket, ai]) => ({ bucket, human: 0, ai }))
}

/** An agent is several clients: by evidence, by surface and by kind. Those that are not counted as AI are left out. */
async function findClients(tx: Tx, projectId: string, agent: string): Promise<number[]> {
  const names = await tx.all<{ id: number; name: string }>(
    "select id, name from name where project_id = ? and kind = 'client'",
    projectId,
  )
  return names
    .filter(({ name }) => {
      const client = readClientName(name)
      return client.agent === agent && client.column === 'ai'
    })
    .map(({ id }) => id)
}

/** True when there were views on days of the range before this one. */
export async function hasViewsBefore(tx: Tx, projectId: string, range: HourRange, day: number): Promise<boolean> {
  const [from, to] = toDays(range)
  const found = await tx.rows(
    'select 1 from site_day where project_id = ? and bucket >= ? and bucket < ? limit 1',
    projectId,
    from,
    Math.min(to, day),
  )
  return found.length > 0
}

function toDays({ from, to }: HourRange): [number, number] {
  return [from === null ? 0 : dayOfHour(from), to === null ? DAY_MAX : Math.ceil(to / HOURS_PER_DAY)]
}

function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ')
}
