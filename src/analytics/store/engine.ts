import type { Table } from './tables.ts'

export type Value = string | number | null | Uint8Array

/** The texts that are stored once: see the table `name`. Stored in the database. */
export type NameKind = 'client' | 'referrer' | 'traits' | 'trace' | 'missing'

/**
 * One transaction, as the questions and the write path see it. Statements are the same text on both engines, with `?` for a
 * value. Plain statements instead of Kysely, because these are the ones that run thousands of times a second: SQLite keeps
 * them prepared, and building them anew cost more than running them.
 */
export interface Tx {
  readonly isPostgres: boolean
  all<Row>(statement: string, ...values: Value[]): Promise<Row[]>
  /** Rows as arrays, for scans of many. */
  rows(statement: string, ...values: Value[]): Promise<unknown[][]>
  /** Returns the number of rows that were changed. */
  run(statement: string, ...values: Value[]): Promise<number>
  /** Adds rows, given by columns; no key may be in it twice. */
  add(table: Table, columns: readonly (readonly Value[])[]): Promise<void>
  /**
   * Inserts rows that are not there, or whose count is at or before `staleBefore`, and returns those, as the values of the last key
   * column.
   */
  insertNew(table: Table, columns: readonly (readonly Value[])[], staleBefore: number): Promise<Set<Value>>
  /** Inserts rows that are not there, and returns how many. */
  countNew(table: Table, columns: readonly (readonly Value[])[]): Promise<number>
  /**
   * The ids of paths; new ones get the next numbers of the project, without gaps. The transaction holds the row of the project in
   * `watermark`, which counts them.
   */
  internPages(projectId: string, paths: readonly string[]): Promise<number[]>
  /** The same for names, which have numbers of their own. Also notes that they were used on this day. */
  internNames(projectId: string, kind: NameKind, names: readonly string[], day: number): Promise<number[]>
}

/** A connection to the views, for one thread. */
export interface Engine {
  /** Runs the work in a transaction that is durable when the promise resolves. One runs at a time. */
  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** Runs the work on one unchanging state of the database. */
  read<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
