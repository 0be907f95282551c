import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Clock } from '../lib/clock.ts'
import { digestOf } from './format.ts'
import type { Key } from './key.ts'
import { noteUse } from './note-use.ts'
import { findKeyByDigest } from './store.ts'

/** Why a site key may not add views. Stored with the exclusions. */
export type SiteKeyRefusal = 'key-revoked' | 'key-expired' | 'origin'

/** The key, and why it does not count from this origin; null when nobody made such a key. */
export async function findSiteKey(
  database: Database<MainSchema>,
  clock: Clock,
  siteKey: string,
  origin: string | undefined,
): Promise<{ key: Key; refusal: SiteKeyRefusal | null } | null> {
  const key = await findKeyByDigest(database, 'site', digestOf(siteKey))
  if (!key) return null
  if (key.revokedAt !== null) return { key, refusal: 'key-revoked' }
  if (key.expiresAt !== null && key.expiresAt <= (await database.now())) return { key, refusal: 'key-expired' }
  const isAllowed = key.origins.length === 0 || (origin !== undefined && key.origins.includes(origin))
  if (!isAllowed) return { key, refusal: 'origin' }
  await noteUse(database, key, clock.now())
  return { key, refusal: null }
}
