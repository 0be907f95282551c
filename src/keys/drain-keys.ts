import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Ids } from '../lib/ids.ts'
import { createKey } from './create-key.ts'
import { deriveKey, digestOf } from './format.ts'
import type { Key } from './key.ts'
import { listKeysOfKind } from './store.ts'

export interface DrainKeyDeps {
  database: Database<MainSchema>
  serverSecret: Buffer
}

export interface DrainKey {
  key: Key
  secret: string
}

/**
 * The secrets that deliveries to this project may be signed with: more than one while an old one is being replaced.
 *
 * A signature can only be checked by who has the secret itself, so a digest is not enough here. It is derived again from the
 * server's secret and the id of the key; the database has the id and the digest, as of every key (docs/adr/0012).
 */
export async function findDrainKeys({ database, serverSecret }: DrainKeyDeps, projectId: string): Promise<DrainKey[]> {
  const now = await database.now()
  const found = await listKeysOfKind(database, projectId, 'drain')
  return found
    .filter(({ key }) => key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now))
    .map(({ key, digest }) => ({ key, secret: deriveKey('drain', serverSecret, key.id), digest }))
    .filter(({ secret, digest }) => digestOf(secret) === digest)
}

/** A secret that nobody has. A project without drains is judged by it, so that it answers like one with a wrong secret. */
export function unusedDrainSecret({ serverSecret }: Pick<DrainKeyDeps, 'serverSecret'>, projectId: string): string {
  return deriveKey('drain', serverSecret, `none:${projectId}`)
}

/** The newest secret of the project for this vendor; a new one when there is none, or when it is to be replaced. */
export async function getDrainKey(
  deps: DrainKeyDeps & { ids: Ids },
  wanted: { projectId: string; vendor: string; isNew: boolean; actor: string },
): Promise<DrainKey> {
  const name = `${wanted.vendor} drain`
  const known = await findDrainKeys(deps, wanted.projectId)
  const newest = known.find(({ key }) => key.name === name)
  if (newest && !wanted.isNew) return newest
  return createKey(deps, {
    projectId: wanted.projectId,
    kind: 'drain',
    name,
    scopes: [],
    expiresInMs: null,
    actor: wanted.actor,
    makeSecret: (id) => deriveKey('drain', deps.serverSecret, id),
  })
}
