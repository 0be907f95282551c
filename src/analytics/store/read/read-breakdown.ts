import { NameList } from '../../name-list.ts'
import { HOURS_PER_DAY } from '../../time.ts'
import { readTraitsName } from '../../traits/traits.ts'
import { visitDetails } from '../blocks/details.ts'
import type { Tx } from '../engine.ts'
import { type Dimension, traitOf } from './dimension.ts'
import type { PageLists } from './page-lists.ts'
import { readSeries } from './read-series.ts'
import { type TableQuestion, findPages, readNames, sumByName } from './read-tables.ts'

export interface BreakdownRow {
  /** Null for the views of which it isn't known. */
  value: string | null
  human: number
}

/** Views by people, by one of the things that are known of them. The last row has those of which it isn't known. */
export async function readBreakdown(
  tx: Tx,
  question: TableQuestion & { by: Dimension },
  lists: PageLists,
): Promise<BreakdownRow[]> {
  const { rows, known } =
    question.by === 'entry-page' ? await readEntries(tx, question) : await readValues(tx, question, question.by)
  const unknown = (await countPeople(tx, question, lists)) - known
  return unknown > 0 ? [...rows, { value: null, human: unknown }] : rows
}

interface Known {
  rows: BreakdownRow[]
  /** The views of which it is known. */
  known: number
}

async function readValues(tx: Tx, question: TableQuestion, by: Exclude<Dimension, 'entry-page'>): Promise<Known> {
  const values = new NameList()
  const kind = by === 'referrer-page' ? 'referrer' : 'traits'
  const valueOf = by === 'referrer-page' ? (name: string) => name : toValueOf(by)
  const groups = new Map<number, number>()
  for (const { id, name } of await readNames(tx, question.projectId, kind)) {
    const value = valueOf(name)
    if (value !== null) groups.set(id, values.number(value))
  }
  const { human } = await sumByName(tx, kind, question, (id) => groups.get(id) ?? null)
  const rows = values.texts.map((value, group) => ({ value, human: human.get(group) ?? 0 })).filter((row) => row.human > 0)
  return { rows, known: rows.reduce((sum, row) => sum + row.human, 0) }
}

function toValueOf(by: Exclude<Dimension, 'entry-page' | 'referrer-page'>): (name: string) => string | null {
  const valueOf = traitOf(by)
  return (name) => valueOf(readTraitsName(name))
}

/** The pages that people saw first. */
async function readEntries(tx: Tx, question: TableQuestion): Promise<Known> {
  const isEntry = new Map(
    (await readNames(tx, question.projectId, 'traits')).map(({ id, name }) => [id, readTraitsName(name).isEntry]),
  )
  const wanted = await findPages(tx, question.projectId, question.path)
  const entries = new Map<number, number>()
  let known = 0
  await visitDetails(
    tx,
    'traits',
    question,
    (_day, group, pageId, human) => {
      if (wanted && !wanted.has(pageId)) return
      known += human
      if (group === 1) entries.set(pageId, (entries.get(pageId) ?? 0) + human)
    },
    (id) => {
      const found = isEntry.get(id) ?? null
      return found === null ? null : Number(found)
    },
  )
  const pages = await tx.all<{ id: number; path: string }>('select id, path from page where project_id = ?', question.projectId)
  const rows = pages.map(({ id, path }) => ({ value: path, human: entries.get(id) ?? 0 })).filter((row) => row.human > 0)
  return { rows, known }
}

async function countPeople(tx: Tx, { projectId, days, path, people }: TableQuestion, lists: PageLists): Promise<number> {
  const toHour = (day: number | null) => (day === null ? null : day * HOURS_PER_DAY)
  const list = path === undefined ? null : await lists.get(tx, projectId)
  const range = { from: toHour(days.from), to: toHour(days.to) }
  const points = await readSeries(tx, list, projectId, range, 'month', { path, class: 'human', people })
  return points.reduce((sum, { human }) => sum + human, 0)
}
