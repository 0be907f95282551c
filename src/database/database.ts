import type { Kysely } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

/** Where a query runs: inside a transaction or on its own. */
export interface Connection<Schema> {
  readonly engine: Engine
  readonly query: Kysely<Schema>
  /** Milliseconds since 1970 by the database's clock, so that all processes on it agree. */
  now(): Promise<number>
}

export interface Transaction<Schema> extends Connection<Schema> {
  /** Runs the action once the transaction is durable; never when it is rolled back. */
  afterCommit(action: () => void): void
}

/** One open database. SQLite transactions take the write lock at their start, so a transaction never fails half-way for it. */
export interface Database<Schema> extends Connection<Schema> {
  /** The file of SQLite, or the URL of PostgreSQL with its password: for another thread that opens the same database. */
  readonly address: string
  /**
   * Runs the work in a transaction. PostgreSQL may roll one back for the sake of another, and then the work runs again from its start: it
   * keeps nothing outside of the transaction, except by `afterCommit`.
   */
  transaction<Result>(work: (tx: Transaction<Schema>) => Promise<Result>): Promise<Result>
  /** True when the engine answers. */
  ping(): Promise<boolean>
  close(): Promise<void>
}
