import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { deleteEventsOf, listJobsWithOldEvents } from './event-store.ts'

const DAY_MS = 24 * 3_600_000
/** How long the events of an archived job are kept. The job, its messages and its pull request stay. */
const KEPT_DAYS = 90
const BATCH = 100

/** Deletes what nobody asks for any more; returns of how many jobs. One transaction for each job, so that none waits for long. */
export async function deleteOldEvents(database: Database<MainSchema>): Promise<number> {
  const before = (await database.now()) - KEPT_DAYS * DAY_MS
  for (let count = 0; ;) {
    const ids = await listJobsWithOldEvents(database, before, BATCH)
    for (const id of ids) await database.transaction((tx) => deleteEventsOf(tx, id))
    count += ids.length
    if (ids.length < BATCH) return count
  }
}
