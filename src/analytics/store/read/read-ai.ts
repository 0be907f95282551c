import type { Surface } from '../../classify/surface.ts'
import { findAssistantOperator, hostOfReferrer } from '../../referrer.ts'
import { type NamedClient, readClientName } from '../client-name.ts'
import type { Tx } from '../engine.ts'
import { type TableQuestion, pageCondition, rangeOf, readNames, readReferrers, sumAgentViews } from './read-tables.ts'

/** What was read, by the form in which it was asked for; and what was not there. */
interface Reads {
  views: number
  html: number
  markdown: number
  llmsTxt: number
  mcp: number
  misses: number
}

/** Days since 1970, of all that are kept, also outside of the range. */
interface Seen {
  firstSeen: number | null
  lastSeen: number | null
}

export interface AiAgentRow extends Reads, Seen {
  agent: string
  operator: string | null
  kind: string | null
  isNew: boolean
}

export interface OperatorRow extends Reads, Seen {
  operator: string
  /** People whom its assistants sent. */
  referrals: number
  /** How much is read for each person who is sent; null when there is none. */
  readsPerReferral: number | null
  agents: string[]
}

/** An agent is new in the first days with it, on a site that had readers before. */
const NEW_DAYS = 7

const SURFACE_COLUMNS = { html: 'html', markdown: 'markdown', 'llms.txt': 'llmsTxt', mcp: 'mcp' } as const satisfies Record<
  Surface,
  keyof Reads
>

/** AI agents by name: what they read, in which form, what they looked for in vain, and since when they come. */
export async function readAiAgents(tx: Tx, question: TableQuestion): Promise<AiAgentRow[]> {
  const { clients, lastDay, firstDay } = await readAiClients(tx, question)
  const rows = new Map<string, AiAgentRow>()
  for (const client of clients) {
    const { agent, operator, kind } = client
    if (agent === null) continue
    const row = rows.get(agent) ?? { agent, operator, kind, ...nothingRead(), isNew: false }
    rows.set(agent, row)
    addClient(row, client)
  }
  for (const row of rows.values())
    row.isNew = row.firstSeen !== null && row.firstSeen > lastDay - NEW_DAYS && firstDay <= lastDay - NEW_DAYS
  return [...rows.values()].filter((row) => row.views + row.misses > 0)
}

/** Who runs AI agents: what they read against how many people their assistants send. */
export async function readOperators(tx: Tx, question: TableQuestion): Promise<OperatorRow[]> {
  const rows = new Map<string, OperatorRow & { names: Set<string> }>()
  const rowOf = (operator: string) => {
    const row = rows.get(operator) ?? {
      operator,
      ...nothingRead(),
      referrals: 0,
      readsPerReferral: null,
      agents: [],
      names: new Set<string>(),
    }
    rows.set(operator, row)
    return row
  }
  for (const client of (await readAiClients(tx, question)).clients) {
    if (client.operator === null) continue
    const row = rowOf(client.operator)
    addClient(row, client)
    if (client.agent !== null && client.views + client.misses > 0) row.names.add(client.agent)
  }
  for (const { host, human } of await readReferrers(tx, { ...question, class: 'human' })) {
    const operator = findAssistantOperator(hostOfReferrer(host))
    if (operator !== null) rowOf(operator).referrals += human
  }
  return [...rows.values()]
    .filter((row) => row.views + row.misses + row.referrals > 0)
    .map(({ names, ...row }) => ({
      ...row,
      agents: [...names].sort(),
      readsPerReferral: row.referrals === 0 ? null : Math.round((row.views / row.referrals) * 100) / 100,
    }))
}

interface AiClient extends NamedClient, Seen {
  views: number
  misses: number
}

/** Clients that are AI, with what they read in the range; and the first and the last day on which there were any agents. */
async function readAiClients(
  tx: Tx,
  question: TableQuestion,
): Promise<{ clients: AiClient[]; firstDay: number; lastDay: number }> {
  const { projectId } = question
  const views = await sumAgentViews(tx, question)
  const misses = await sumMisses(tx, question)
  const days = (await tx.rows(
    'select client_id, min(day), max(day) from agent_day where project_id = ? and views + views_beacon > 0 group by client_id',
    projectId,
  )) as [number, number, number][]
  const seen = new Map(days.map(([id, first, last]) => [id, { firstSeen: first, lastSeen: last }]))
  const clients: AiClient[] = []
  for (const { id, name } of await readNames(tx, projectId, 'client')) {
    const client = readClientName(name)
    if (client.client !== 'ai') continue
    // What counts in neither column, such as training when only assistants count, is not read by AI.
    const isCounted = client.column === 'ai'
    const known = (isCounted ? seen.get(id) : undefined) ?? { firstSeen: null, lastSeen: null }
    clients.push({ ...client, ...known, views: isCounted ? (views.get(id) ?? 0) : 0, misses: misses.get(id) ?? 0 })
  }
  return {
    clients,
    firstDay: days.reduce((least, [, first]) => Math.min(least, first), Infinity),
    lastDay: days.reduce((most, [, , last]) => Math.max(most, last), -Infinity),
  }
}

async function sumMisses(tx: Tx, question: TableQuestion): Promise<ReadonlyMap<number, number>> {
  const page = pageCondition('missing.name', question.path)
  const rows = await tx.all<{ id: number; count: number }>(
    `select m.client_id as id, sum(m.count) as count from miss_day as m
     join name as missing on missing.project_id = m.project_id and missing.id = m.missing_id
     where m.project_id = ? and m.day >= ? and m.day < ? ${page?.text ?? ''} group by m.client_id`,
    ...rangeOf(question),
    ...(page?.values ?? []),
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

function nothingRead(): Reads & Seen {
  return { views: 0, html: 0, markdown: 0, llmsTxt: 0, mcp: 0, misses: 0, firstSeen: null, lastSeen: null }
}

function addClient(row: Reads & Seen, { surface, views, misses, firstSeen, lastSeen }: AiClient): void {
  row.views += views
  if (surface !== null) row[SURFACE_COLUMNS[surface]] += views
  row.misses += misses
  if (firstSeen !== null) row.firstSeen = Math.min(row.firstSeen ?? Infinity, firstSeen)
  if (lastSeen !== null) row.lastSeen = Math.max(row.lastSeen ?? -Infinity, lastSeen)
}
