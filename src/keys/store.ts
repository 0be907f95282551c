import type { Selectable } from 'kysely'
import type { Connection } from '../database/database.ts'
import type { KeyTable, MainSchema } from '../database/schema.ts'
import type { KeyKind } from './format.ts'
import type { Key, Scope } from './key.ts'

type Db = Connection<MainSchema>

export async function projectExists(db: Db, projectId: string): Promise<boolean> {
  return (await db.query.selectFrom('project').select('id').where('id', '=', projectId).executeTakeFirst()) !== undefined
}

export async function insertKey(db: Db, key: Key, digest: string): Promise<void> {
  await db.query
    .insertInto('key')
    .values({
      id: key.id,
      project_id: key.projectId,
      kind: key.kind,
      name: key.name,
      digest,
      display: key.display,
      scopes: key.scopes.join(','),
      origins: key.origins.join(' '),
      created_by: key.createdBy,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      revoked_at: key.revokedAt,
      last_used_at: key.lastUsedAt,
    })
    .execute()
}

export async function findKeyByDigest(db: Db, kind: KeyKind, digest: string): Promise<Key | null> {
  const row = await db.query
    .selectFrom('key')
    .selectAll()
    .where('digest', '=', digest)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row ? toKey(row) : null
}

export async function findKey(db: Db, projectId: string, id: string): Promise<Key | null> {
  const row = await db.query
    .selectFrom('key')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toKey(row) : null
}

/** For the command line, whose user may see every project. */
export async function findProjectOfKey(db: Db, id: string): Promise<string | null> {
  return (await db.query.selectFrom('key').select('project_id').where('id', '=', id).executeTakeFirst())?.project_id ?? null
}

export async function listKeys(db: Db, projectId: string): Promise<Key[]> {
  const rows = await db.query.selectFrom('key').selectAll().where('project_id', '=', projectId).orderBy('id', 'desc').execute()
  return rows.map(toKey)
}

/** Newest first, with their digests. */
export async function listKeysOfKind(db: Db, projectId: string, kind: KeyKind): Promise<{ key: Key; digest: string }[]> {
  const rows = await db.query
    .selectFrom('key')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ key: toKey(row), digest: row.digest }))
}

/** True when this call revoked it: a second revocation keeps the first time. */
export async function markRevoked(db: Db, projectId: string, id: string, now: number): Promise<boolean> {
  const done = await db.query
    .updateTable('key')
    .set({ revoked_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Lets a key end at a time, unless it ends before that anyway. */
export async function shortenLife(db: Db, projectId: string, id: string, expiresAt: number): Promise<void> {
  await db.query
    .updateTable('key')
    .set({ expires_at: expiresAt })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', expiresAt)]))
    .execute()
}

/** Writes the last use only when the stored one is older, so that a busy key costs one write a minute. */
export async function recordUse(db: Db, id: string, now: number, notAfter: number): Promise<void> {
  await db.query
    .updateTable('key')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<=', notAfter)]))
    .execute()
}

function toKey(row: Selectable<KeyTable>): Key {
  return {
    id: row.id,
    projectId: row.project_id,
    kind: row.kind as KeyKind,
    name: row.name,
    display: row.display,
    scopes: row.scopes.split(',').filter(Boolean) as Scope[],
    origins: row.origins.split(' ').filter(Boolean),
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }
}
