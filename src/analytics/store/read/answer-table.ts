import { type CsvValue, toCsv } from '../../csv.ts'
import { startOf } from '../../time.ts'
import type { Tx } from '../engine.ts'
import type { PageLists } from './page-lists.ts'
import { type AiAgentRow, type OperatorRow, readAiAgents, readOperators } from './read-ai.ts'
import { type BreakdownRow, readBreakdown } from './read-breakdown.ts'
import {
  type AgentRow,
  type MissRow,
  type ReferrerRow,
  type TableQuestion,
  readAgents,
  readExclusions,
  readMisses,
  readReferrers,
  readVisitors,
} from './read-tables.ts'

/** Rows of each table, as they are answered. */
export interface TableRows {
  agents: AgentRow
  referrers: ReferrerRow
  misses: Miss
  visitors: { date: string; visitors: number }
  exclusions: { reason: string; count: number }
  breakdown: BreakdownRow
  'ai-agents': WithDates<AiAgentRow>
  operators: WithDates<OperatorRow>
}

type WithDates<Row> = Omit<Row, 'firstSeen' | 'lastSeen'> & { firstSeen: string | null; lastSeen: string | null }

export type TableName = keyof TableRows

export interface Miss extends Omit<MissRow, 'firstSeen' | 'lastSeen'> {
  firstSeen: string
  lastSeen: string
}

/** Where a page begins and how long it is at most; the order is one of the table's own columns. */
export interface TablePaging {
  sort?: string | undefined
  offset: number
  limit: number
}

export interface TablePage<Row> {
  rows: Row[]
  hasMore: boolean
}

interface TableShape<Row> {
  /** The columns of the CSV, in their order. */
  columns: readonly (keyof Row & string)[]
  read(tx: Tx, question: TableQuestion, sort: string | undefined, lists: PageLists): Promise<Row[]>
}

const READS = ['views', 'html', 'markdown', 'llmsTxt', 'mcp', 'misses'] as const

const TABLES: { [Name in TableName]: TableShape<TableRows[Name]> } = {
  agents: {
    columns: ['agent', 'operator', 'class', 'kind', 'evidence', 'surface', 'reason', 'views'],
    read: async (tx, question, sort = 'views') => order(await readAgents(tx, question), sort, 'agent'),
  },
  referrers: {
    columns: ['host', 'assistant', 'human', 'ai', 'total'],
    read: async (tx, question, sort = 'total') => order(await readReferrers(tx, question), sort, 'host'),
  },
  misses: {
    columns: ['path', 'human', 'ai', 'other', 'total', 'status', 'firstSeen', 'lastSeen', 'agents', 'referrers'],
    read: async (tx, question, sort = 'total') =>
      order(await readMisses(tx, question), sort, 'path').map((row) => ({
        ...row,
        firstSeen: new Date(row.firstSeen).toISOString(),
        lastSeen: new Date(row.lastSeen).toISOString(),
      })),
  },
  visitors: {
    columns: ['date', 'visitors'],
    read: async (tx, question) =>
      (await readVisitors(tx, question)).map(({ day, visitors }) => ({
        date: toDate(day),
        visitors,
      })),
  },
  exclusions: {
    columns: ['reason', 'count'],
    read: async (tx, question) => order(await readExclusions(tx, question), 'count', 'reason'),
  },
  'ai-agents': {
    columns: ['agent', 'operator', 'kind', ...READS, 'firstSeen', 'lastSeen', 'isNew'],
    read: async (tx, question, sort = 'views') => withDates(order(await readAiAgents(tx, question), sort, 'agent')),
  },
  operators: {
    columns: ['operator', ...READS, 'referrals', 'readsPerReferral', 'firstSeen', 'lastSeen', 'agents'],
    read: async (tx, question, sort = 'views') => withDates(order(await readOperators(tx, question), sort, 'operator')),
  },
  breakdown: {
    columns: ['value', 'human'],
    read: async (tx, { by, ...question }, sort = 'human', lists) => {
      if (by === undefined) throw new Error('a breakdown needs a dimension')
      const rows = await readBreakdown(tx, { ...question, by }, lists)
      const isKnown = ({ value }: BreakdownRow) => value !== null
      return [...order(rows.filter(isKnown), sort, 'value'), ...rows.filter((row) => !isKnown(row))]
    },
  },
}

/**
 * One page of a table. Sorted and cut on the reading thread: a site that is scanned has a hundred thousand missing paths, and
 * handing them all to the main thread would stop it for a while.
 */
export async function answerTable<Name extends TableName>(
  tx: Tx,
  name: Name,
  question: TableQuestion,
  { sort, offset, limit }: TablePaging,
  lists: PageLists,
): Promise<TablePage<TableRows[Name]>> {
  const rows = await TABLES[name].read(tx, question, sort, lists)
  return { rows: rows.slice(offset, offset + limit), hasMore: rows.length > offset + limit }
}

/** The same as CSV. One text is handed to the main thread at once, however long it is. */
export async function answerTableCsv(
  tx: Tx,
  name: TableName,
  question: TableQuestion,
  paging: TablePaging,
  lists: PageLists,
): Promise<string> {
  const { rows } = await answerTable(tx, name, question, paging, lists)
  const columns: readonly string[] = TABLES[name].columns
  return toCsv(
    columns,
    (rows as object[]).map((row) => columns.map((column) => toValue((row as Record<string, unknown>)[column]))),
  )
}

function toValue(value: unknown): CsvValue {
  if (Array.isArray(value)) return value.join('; ')
  return typeof value === 'boolean' ? String(value) : (value as CsvValue)
}

function toDate(day: number): string {
  return new Date(startOf('day', day)).toISOString().slice(0, 10)
}

function withDates<Row extends { firstSeen: number | null; lastSeen: number | null }>(rows: Row[]): WithDates<Row>[] {
  const dateOf = (day: number | null) => (day === null ? null : toDate(day))
  return rows.map((row) => ({ ...row, firstSeen: dateOf(row.firstSeen), lastSeen: dateOf(row.lastSeen) }))
}

/** Numbers with the largest first, texts by code point with unknown ones last; equal ones by name. */
function order<Row>(rows: Row[], sort: string, name: keyof Row & string): Row[] {
  const value = (row: Row, column: string) => (row as Record<string, unknown>)[column]
  const byName = (one: Row, two: Row) => compareTexts(value(one, name), value(two, name))
  if (sort === name) return rows.sort(byName)
  return rows.sort((one, two) => (value(two, sort) as number) - (value(one, sort) as number) || byName(one, two))
}

function compareTexts(one: unknown, two: unknown): number {
  if (typeof one !== 'string' || typeof two !== 'string') return Number(typeof one !== 'string') - Number(typeof two !== 'string')
  return Buffer.compare(Buffer.from(one), Buffer.from(two))
}
