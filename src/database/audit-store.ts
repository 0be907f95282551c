import type { Connection } from './database.ts'
import type { MainSchema } from './schema.ts'

type Db = Connection<MainSchema>

/** Who did what to which object. Only added to, in the transaction of the change itself. */
export interface AuditEntry {
  id: string
  projectId: string | null
  at: number
  actor: string
  action: string
  object: string
}

export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  await db.query
    .insertInto('audit')
    .values({
      id: entry.id,
      project_id: entry.projectId,
      at: entry.at,
      actor: entry.actor,
      action: entry.action,
      object: entry.object,
    })
    .execute()
}

/** Newest first. */
export async function listAudit(db: Db, projectId: string, limit = 1000): Promise<AuditEntry[]> {
  const rows = await db.query
    .selectFrom('audit')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    at: row.at,
    actor: row.actor,
    action: row.action,
    object: row.object,
  }))
}
