import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { deleteAnswersBefore } from './idempotency-store.ts'
import { KEPT_MS } from './idempotency.ts'

/** Rows of one transaction: some milliseconds, in which SQLite takes no other. */
const PORTION = 500

/** Deletes the answers of idempotent requests that can't be given again; returns how many. Active projects delete their own on the way. */
export async function deleteOldAnswers(database: Database<MainSchema>): Promise<number> {
  const expired = (await database.now()) - KEPT_MS
  for (let count = 0; ;) {
    const deleted = await database.transaction((tx) => deleteAnswersBefore(tx, expired, PORTION))
    count += deleted
    if (deleted < PORTION) return count
  }
}
