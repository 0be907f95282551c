import type SqliteFile from 'better-sqlite3'
import {
  CompiledQuery,
  type Dialect,
  Kysely,
  PostgresDialect,
  SqliteDialect,
  type Transaction as KyselyTransaction,
  sql,
} from 'kysely'
import { type Clock, systemClock } from '../lib/clock.ts'
import type { Connection, Database, Engine } from './database.ts'
import { retryConflicts } from './retry-conflicts.ts'
import { openSqliteFile } from './sqlite-file.ts'

/** Begins with the write lock: a deferred transaction that reads first could not wait for another process's write. */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #file: SqliteFile.Database

  constructor(file: SqliteFile.Database) {
    super({ database: file })
    this.#file = file
  }

  override createDriver(): ReturnType<SqliteDialect['createDriver']> {
    const driver = super.createDriver()
    const rollBack = driver.rollbackTransaction.bind(driver)
    driver.beginTransaction = async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    }
    driver.rollbackTransaction = async (connection) => {
      // A full disk has ended the transaction already. A second end would fail, and its error hide the one that says why.
      if (this.#file.inTransaction) await rollBack(connection)
    }
    return driver
  }
}

export function openSqlite<Schema>(file: string, clock: Clock): Database<Schema> {
  return wrap<Schema>('sqlite', new ImmediateSqliteDialect(openSqliteFile(file)), clock, file)
}

/**
 * The driver is loaded only where there is a PostgreSQL.
 *
 * @param clock For tests; without it the database's own clock counts, which all nodes share.
 */
export async function openPostgres<Schema>(url: string, connectionsMax: number, clock: Clock | null): Promise<Database<Schema>> {
  const { LIMIT_IDLE_TIME, openPool } = await import('./postgres-pool.ts')
  const dialect = new PostgresDialect({ pool: openPool(url, connectionsMax) })
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => {
    const driver = createDriver()
    driver.beginTransaction = async (connection) => {
      await connection.executeQuery(CompiledQuery.raw(`begin; ${LIMIT_IDLE_TIME}`))
    }
    return driver
  }
  return wrap<Schema>('postgres', dialect, clock, url)
}

function wrap<Schema>(engine: Engine, dialect: Dialect, clock: Clock | null, address: string): Database<Schema> {
  const kysely = new Kysely<Schema>({ dialect })
  const connect = (query: Kysely<Schema> | KyselyTransaction<Schema>): Connection<Schema> => ({
    engine,
    query,
    now: async () => {
      if (clock) return clock.now()
      const answer = await sql<{ now: number }>`select floor(extract(epoch from clock_timestamp()) * 1000) as now`.execute(query)
      return answer.rows[0]!.now
    },
  })
  return {
    ...connect(kysely),
    address,
    transaction: async (work) => {
      // Those of a try that was rolled back are dropped with it.
      let actions: (() => void)[] = []
      // A pause of milliseconds between two tries, which a clock that stands still would never end.
      const result = await retryConflicts(systemClock, () => {
        actions = []
        return kysely.transaction().execute((tx) => work({ ...connect(tx), afterCommit: (action) => actions.push(action) }))
      })
      for (const action of actions) action()
      return result
    },
    ping: () =>
      sql`select 1`.execute(kysely).then(
        () => true,
        () => false,
      ),
    close: () => kysely.destroy(),
  }
}
