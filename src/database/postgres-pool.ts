import { type CustomTypesConfig, Pool, types as postgresTypes } from 'pg'

/** PostgreSQL type numbers of bigint and numeric. Counts and times stay far below 2^53, so they are read as numbers. */
const POSTGRES_NUMBER_TYPES = new Set([20, 1700])

/** How long a request waits for a free connection when many come at once; then it is answered with a 503. */
const CONNECTION_WAIT_MS = 20_000

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
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  return pool
}
