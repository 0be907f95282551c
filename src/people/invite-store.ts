import type { Selectable } from 'kysely'
import type { Connection } from '../database/database.ts'
import type { InviteTable, MainSchema } from '../database/schema.ts'
import type { Role } from './person.ts'

type Db = Connection<MainSchema>

export interface Invite {
  id: string
  email: string
  role: Role
  createdAt: number
  expiresAt: number
}

/** A new invite for the same address takes the place of the one before, whose link is dead from then on. */
export async function replaceInvite(tx: Db, invite: Invite, digest: string): Promise<void> {
  await tx.query.deleteFrom('invite').where('email', '=', invite.email).execute()
  await tx.query
    .insertInto('invite')
    .values({
      id: invite.id,
      digest,
      email: invite.email,
      role: invite.role,
      created_at: invite.createdAt,
      expires_at: invite.expiresAt,
    })
    .execute()
}

export async function findInviteByDigest(db: Db, digest: string, now: number): Promise<Invite | null> {
  const row = await db.query
    .selectFrom('invite')
    .selectAll()
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ? toInvite(row) : null
}

export async function findInviteByEmail(db: Db, email: string, now: number): Promise<Invite | null> {
  const row = await db.query
    .selectFrom('invite')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ? toInvite(row) : null
}

export async function listInvites(db: Db, now: number): Promise<Invite[]> {
  const rows = await db.query.selectFrom('invite').selectAll().where('expires_at', '>', now).orderBy('id', 'desc').execute()
  return rows.map(toInvite)
}

/** The invite that this call deleted: of several callers only one gets it. */
export async function takeInvite(tx: Db, digest: string, now: number): Promise<Invite | null> {
  const row = await tx.query
    .deleteFrom('invite')
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row ? toInvite(row) : null
}

export async function deleteInvite(db: Db, id: string): Promise<Invite | null> {
  const row = await db.query.deleteFrom('invite').where('id', '=', id).returningAll().executeTakeFirst()
  return row ? toInvite(row) : null
}

export async function deleteInvitesFor(db: Db, email: string): Promise<void> {
  await db.query.deleteFrom('invite').where('email', '=', email).execute()
}

export async function deleteInvitesBefore(db: Db, notAfter: number): Promise<void> {
  await db.query.deleteFrom('invite').where('expires_at', '<=', notAfter).execute()
}

function toInvite(row: Selectable<InviteTable>): Invite {
  return { id: row.id, email: row.email, role: row.role as Role, createdAt: row.created_at, expiresAt: row.expires_at }
}
