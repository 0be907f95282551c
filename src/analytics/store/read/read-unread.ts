import { type PathRules, createPagePaths } from '../../collect/page-paths.ts'
import { type CsvValue, toCsv } from '../../csv.ts'
import type { PeopleSource } from '../../reading.ts'
import { type HourRange, startOf } from '../../time.ts'
import type { TablePaging } from './answer-table.ts'
import type { Tx } from '../engine.ts'
import { findLastDays } from './last-views.ts'
import { type PageList, compareCodePoints } from './page-lists.ts'
import { sumPages } from './rank-pages.ts'
import { type Counted, matchPath } from './view-filter.ts'

/** A page of the documentation, as whoever knows the repository lists it. */
export interface ListedPage {
  file: string
  title: string | null
  /** Where it may be served, the likeliest first. */
  addresses: string[]
  linkedFrom: number
  isInNavigation: boolean | null
}

export interface UnreadQuestion {
  projectId: string
  range: HourRange
  /** Pages that nobody of this class read; left out, that nobody read. */
  class?: Counted | undefined
  path?: string | undefined
  people?: PeopleSource | undefined
  /** An array of `ListedPage` as JSON in UTF-8. */
  pages: SharedArrayBuffer
  /** The rules of the project, so that files and views meet. */
  rules: PathRules
}

export interface UnreadRow {
  path: string
  file: string
  title: string | null
  human: number
  ai: number
  total: number
  /** A day, or null when it never was. */
  lastViewedAt: string | null
  linkedFrom: number
  isInNavigation: boolean | null
}

export interface UnreadPages {
  /** Pages of the site that are asked about, and how many of them are unread. */
  pageCount: number
  unreadCount: number
  /** Pages of the site that were ever read: none means that views and pages have different paths. */
  everReadCount: number
  rows: UnreadRow[]
  hasMore: boolean
}

export const UNREAD_COLUMNS = [
  'path',
  'file',
  'title',
  'human',
  'ai',
  'total',
  'lastViewedAt',
  'linkedFrom',
  'isInNavigation',
] as const

/** Compares the pages of a site with its views. On the reading thread, because a site may have tens of thousands. */
export async function readUnread(
  tx: Tx,
  list: PageList,
  question: UnreadQuestion,
  { sort, offset, limit }: TablePaging,
): Promise<UnreadPages> {
  const { projectId, range, class: only } = question
  const { human, ai } = await sumPages(tx, list, projectId, range, question.people)
  const slotOf = new Map(list.paths.map((path, slot) => [path, slot]))
  const isWanted = matchPath(question.path)
  const toPaths = createFilePaths(question.rules)

  let [pageCount, everReadCount] = [0, 0]
  const unread: { row: UnreadRow; slots: number[] }[] = []
  for (const { addresses, ...page } of readPages(question.pages)) {
    const paths = toPaths(addresses)
    const slots = paths.flatMap((path) => slotOf.get(path) ?? [])
    const path = slots.length > 0 ? list.paths[slots[0]!]! : paths[0]
    if (path === undefined || !isWanted(path)) continue
    pageCount++
    if (slots.length > 0) everReadCount++
    const counts = { human: sum(human, slots), ai: sum(ai, slots) }
    if ((only !== 'ai' && counts.human > 0) || (only !== 'human' && counts.ai > 0)) continue
    const row = { path, ...page, ...counts, total: counts.human + counts.ai, lastViewedAt: null }
    unread.push({ row, slots })
  }

  const days = await findLastDays(tx, projectId, list, new Set(unread.flatMap(({ slots }) => slots)), only)
  for (const { row, slots } of unread) {
    const last = Math.max(...slots.map((slot) => days.get(slot) ?? -1), -1)
    if (last >= 0) row.lastViewedAt = new Date(startOf('day', last)).toISOString().slice(0, 10)
  }
  const rows = order(
    unread.map(({ row }) => row),
    sort ?? 'total',
  )
  return {
    pageCount,
    unreadCount: rows.length,
    everReadCount,
    rows: rows.slice(offset, offset + limit),
    hasMore: rows.length > offset + limit,
  }
}

export async function readUnreadCsv(tx: Tx, list: PageList, question: UnreadQuestion, paging: TablePaging): Promise<string> {
  const { rows } = await readUnread(tx, list, question, paging)
  return toCsv(
    UNREAD_COLUMNS,
    rows.map((row) => UNREAD_COLUMNS.map((column): CsvValue => toValue(row[column]))),
  )
}

function toValue(value: UnreadRow[keyof UnreadRow]): CsvValue {
  return typeof value === 'boolean' ? String(value) : value
}

function readPages(json: SharedArrayBuffer): ListedPage[] {
  return JSON.parse(Buffer.from(json).toString('utf8')) as ListedPage[]
}

/**
 * The paths under which views of a page may have been counted. An address may stand below the base path already, or begin where it
 * ends; and where the rules keep forms of a page apart, a view of any of them is a view of the page.
 */
function createFilePaths(rules: PathRules): (addresses: readonly string[]) => string[] {
  const toPage = createPagePaths(rules)
  const endings = [
    '',
    ...(rules.trailingSlash === 'kept' ? ['/'] : []),
    ...(rules.twins === 'kept' ? ['.md', '.mdx', '.html', '/index.html', '/index.md'] : []),
  ]
  const bases = rules.basePath === '' ? [''] : ['', rules.basePath]
  return (addresses) => {
    const paths = new Set<string>()
    for (const address of addresses) {
      // These have a meaning in an address, and none in the name of a file.
      const plain = address.replaceAll(/[%?#]/g, encodeURIComponent).replace(/\/$/, '')
      for (const base of bases)
        for (const ending of endings) {
          const page = toPage(`${base}${plain}${ending}` || '/')
          if ('path' in page) paths.add(page.path)
        }
    }
    return [...paths]
  }
}

function sum(column: Float64Array, slots: readonly number[]): number {
  return slots.reduce((total, slot) => total + column[slot]!, 0)
}

/** Most views first; by the last view, those that never had one and then the oldest first. Equal ones by path, then by file. */
function order(rows: UnreadRow[], sort: string): UnreadRow[] {
  const byPath = (one: UnreadRow, two: UnreadRow) =>
    compareCodePoints(one.path, two.path) || compareCodePoints(one.file, two.file)
  if (sort === 'lastViewedAt')
    return rows.sort((one, two) => compareCodePoints(one.lastViewedAt ?? '', two.lastViewedAt ?? '') || byPath(one, two))
  if (sort === 'total' || sort === 'linkedFrom') return rows.sort((one, two) => two[sort] - one[sort] || byPath(one, two))
  return rows.sort(byPath)
}
