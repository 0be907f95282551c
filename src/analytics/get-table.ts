import { type DateQuestion, readDays } from './read-range.ts'
import type { TableName, TablePage, TableQuestion, TableRows, ViewStore } from './store/view-store.ts'

/** A question about a table that is kept by the day. Without a limit, all rows from the offset on. */
export interface TableRequest extends DateQuestion, Pick<TableQuestion, 'path' | 'class' | 'by' | 'interval'> {
  projectId: string
  sort?: string | undefined
  offset?: number
  limit?: number
}

/** Agents, referrers, misses, visitors, exclusions or a breakdown. */
export function getTable<Name extends TableName>(
  store: Pick<ViewStore, 'table'>,
  name: Name,
  request: TableRequest,
): Promise<TablePage<TableRows[Name]>> {
  return store.table(name, ...toQuestion(request))
}

export function getTableCsv(store: Pick<ViewStore, 'tableCsv'>, name: TableName, request: TableRequest): Promise<string> {
  return store.tableCsv(name, ...toQuestion(request))
}

function toQuestion(request: TableRequest): [TableQuestion, { sort: string | undefined; offset: number; limit: number }] {
  const {
    projectId,
    path,
    class: only,
    by,
    interval,
    sort,
    offset = 0,
    limit = Number.MAX_SAFE_INTEGER,
    timeZone,
    people,
  } = request
  return [
    { projectId, days: readDays(request), path, class: only, by, interval, timeZone, people },
    { sort, offset, limit },
  ]
}
