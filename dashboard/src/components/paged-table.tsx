import type { ComponentChildren } from 'preact'
import { query, setQuery } from '../lib/router.ts'
import { PAGE_SIZE } from '../lib/paging.ts'
import type { Answer } from '../lib/use-request.ts'
import { Loaded } from './states.tsx'
import { type Column, Pager, Table } from './table.tsx'

interface PagedTableProps<Result, Row> {
  answer: Answer<Result>
  rowsOf: (answer: Result) => { rows: Row[]; hasMore: boolean }
  caption: string
  /** What there is more of. */
  what: string
  columns: Column[]
  /** Shown when there is no row. */
  empty: ComponentChildren
  /** One row of the table. */
  children: (row: Row) => ComponentChildren
}

/** A table that comes a page at a time; the address keeps which one. */
export function PagedTable<Result, Row>({ answer, rowsOf, what, empty, children, ...table }: PagedTableProps<Result, Row>) {
  const { offset, turn } = usePage()
  return (
    <Loaded answer={answer} rows={10}>
      {(data) => {
        const { rows, hasMore } = rowsOf(data)
        if (rows.length === 0 && offset === 0) return empty
        return (
          <>
            <Table {...table}>{rows.map(children)}</Table>
            <Pager what={what} first={offset} count={rows.length} hasMore={hasMore} onTurn={turn} />
          </>
        )
      }}
    </Loaded>
  )
}

/** Which rows of a long table are shown. */
export function usePage(): { offset: number; turn: (direction: -1 | 1) => void } {
  const offset = Math.max(0, Math.floor(Number(query.value.get('offset')) / PAGE_SIZE) * PAGE_SIZE || 0)
  return {
    offset,
    turn: (direction) => setQuery({ offset: String(Math.max(0, offset + direction * PAGE_SIZE) || '') }),
  }
}

/** By what a table is sorted; the first of the names is the default, and texts are those named here. */
export function useSort<Name extends string>(names: readonly [Name, ...Name[]], texts: readonly Name[]) {
  const sort = names.find((name) => name === query.value.get('sort')) ?? names[0]
  const column = (name: string, by: Name, more: Partial<Column> = {}): Column => ({
    name,
    isNumber: !texts.includes(by),
    sort: { isActive: sort === by, onSort: () => setQuery({ sort: by === names[0] ? null : by, offset: null }) },
    ...more,
  })
  return { sort, column }
}
