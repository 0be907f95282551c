import { type CustomTypesConfig, Pool, type PoolClient, types as postgresTypes } from 'pg'
import { DatabaseUnreachable } from './unavailable.ts'

/** PostgreSQL type numbers of bigint and numeric. Counts and times stay far below 2^53, so they are read as numbers. */
const POSTGRES_NUMBER_TYPES = new Set([20, 1700])

/** How long a request waits for a free connection when many come at once; then it is answered with a 503. */
const CONNECTION_WAIT_MS = 20_000

/**
 * A node that freezes in a transaction keeps its locks, and with them the other nodes from its projects, until the database takes
 * them away. No transaction here waits for anything but the database.
 */
const IDLE_IN_TRANSACTION_MS_MAX = 5_000

/**
 * To be sent in one message with the `begin` of each transaction, so it costs no round trip. PgBouncer refuses it as a parameter of the
 * connection, and in transaction mode a setting of the session would stay with whoever gets that connection next.
 */
export const LIMIT_IDLE_TIME = `set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS_MAX}`

/** The server refuses writes: after a failover, connections may still lead to the node that was the primary. */
const READ_ONLY = '25006'

/** What pg says without a code when a connection is gone. */
const GONE = /^Connection terminated|^Client (?:has encountered a connection error|was closed)|^Query read timeout/

/** Silence before the kernel asks whether the other end is still there. */
export const KEEP_ALIVE_MS = 10_000

/** Connections to PostgreSQL that break one by one and are replaced. */
export function openPool(url: string, connectionsMax: number) {
  const types: CustomTypesConfig = {
    getTypeParser: (id, format) => (POSTGRES_NUMBER_TYPES.has(id) ? Number : postgresTypes.getTypeParser(id, format)),
  }
  const pool = new Pool({
    connectionString: url,
    max: connectionsMax,
    types,
    application_name: 'docwright',
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    // A server that is gone without a word is noticed after minutes, instead of never.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  let failovers = 0
  const born = new WeakMap<PoolClient, number>()
  const isStale = (client: PoolClient) => born.get(client) !== failovers
  pool.on('connect', (client) => {
    // Likewise one that breaks inside a transaction, between two queries: the next query of the transaction tells.
    client.on('error', () => undefined)
    born.set(client, failovers)
    nameFailures(client, () => {
      if (!isStale(client)) failovers++
    })
  })
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async (): Promise<PoolClient> => {
      for (;;) {
        const client = await pool.connect().catch((error: unknown) => {
          throw hasSqlState(error) ? error : unreachable(error)
        })
        if (!isStale(client)) return client
        client.release(true)
      }
    },
  }
}

/** Makes failures of the connection errors of the database, whoever runs the query: a caller can't tell them from other sockets' failures. */
function nameFailures(client: PoolClient, onReadOnly: () => void): void {
  const query = client.query.bind(client) as (...words: unknown[]) => Promise<unknown>
  const named = async (...words: unknown[]) => {
    try {
      return await query(...words)
    } catch (error) {
      if ((error as { code?: unknown }).code === READ_ONLY) onReadOnly()
      throw !hasSqlState(error) && isConnectionFailure(error) ? unreachable(error) : error
    }
  }
  client.query = named as typeof client.query
}

/** True for what the server itself reported. */
function hasSqlState(error: unknown): boolean {
  return typeof (error as { severity?: unknown } | null)?.severity === 'string'
}

function isConnectionFailure(error: unknown): boolean {
  const { syscall, message = '' } = error as { syscall?: unknown; message?: string }
  return typeof syscall === 'string' || GONE.test(message)
}

function unreachable(error: unknown): DatabaseUnreachable {
  const { message, code } = error as { message?: string; code?: unknown }
  return new DatabaseUnreachable(message || `no connection (${String(code)})`, error)
}
