import { chmodSync } from 'node:fs'
import SqliteFile from 'better-sqlite3'
import {
  CompiledQuery,
  type Dialect,
  Kysely,
  PostgresDialect,
  SqliteDialect,
  type Transaction as KyselyTransaction,
  sql,
} from 'kysely'
import { type CustomTypesConfig, Pool, types as postgresTypes } from 'pg'
import type { Clock } from '../lib/clock.ts'
import type { Connection, Database, Engine } from './database.ts'
import { DataFolderError } from './data-folder.ts'

/** Marks a SQLite file as ours ("DocW"). Stored in the file's header. */
const APPLICATION_ID = 0x446f6357

/** How long a writer waits for another process's commit: those take milliseconds; seconds mean a stuck disk. */
const BUSY_TIMEOUT_MS = 10_000

/** How long a request waits for a free connection when many come at once; then it is answered with a 503. */
const CONNECTION_WAIT_MS = 20_000
/**
 * A node that freezes in a transaction keeps its locks, and with them the other nodes from its projects, until the database takes
 * them away. No transaction here waits for anything but the database.
 */
const IDLE_IN_TRANSACTION_MS_MAX = 5_000

/** PostgreSQL type numbers of bigint and numeric. Counts and times stay far below 2^53, so they are read as numbers. */
const POSTGRES_NUMBER_TYPES = new Set([20, 1700])

/** Begins with the write lock: a deferred transaction that reads first could not wait for another process's write. */
class ImmediateSqliteDialect extends SqliteDialect {
  override createDriver(): ReturnType<SqliteDialect['createDriver']> {
    const driver = super.createDriver()
    driver.beginTransaction = async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    }
    return driver
  }
}

export function openSqlite<Schema>(file: string, clock: Clock): Database<Schema> {
  let connection: SqliteFile.Database
  try {
    connection = new SqliteFile(file, { timeout: BUSY_TIMEOUT_MS })
    const isNew = connection.pragma('schema_version', { simple: true }) === 0
    if (isNew) connection.pragma(`application_id = ${APPLICATION_ID}`)
    else if (connection.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
      throw new DataFolderError(`${file} is not a Docwright database`, 'choose another folder with DOCWRIGHT_DATA')
    }
    connection.pragma('journal_mode = WAL')
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
    if (isNew) chmodSync(file, 0o600)
  } catch (error) {
    if (error instanceof DataFolderError) throw error
    throw new DataFolderError(
      `${file} cannot be opened: ${(error as Error).message}`,
      'check that the file is intact and yours, or choose another folder with DOCWRIGHT_DATA',
    )
  }
  return wrap<Schema>('sqlite', new ImmediateSqliteDialect({ database: connection }), clock)
}

/** @param clock For tests; without it the database's own clock counts, which all nodes share. */
export function openPostgres<Schema>(url: string, connectionsMax: number, clock: Clock | null): Database<Schema> {
  const types: CustomTypesConfig = {
    getTypeParser: (id, format) => (POSTGRES_NUMBER_TYPES.has(id) ? Number : postgresTypes.getTypeParser(id, format)),
  }
  const pool = new Pool({
    connectionString: url,
    max: connectionsMax,
    types,
    application_name: 'docwright',
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  // Likewise one that breaks inside a transaction, between two queries: the next query of the transaction tells.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return wrap<Schema>('postgres', new PostgresDialect({ pool }), clock)
}

function wrap<Schema>(engine: Engine, dialect: Dialect, clock: Clock | null): Database<Schema> {
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
    transaction: async (work) => {
      const actions: (() => void)[] = []
      const result = await kysely
        .transaction()
        .execute((tx) => work({ ...connect(tx), afterCommit: (action) => actions.push(action) }))
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
