/** SQLite: locked for longer than the busy time-out, disk full, input or output error. PostgreSQL: class 08, 53 and 57P. Node: no connection. */
const UNAVAILABLE =
  /^(?:SQLITE_BUSY|SQLITE_FULL|SQLITE_IOERR|SQLITE_CANTOPEN|08|53|57P0|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE)/

/** True for errors that say nothing about the request, only that the database cannot be used at this moment. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && UNAVAILABLE.test(code)) return true
  return /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/.test(error.message)
}
