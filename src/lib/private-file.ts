import { closeSync, openSync } from 'node:fs'

/** For its owner only. */
export const PRIVATE_FILE_MODE = 0o600

/**
 * Creates a file that only its owner can read, unless it exists. For files that SQLite opens: it would create them by the umask, and
 * gives the files beside them (`-wal`, `-shm`) the mode of the file itself.
 *
 * A file that exists is not even opened: to close it would drop the locks that other connections of this process hold on it.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE_MODE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
