import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'

type Db = Connection<MainSchema>

/** A link with which anyone can look at the readers of a project. */
export interface Share {
  id: string
  projectId: string
  name: string
  /** A hash; null when the link alone is enough. */
  password: string | null
  createdBy: string
  createdAt: number
}

export async function insertShare(db: Db, share: Share, digest: string): Promise<void> {
  await db.query
    .insertInto('share')
    .values({
      id: share.id,
      project_id: share.projectId,
      name: share.name,
      digest,
      password: share.password,
      created_by: share.createdBy,
      created_at: share.createdAt,
    })
    .execute()
}

/** Newest first. */
export async function listShares(db: Db, projectId: string): Promise<Share[]> {
  const rows = await db.query.selectFrom('share').selectAll().where('project_id', '=', projectId).orderBy('id', 'desc').execute()
  return rows.map(toShare)
}

export async function findShareByDigest(db: Db, digest: string): Promise<Share | null> {
  const row = await db.query.selectFrom('share').selectAll().where('digest', '=', digest).executeTakeFirst()
  return row ? toShare(row) : null
}

/** Ends all visits with it. Null when there is no such link. */
export async function deleteShare(db: Db, projectId: string, id: string): Promise<Share | null> {
  const row = await db.query
    .deleteFrom('share')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ? toShare(row) : null
}

export async function insertVisit(db: Db, visit: { digest: string; shareId: string; expiresAt: number }): Promise<void> {
  await db.query
    .insertInto('share_visit')
    .values({ digest: visit.digest, share_id: visit.shareId, expires_at: visit.expiresAt })
    .execute()
}

/** Leaves a link no more visits than the newest ones, and none that has ended. */
export async function deleteOldVisits(db: Db, shareId: string, now: number, kept: number): Promise<void> {
  const newest = db.query
    .selectFrom('share_visit')
    .select('digest')
    .where('share_id', '=', shareId)
    .orderBy('expires_at', 'desc')
    .limit(kept)
  await db.query
    .deleteFrom('share_visit')
    .where((e) => e.or([e('expires_at', '<=', now), e.and([e('share_id', '=', shareId), e('digest', 'not in', newest)])]))
    .execute()
}

/** The link that a visit is by; null when it has ended. */
export async function findShareOfVisit(db: Db, digest: string, now: number): Promise<Share | null> {
  const row = await db.query
    .selectFrom('share_visit')
    .innerJoin('share', 'share.id', 'share_visit.share_id')
    .selectAll('share')
    .where('share_visit.digest', '=', digest)
    .where('share_visit.expires_at', '>', now)
    .executeTakeFirst()
  return row ? toShare(row) : null
}

function toShare(row: {
  id: string
  project_id: string
  name: string
  password: string | null
  created_by: string
  created_at: number
}): Share {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    password: row.password,
    createdBy: row.created_by,
    createdAt: row.created_at,
  }
}
