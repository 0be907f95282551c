import { createZone } from '../../../lib/time-zone.ts'
import { NameList } from '../../name-list.ts'
import type { PeopleSource } from '../../reading.ts'
import { findAssistant, hostOfReferrer } from '../../referrer.ts'
import { type NamedClient, readClientName } from '../client-name.ts'
import { type DetailUnit, visitDetails } from '../blocks/details.ts'
import type { NameKind, Tx, Value } from '../engine.ts'
import { HOURS_PER_DAY, firstDayOfMonth, monthOfDay } from '../../time.ts'
import { BY_SERVER, isByServer } from '../site-day.ts'
import type { Dimension } from './dimension.ts'
import { DAY_MAX } from '../tables.ts'
import { readSiteDays } from './read-plan.ts'
import { visitSeenTwice } from './seen-twice.ts'
import type { Counted, PageCounts } from './view-filter.ts'

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
  people?: PeopleSource | undefined
  /** By which the days and times were stored. */
  timeZone?: string | undefined
  /** For a breakdown, which needs it: what views are broken down by. */
  by?: Dimension | undefined
  /** For visitors: the length of a step. Left out, a day. */
  interval?: 'day' | 'week' | 'month' | undefined
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
  /** The first of its days. */
  day: number
  visitors: number
}

export interface ExclusionRow {
  reason: string
  count: number
}

/** The rule of `planReading`, for tables that are kept by the day: `d` is the day of the whole site. */
export const MACHINES = (of: string, server: string, beacon: string) =>
  `${of}.${server} + case when ${BY_SERVER('d')} then 0 else ${of}.${beacon} end`
export const SITE_DAY = (of: string) => `left join site_day as d on d.project_id = ${of}.project_id and d.bucket = ${of}.day`

/** Agents with the number of their views. Those that count in neither column are listed with the reason. */
export async function readAgents(tx: Tx, question: TableQuestion): Promise<AgentRow[]> {
  const views = await sumAgentViews(tx, question)
  const rows: AgentRow[] = []
  for (const { id, name } of await readNames(tx, question.projectId, 'client')) {
    const { column, client, ...rest } = readClientName(name)
    const row = {
      ...rest,
      class: column === 'ai' ? column : client === 'crawler' ? client : ('bot' as const),
      views: views.get(id) ?? 0,
    }
    // People read ignored pages, too.
    if (row.reason === 'ignored-path') continue
    if (row.views > 0 && (question.class === undefined || row.class === question.class)) rows.push(row)
  }
  return rows
}

/** The views of each client that is not a person. */
export async function sumAgentViews(tx: Tx, question: TableQuestion): Promise<ReadonlyMap<number, number>> {
  if (question.path !== undefined) return (await sumByName(tx, 'agent', question)).ai
  const rows = (await tx.rows(
    `select a.client_id, sum(${MACHINES('a', 'views', 'views_beacon')}) from agent_day as a ${SITE_DAY('a')}
     where a.project_id = ? and a.day >= ? and a.day < ? group by a.client_id`,
    ...rangeOf(question),
  )) as [number, number | string][]
  return new Map(rows.map(([id, views]) => [id, Number(views)]))
}

/** The hosts that sent readers, with the assistants among them by name. */
export async function readReferrers(tx: Tx, question: TableQuestion): Promise<ReferrerRow[]> {
  const hosts = new NameList()
  const pages = await readNames(tx, question.projectId, 'referrer')
  const hostOf = new Map(pages.map(({ id, name }) => [id, hosts.number(hostOfReferrer(name))]))
  const sums = await sumByName(tx, 'referrer', question, (id) => hostOf.get(id) ?? null)
  const rows = hosts.texts.map((host, group) => {
    const human = question.class === 'ai' ? 0 : (sums.human.get(group) ?? 0)
    const ai = question.class === 'human' ? 0 : (sums.ai.get(group) ?? 0)
    return { host, assistant: findAssistant(host), human, ai, total: human + ai }
  })
  return rows.filter((row) => row.total > 0)
}

/** By the groups of names, or by the names themselves. */
export async function sumByName(
  tx: Tx,
  unit: DetailUnit,
  question: TableQuestion,
  groupOf?: (nameId: number) => number | null,
): Promise<Record<'human' | 'ai', ReadonlyMap<number, number>>> {
  const pages = await findPages(tx, question.projectId, question.path)
  const sums = { human: new Map<number, number>(), ai: new Map<number, number>() }
  const add = (_day: number, group: number, pageId: number, human: number, ai: number) => {
    if (pages && !pages.has(pageId)) return
    sums.human.set(group, (sums.human.get(group) ?? 0) + human)
    sums.ai.set(group, (sums.ai.get(group) ?? 0) + ai)
  }
  await visitDetails(tx, unit, question, add, groupOf)
  return sums
}

export function readNames(tx: Tx, projectId: string, kind: NameKind): Promise<{ id: number; name: string }[]> {
  return tx.all('select id, name from name where project_id = ? and kind = ?', projectId, kind)
}

