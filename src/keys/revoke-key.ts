import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Ids } from '../lib/ids.ts'
import { Problem } from '../lib/problem.ts'
import { recordAudit } from '../database/audit-store.ts'
import type { Key } from './key.ts'
import { findKey, markRevoked } from './store.ts'

/** Revokes a key for good. Nothing caches keys, so the very next request with it is refused. Revoking twice changes nothing. */
export async function revokeKey(
  deps: { database: Database<MainSchema>; ids: Ids },
  projectId: string,
  id: string,
  actor: string,
): Promise<Key> {
  return deps.database.transaction(async (tx) => {
    const now = await tx.now()
    if (await markRevoked(tx, projectId, id, now)) {
      await recordAudit(tx, { id: deps.ids.next('audit', now), projectId, at: now, actor, action: 'key.revoke', object: id })
    }
    const key = await findKey(tx, projectId, id)
    if (!key) throw noSuchKey(projectId, id)
    return key
  })
}

export function noSuchKey(projectId: string, id: string): Problem {
  return new Problem(404, 'key_not_found', `Project ${projectId} has no key ${id}.`)
}
