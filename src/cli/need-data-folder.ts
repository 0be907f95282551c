import type { Config } from '../config.ts'
import { DataFolderError, isDataFolder } from '../database/data-folder.ts'

/**
 * For commands that work with what is there: in a wrong folder they'd otherwise create an empty database and a secret, and answer as if
 * nothing had ever been stored. With PostgreSQL the data is elsewhere, and the folder only holds copies.
 */
export function needDataFolder({ data, databaseUrl }: Config): void {
  if (databaseUrl !== null || isDataFolder(data)) return
  throw new DataFolderError(
    `there is no Docwright data in ${data}`,
    'run the command in the folder where you started Docwright, or set DOCWRIGHT_DATA to its data folder',
  )
}
