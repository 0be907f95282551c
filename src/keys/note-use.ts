import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { isUnavailable } from '../database/unavailable.ts'
import type { Key } from './key.ts'
import { recordUse } from './store.ts'

/** The last use is shown to the minute; writing it more often would cost every request a commit. */
const LAST_USE_RESOLUTION_MS = 60_000

/** Notes that a key was used. A request is never refused because that cannot be noted. */
export async function noteUse(database: Database<MainSchema>, key: Key, now: number): Promise<void> {
  const stale = now - LAST_USE_RESOLUTION_MS
  if (key.lastUsedAt !== null && key.lastUsedAt > stale) return
  await recordUse(database, key.id, now, stale).catch((error: unknown) => {
    // On a full disk nothing can be noted, but everything can be read.
    if (!isUnavailable(error)) throw error
  })
}
