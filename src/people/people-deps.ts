import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Ids } from '../lib/ids.ts'

export interface PeopleDeps {
  database: Database<MainSchema>
  ids: Ids
}
