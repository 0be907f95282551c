import { type CustomTypesConfig, Pool, types as postgresTypes } from 'pg'

/** PostgreSQL type numbers of bigint and numeric. Counts and times stay far below 2^53, so they are read as numbers. */
const POSTGRES_NUMBER_TYPES = new Set([20, 1700])

/** How long a request waits for a free connection when many come at once; then it is answered with a 503. */
const CONNECTION_WAIT_MS = 20_000

/**
 * A node that freezes in a transaction keeps its locks, and with them the other nodes from its projects, until the database takes
 * them away. No transaction here waits for anything but the database.
 */
const IDLE_IN_TRANSACTION_MS_MAX = 5_000

/** Connections to PostgreSQL that break one by one and are replaced. */
export function openPool(url: string, connectionsMax: number): Pool {
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
  return pool
}
