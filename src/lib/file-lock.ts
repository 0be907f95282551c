import { setTimeout as delay } from 'node:timers/promises'
import SqliteFile from 'better-sqlite3'
import { createPrivateFile } from './private-file.ts'

/** How often a waiting caller looks, first and at most. Fetches and pushes take from a few milliseconds to minutes. */
const LOOK_MS = { first: 5, max: 100 }

export interface FileLock {
  release(): void
}

/**
 * Locks a file for one holder; null when another has it, in this thread, in another one or in another process.
 *
 * The lock is a SQLite write lock that is held open: the kernel drops it with the process, also after kill -9, which a file
 * with a process id cannot promise. The file stays empty and is never removed: a holder would go on with a file that others no
 * longer see.
 */
export function tryLockFile(path: string): FileLock | null {
  createPrivateFile(path)
  const file = new SqliteFile(path, { timeout: 0 })
  try {
    // Nothing is ever written, so there is nothing to roll back: without this each lock would create and remove a journal.
    file.pragma('journal_mode = memory')
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return null
    throw error
  }
  return { release: () => void file.close() }
}

/**
 * Runs work while no one else has the file.
 *
 * @param beforeWait Is called before each wait, and throws to give up.
 */
export async function withFileLock<Result>(path: string, beforeWait: () => void, work: () => Promise<Result>): Promise<Result> {
  let lock = tryLockFile(path)
  for (let wait = LOOK_MS.first; !lock; wait = Math.min(wait * 2, LOOK_MS.max)) {
    beforeWait()
    await delay(wait)
    lock = tryLockFile(path)
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}
