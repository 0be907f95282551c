import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Ids } from '../lib/ids.ts'
import { Problem } from '../lib/problem.ts'
import { type MadeKey, addKey } from './create-key.ts'
import { noSuchKey } from './revoke-key.ts'
import { findKey, shortenLife } from './store.ts'

export interface RotateKey {
  projectId: string
  id: string
  /** How long both keys work. */
  overlapMs: number
  actor: string
}

/**
 * Makes a key that takes the place of another: the same name, scopes and origins, and as long a life. The old one works for a
 * while yet, so that nothing stands still while the new one is put in its places.
 */
export async function rotateKey(deps: { database: Database<MainSchema>; ids: Ids }, wanted: RotateKey): Promise<MadeKey> {
  const { projectId, id, overlapMs, actor } = wanted
  return deps.database.transaction(async (tx) => {
    const now = await tx.now()
    const old = await findKey(tx, projectId, id)
    if (!old || old.kind === 'drain') throw noSuchKey(projectId, id)
    if (old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= now))
      throw new Problem(409, 'key_ended', 'This key was revoked or has expired. Create a new one.')
    const { kind, name, scopes, origins, createdAt, expiresAt } = old
    const expiresInMs = expiresAt === null ? null : expiresAt - createdAt
    const made = await addKey(tx, deps.ids, { projectId, kind, name, scopes, origins, expiresInMs, actor }, 'key.rotate')
    await shortenLife(tx, projectId, id, now + overlapMs)
    return made
  })
}
