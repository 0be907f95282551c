import { findAssistant } from '../referrer.ts'
import { type NamedClient, readClientName } from './client-name.ts'
import type { Tx, Value } from './engine.ts'
import { DAY_MAX } from './read-plan.ts'
import type { Counted, PageCounts } from './rank-pages.ts'

/** Whole days since 1970, `from` inclusive, `to` exclusive; null is without limit. */
export interface DayRange {
  from: number | null
  to: number | null
}

export interface TableQuestion {
  projectId: string
  days: DayRange
  path?: string | undefined
  class?: Counted | AgentRow['class'] | undefined
}

export interface AgentRow extends Omit<NamedClient, 'column' | 'client'> {
  class: 'ai' | 'crawler' | 'bot'
  views: number
}

export interface ReferrerRow extends Omit<PageCounts, 'path'> {
  host: string
  assistant: string | null
}

export interface MissRow {
  path: string
  human: number
  ai: number
  other: number
  total: number
  status: number
  firstSeen: number
  lastSeen: number
  agents: string[]
  referrers: string[]
}

export interface VisitorRow {
  day: number
  visitors: number
}

export interface ExclusionRow {
  reason: string
  count: number
}

/** The rule of `planReading`, for tables that are kept by the day: `d` is the day of the whole site. */
const PEOPLE = (of: string) => `${of}.human_beacon + case when d.human_beacon > 0 then 0 else ${of}.human end`
export const MACHINES = (of: string, server: string, beacon: string) =>
  `${of}.${server} + case when d.human + d.ai > 0 then 0 else ${of}.${beacon} end`
export const SITE_DAY = (of: string) => `left join site_day as d on d.project_id = ${of}.project_id and d.bucket = ${of}.day`

/** Agents with the number of their views. Those that count in neither column are listed with the reason. */
export async function readAgents(tx: Tx, question: TableQuestion): Promise<AgentRow[]> {
  const page = pageCondition('page.path', question.path)
  const table = page ? 'agent_page_day' : 'agent_day'
  const rows = await tx.all<{ name: string; views: number }>(
    `select name.name as name, sum(${MACHINES('a', 'views', 'views_beacon')}) as views from ${table} as a
     join name on name.id = a.client_id ${page ? 'join page on page.id = a.page_id' : ''} ${SITE_DAY('a')}
     where a.project_id = ? and a.day >= ? and a.day < ? ${page?.text ?? ''} group by name.name`,
    ...range(question),
    ...(page?.values ?? []),
  )
  return rows
    .filter((row) => row.views > 0)
    .map(({ name, views }) => {
      const { column, client, ...rest } = readClientName(name)
      return { ...rest, class: column === 'ai' ? column : client === 'crawler' ? client : ('bot' as const), views }
    })
    .filter((row) => question.class === undefined || row.class === question.class)
}

/** The hosts that sent readers, with the assistants among them by name. */
export async function readReferrers(tx: Tx, question: TableQuestion): Promise<ReferrerRow[]> {
  const page = pageCondition('page.path', question.path)
  const rows = await tx.all<{ host: string; human: number; ai: number }>(
    `select name.name as host, sum(${PEOPLE('r')}) as human, sum(${MACHINES('r', 'ai', 'ai_beacon')}) as ai from referrer_day as r
     join name on name.id = r.referrer_id ${page ? 'join page on page.id = r.page_id' : ''} ${SITE_DAY('r')}
     where r.project_id = ? and r.day >= ? and r.day < ? ${page?.text ?? ''} group by name.name`,
    ...range(question),
    ...(page?.values ?? []),
  )
  return rows
    .map(({ host, human, ai }) => {
      const counts = { human: question.class === 'ai' ? 0 : human, ai: question.class === 'human' ? 0 : ai }
      return { host, assistant: findAssistant(host), ...counts, total: counts.human + counts.ai }
    })
    .filter((row) => row.total > 0)
}

/** How many agents and referrers of a missing page are named: those that asked most. */
const NAMED_MAX = 5