/** The pages that a path stands for; null when none was given. */
export async function findPages(tx: Tx, projectId: string, path: string | undefined): Promise<ReadonlySet<number> | null> {
  const page = pageCondition('path', path)
  if (!page) return null
  const rows = await tx.all<{ id: number }>(`select id from page where project_id = ? ${page.text}`, projectId, ...page.values)
  return new Set(rows.map(({ id }) => id))
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
     from miss_day as m join name as missing on missing.project_id = m.project_id and missing.id = m.missing_id
     join name as client on client.project_id = m.project_id and client.id = m.client_id
     left join name as referrer on referrer.project_id = m.project_id and referrer.id = m.referrer_id
     where m.project_id = ? and m.day >= ? and m.day < ? ${page?.text ?? ''}
     group by missing.name, client.name, referrer.name, m.status`,
    ...rangeOf(question),
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
    const host = row.referrer === null ? null : hostOfReferrer(row.referrer)
    if (host !== null) miss.byReferrer.set(host, (miss.byReferrer.get(host) ?? 0) + row.count)
  }
  const zone = createZone(question.timeZone ?? 'UTC')
  return [...misses.values()].map(({ byAgent, byReferrer, ...miss }) => ({
    ...miss,
    firstSeen: zone.toInstant(miss.firstSeen),
    lastSeen: zone.toInstant(miss.lastSeen),
    agents: most(byAgent),
    referrers: most(byReferrer),
  }))
}

function newMiss({ path, status, first_at, last_at }: { path: string; status: number; first_at: number; last_at: number }) {
  const seen = { status, firstSeen: first_at, lastSeen: last_at, agents: [], referrers: [] }
  const counts = { human: 0, ai: 0, other: 0, total: 0 }
  return { path, ...counts, ...seen, byAgent: new Map<string, number>(), byReferrer: new Map<string, number>() }
}

const VISITORS_BY: Record<PeopleSource, string> = {
  auto: 'case when visitors_beacon > visitors then visitors_beacon else visitors end',
  script: 'visitors_beacon',
  server: 'visitors',
}

/**
 * Different people by day. Over weeks and months the days are added up, so whoever came on two days is in it twice: the salt changes, so
 * that nobody can be followed. Nor can those of a server and of the script be added up: behind a proxy the same person has another address in a log. So the larger number of both counts.
 */
export async function readVisitors(tx: Tx, question: TableQuestion): Promise<VisitorRow[]> {
  const rows = await tx.all<{ day: number; visitors: number }>(
    `select day, ${VISITORS_BY[question.people ?? 'auto']} as visitors
     from visitor_day where project_id = ? and day >= ? and day < ? order by day`,
    ...rangeOf(question),
  )
  const sums = new Map<number, number>()
  for (const { day, visitors } of rows) {
    const first = firstDayOf(question.interval ?? 'day', day)
    sums.set(first, (sums.get(first) ?? 0) + visitors)
  }
  return [...sums].map(([day, visitors]) => ({ day, visitors })).filter((row) => row.visitors > 0)
}

/** The first day of 1970 was a Thursday. */
const FIRST_MONDAY = 4

function firstDayOf(interval: NonNullable<TableQuestion['interval']>, day: number): number {
  if (interval === 'day') return day
  return interval === 'week' ? day - ((((day - FIRST_MONDAY) % 7) + 7) % 7) : firstDayOfMonth(monthOfDay(day))
}

/**
 * What was left out, by reason. Views that both a server and the script saw are left out where they are read; so they are counted here,
 * and not where reasons are stored.
 */
export async function readExclusions(tx: Tx, question: TableQuestion): Promise<ExclusionRow[]> {
  const stored = await tx.all<ExclusionRow>(
    'select reason, sum(count) as count from exclusion where project_id = ? and day >= ? and day < ? group by reason',
    ...rangeOf(question),
  )
  const { from, to } = question.days
  const hours = { from: from === null ? null : from * HOURS_PER_DAY, to: to === null ? null : to * HOURS_PER_DAY }
  const days = (await readSiteDays(tx, question.projectId, hours)).filter(
    ({ day }) => (from === null || day >= from) && (to === null || day < to),
  )
  const twice = { script: 0, server: 0 }
  const { people = 'auto' } = question
  for (const day of days) {
    if (isByServer(day)) twice.server += day.aiBeacon
    if (people === 'server') twice.server += day.humanBeacon
    if (people === 'script') twice.script += day.human
  }
  await visitSeenTwice(tx, question.projectId, hours, { days, people }, (_hour, _pageId, byServer, byScript) => {
    if (byScript > byServer) twice.script += byServer
    else twice.server += byScript
  })
  return [
    ...stored,
    { reason: 'counted-by-script', count: twice.script },
    { reason: 'counted-by-server', count: twice.server },
  ].filter((row) => row.count > 0)
}

export function rangeOf({ projectId, days }: TableQuestion): [string, number, number] {
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
