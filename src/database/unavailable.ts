/** A connection to the database that could not be made or broke. Other sockets fail with the same codes, so it gets one of its own. */
const UNREACHABLE = 'DATABASE_UNREACHABLE'

/**
 * Codes after which the same request may well succeed. SQLite: locked for longer than the busy time-out, no memory. PostgreSQL: no
 * connection (class 08), deadlocks and serialization (40), a server that turned read-only in a failover (25006), time-outs, no
 * resources (53), a server that is stopping or starting (57P0).
 */
const PASSING =
  /^(?:DATABASE_UNREACHABLE|SQLITE_(?:BUSY|LOCKED|NOMEM|PROTOCOL)(?:_\w+)?|08\w{3}|25006|25P0[34]|40001|40P01|53\w{3}|55P03|57014|57P0\w)$/

/**
 * Codes that last until someone acts. SQLite: the disk is full or broken, or the files may not be read or written. PostgreSQL: the role or
 * the database is refused or missing, the server's own disk fails.
 */
const LASTING = /^(?:SQLITE_(?:FULL|IOERR|CANTOPEN|READONLY|PERM|AUTH)(?:_\w+)?|28\w{3}|3D000|58\w{3})$/

/**
 * The transaction was rolled back for no fault of its own, and may succeed at once: a deadlock, a serialization failure, or a connection
 * that still leads to the former primary (the pool replaces those).
 */
const RERUNNABLE = /^(?:40P01|40001|25006)$/

export class DatabaseUnreachable extends Error {
  readonly code = UNREACHABLE

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseUnreachable'
  }
}

/** True for errors of the database that say nothing about the request, only that the database can't be used at the moment. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  return PASSING.test(code) || LASTING.test(code)
}

/** True for those that don't pass without someone who looks after the database. */
export function needsOperator(error: unknown): boolean {
  return LASTING.test(codeOf(error))
}

export function canRunAgain(error: unknown): boolean {
  return RERUNNABLE.test(codeOf(error))
}

/** By the code, because that is what is left of an error that comes from another thread. */
function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : ''
}