/** Paths that were asked for and are not there, with who asked and who sent them. */
export async function readMisses(tx: Tx, question: TableQuestion): Promise<MissRow[]> {
  const page = pageCondition('missing.name', question.path)
  const rows = await tx.all<{
    path: string
    client: string
    referrer: string | null
    status: number
    count: number
    first_at: number
    last_at: number
  }>(
    `select missing.name as path, client.name as client, referrer.name as referrer, m.status as status,
       sum(m.count) as count, min(m.first_at) as first_at, max(m.last_at) as last_at
     from miss_day as m join name as missing on missing.id = m.missing_id join name as client on client.id = m.client_id
     left join name as referrer on referrer.id = m.referrer_id
     where m.project_id = ? and m.day >= ? and m.day < ? ${page?.text ?? ''}
     group by missing.name, client.name, referrer.name, m.status`,
    ...range(question),
    ...(page?.values ?? []),
  )
  const misses = new Map<string, MissRow & { byAgent: Map<string, number>; byReferrer: Map<string, number> }>()
  for (const row of rows) {
    const { client, agent } = readClientName(row.client)
    if (question.class !== undefined && client !== question.class) continue
    const miss = misses.get(row.path) ?? newMiss(row)
    misses.set(row.path, miss)
    miss[client === 'human' ? 'human' : client === 'ai' ? 'ai' : 'other'] += row.count
    miss.total += row.count
    if (row.last_at >= miss.lastSeen) miss.status = row.status
    miss.firstSeen = Math.min(miss.firstSeen, row.first_at)
    miss.lastSeen = Math.max(miss.lastSeen, row.last_at)
    if (agent !== null) miss.byAgent.set(agent, (miss.byAgent.get(agent) ?? 0) + row.count)
    if (row.referrer !== null) miss.byReferrer.set(row.referrer, (miss.byReferrer.get(row.referrer) ?? 0) + row.count)
  }
  return [...misses.values()].map(({ byAgent, byReferrer, ...miss }) => ({
    ...miss,
    agents: most(byAgent),
    referrers: most(byReferrer),
  }))
}

function newMiss({ path, status, first_at, last_at }: { path: string; status: number; first_at: number; last_at: number }) {
  const seen = { status, firstSeen: first_at, lastSeen: last_at, agents: [], referrers: [] }
  const counts = { human: 0, ai: 0, other: 0, total: 0 }
  return { path, ...counts, ...seen, byAgent: new Map<string, number>(), byReferrer: new Map<string, number>() }
}

/** Different people by day. They cannot be added up over days: the salt changes, so that nobody can be followed. */
export async function readVisitors(tx: Tx, question: TableQuestion): Promise<VisitorRow[]> {
  const rows = await tx.all<{ day: number; visitors: number }>(
    `select v.day as day, case when d.human_beacon > 0 then v.visitors_beacon else v.visitors end as visitors
     from visitor_day as v ${SITE_DAY('v')} where v.project_id = ? and v.day >= ? and v.day < ? order by v.day`,
    ...range(question),
  )
  return rows.filter((row) => row.visitors > 0)
}

/** What was left out, by reason. */
export async function readExclusions(tx: Tx, question: TableQuestion): Promise<ExclusionRow[]> {
  const rows = await tx.all<ExclusionRow>(
    'select reason, sum(count) as count from exclusion where project_id = ? and day >= ? and day < ? group by reason',
    ...range(question),
  )
  return rows.filter((row) => row.count > 0)
}

function range({ projectId, days }: TableQuestion): [string, number, number] {
  return [projectId, days.from ?? 0, days.to ?? DAY_MAX]
}

/** Exact, or by the characters before a final `*`: both engines count characters alike, and neither gives them a meaning. */
export function pageCondition(column: string, pattern: string | undefined): { text: string; values: Value[] } | null {
  if (pattern === undefined) return null
  if (!pattern.endsWith('*')) return { text: `and ${column} = ?`, values: [pattern] }
  const prefix = pattern.slice(0, -1)
  return { text: `and substr(${column}, 1, ?) = ?`, values: [Array.from(prefix).length, prefix] }
}

function most(counts: Map<string, number>): string[] {
  return [...counts]
    .sort(([nameOne, one], [nameTwo, two]) => two - one || (nameOne < nameTwo ? -1 : 1))
    .slice(0, NAMED_MAX)
    .map(([name]) => name)
}
