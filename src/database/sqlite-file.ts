import SqliteFile from 'better-sqlite3'
import { isDiskFull } from '../lib/disk-full.ts'
import { createPrivateFile } from '../lib/private-file.ts'
import { DataFolderError } from './data-folder.ts'

/** Marks a SQLite file as ours ("DocW"). Stored in the file's header. */
const APPLICATION_ID = 0x446f6357

/** How long a writer waits for another process's commit: those take milliseconds; seconds mean a stuck disk. */
const BUSY_TIMEOUT_MS = 10_000

/** A connection with the settings that lose nothing. */
export function openSqliteFile(file: string): SqliteFile.Database {
  let connection: SqliteFile.Database
  try {
    createPrivateFile(file)
    connection = new SqliteFile(file, { timeout: BUSY_TIMEOUT_MS })
    const isNew = connection.pragma('schema_version', { simple: true }) === 0
    if (isNew) connection.pragma(`application_id = ${APPLICATION_ID}`)
    else if (connection.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
      throw new DataFolderError(`${file} is not a Docwright database`, 'choose another folder with DOCWRIGHT_DATA')
    }
    connection.pragma('journal_mode = WAL')
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
  } catch (error) {
    if (error instanceof DataFolderError || isDiskFull(error)) throw error
    throw new DataFolderError(
      `${file} cannot be opened: ${(error as Error).message}`,
      'check that the file is intact and yours, or choose another folder with DOCWRIGHT_DATA',
    )
  }
  return connection
}
