import type { Connection, Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Ids } from '../lib/ids.ts'
import { notFound } from '../lib/problem.ts'
import { recordAudit } from '../database/audit-store.ts'
import { type KeyKind, digestOf, displayOf, generateKey } from './format.ts'
import type { Key, Scope } from './key.ts'
import { insertKey, projectExists } from './store.ts'

export interface NewKey {
  projectId: string
  kind: KeyKind
  name: string
  scopes: Scope[]
  /** For site keys; none means any. */
  origins?: string[]
  /** From now; null means that the key does not expire. */
  expiresInMs: number | null
  /** Instead of that, the very moment. */
  expiresAt?: number
  /** Who asked for it, for the audit entries: `cli`, `setup`, the e-mail of a user. */
  actor: string
  /** For keys that are not random but derived from their id. */
  makeSecret?: (id: string) => string
}

export interface MadeKey {
  key: Key
  /** In no other place: only its digest is stored. */
  secret: string
}

export async function createKey(deps: { database: Database<MainSchema>; ids: Ids }, wanted: NewKey): Promise<MadeKey> {
  return deps.database.transaction(async (tx) => {
    if (!(await projectExists(tx, wanted.projectId))) throw notFound()
    return addKey(tx, deps.ids, wanted, 'key.create')
  })
}

/** Makes a key, and says in the audit entries how it came about. */
export async function addKey(tx: Connection<MainSchema>, ids: Ids, wanted: NewKey, action: string): Promise<MadeKey> {
  const now = await tx.now()
  const id = ids.next('key', now)
  const secret = wanted.makeSecret?.(id) ?? generateKey(wanted.kind)
  const key: Key = {
    id,
    projectId: wanted.projectId,
    kind: wanted.kind,
    name: wanted.name,
    display: displayOf(secret),
    scopes: wanted.kind === 'admin' ? wanted.scopes : [],
    origins: wanted.kind === 'site' ? (wanted.origins ?? []) : [],
    createdBy: wanted.actor,
    createdAt: now,
    expiresAt: wanted.expiresAt ?? (wanted.expiresInMs === null ? null : now + wanted.expiresInMs),
    revokedAt: null,
    lastUsedAt: null,
  }
  await insertKey(tx, key, digestOf(secret))
  const { projectId, actor } = wanted
  await recordAudit(tx, { id: ids.next('audit', now), projectId, at: now, actor, action, object: id })
  return { key, secret }
}
