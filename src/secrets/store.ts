import type { Selectable } from 'kysely'
import type { Connection } from '../database/database.ts'
import type { MainSchema, SecretTable } from '../database/schema.ts'
import type { Secret, SecretName } from './secret.ts'

type Db = Connection<MainSchema>

/** A secret as it is stored, encrypted. */
export interface SealedSecret extends Secret {
  sealed: string
}

/** Puts a secret in the place of the one that had its name. */
export async function storeSecret(db: Db, projectId: string, secret: SealedSecret): Promise<void> {
  const columns = { sealed: secret.sealed, last_four: secret.lastFour, set_at: secret.setAt, set_by: secret.setBy }
  await db.query
    .insertInto('secret')
    .values({ project_id: projectId, name: secret.name, ...columns })
    .onConflict((conflict) => conflict.columns(['project_id', 'name']).doUpdateSet(columns))
    .execute()
}

export async function findSecret(db: Db, projectId: string, name: SecretName): Promise<SealedSecret | null> {
  const row = await db.query
    .selectFrom('secret')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? toSecret(row) : null
}

export async function listSecrets(db: Db, projectId: string): Promise<SealedSecret[]> {
  const rows = await db.query.selectFrom('secret').selectAll().where('project_id', '=', projectId).orderBy('name').execute()
  return rows.map(toSecret)
}

/** False when there was none. */
export async function removeSecret(db: Db, projectId: string, name: SecretName): Promise<boolean> {
  const done = await db.query.deleteFrom('secret').where('project_id', '=', projectId).where('name', '=', name).executeTakeFirst()
  return done.numDeletedRows > 0n
}

function toSecret(row: Selectable<SecretTable>): SealedSecret {
  return { name: row.name as SecretName, lastFour: row.last_four, setAt: row.set_at, setBy: row.set_by, sealed: row.sealed }
}
