import { Problem } from './problem.ts'

/**
 * Of SQLite (the second: a file that it opens beside the database cannot grow, for which there is hardly another cause), of PostgreSQL, of
 * the system, and of the problems and faults that say it in our own words.
 */
const CODES: ReadonlySet<unknown> = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100', 'ENOSPC', 'EDQUOT', 'disk_full'])

/** True when there is no space left: what was stored can still be read, and work goes on once there is space again. */
export function isDiskFull(error: unknown): boolean {
  return CODES.has((error as { code?: unknown } | null | undefined)?.code)
}

/** Nothing has to be written to get out of it, so there is no ballast to free: the next commit after space was made succeeds. */
export function diskFull(): Problem {
  return new Problem(507, 'disk_full', "The server's disk is full. Nothing was stored. Send the request again later.", {
    headers: { 'retry-after': '10' },
  })
}
