import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import type { ExpressionBuilder } from 'kysely'
import type { Database } from './database.ts'
import { type DataFolder, renameInstance } from './data-folder.ts'
import type { MainSchema } from './schema.ts'

/** How often a node says that it's there. */
const BEAT_MS = 10_000

/** A node that said nothing for this long is gone. Meanwhile a folder that moved to another machine starts under a new name. */
const GONE_MS = 45_000

export interface NodeClaim {
  /** With the name that this node may use. */
  folder: DataFolder
  release(): Promise<void>
}

/**
 * Makes sure that no other node of the database has the name of this one, because a node frees the leases under its name when it starts.
 *
 * The folder's lock keeps two processes out of one folder, but not out of two copies of it. The copy that comes second gets a new name,
 * which its folder keeps. A restart in the same place gets its own name back at once. SQLite is copied with its folder, so there two
 * copies never meet. The caller has the folder's lock.
 */
export async function claimNode(
  database: Database<MainSchema>,
  folder: DataFolder,
  newInstance: () => string,
): Promise<NodeClaim> {
  if (database.engine === 'sqlite') return { folder, release: async () => undefined }
  const place = placeOf(folder)
  const isOurs = await claim(database, folder.instance, place)
  const claimed = isOurs ? folder : renameInstance(folder, newInstance())
  if (!isOurs) await claim(database, claimed.instance, place)
  const { instance } = claimed
  const beat = async () => {
    const seen_at = await database.now()
    await database.query.updateTable('node').set({ seen_at }).where(isOf(instance, place)).execute()
  }
  // One that fails is followed by the next; a database that is away for longer has no leases to give, either.
  const timer = setInterval(() => void beat().catch(() => undefined), BEAT_MS)
  return {
    folder: claimed,
    release: async () => {
      clearInterval(timer)
      // So that the folder can be moved at once. When the database is away it says so to whoever asks next.
      await database.query
        .deleteFrom('node')
        .where(isOf(instance, place))
        .execute()
        .catch(() => undefined)
    },
  }
}

/** False when another place has the name and is alive. */
async function claim(database: Database<MainSchema>, instance: string, place: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const now = await tx.now()
    const taken = await tx.query
      .insertInto('node')
      .values({ instance, place, seen_at: now })
      .onConflict((conflict) =>
        conflict
          .column('instance')
          .doUpdateSet({ place, seen_at: now })
          .where((row) => row.or([row('node.place', '=', place), row('node.seen_at', '<', now - GONE_MS)])),
      )
      .executeTakeFirst()
    return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n
  })
}

function isOf(instance: string, place: string) {
  return (row: ExpressionBuilder<MainSchema, 'node'>) => row.and([row('instance', '=', instance), row('place', '=', place)])
}

/** The same for every start in one folder until the machine restarts, and another for each copy of the folder. */
function placeOf({ path }: DataFolder): string {
  const { dev, ino } = statSync(path)
  return createHash('sha256')
    .update(JSON.stringify([bootId(), hostname(), dev, ino]))
    .digest('hex')
}

/** Machines that were cloned from one image may share every other id. */
function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}
