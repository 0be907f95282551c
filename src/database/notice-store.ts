import type { Connection } from './database.ts'
import type { MainSchema } from './schema.ts'

type Db = Connection<MainSchema>

export async function writeNotice(db: Db, code: string): Promise<void> {
  const at = await db.now()
  await db.query
    .insertInto('notice')
    .values({ code, at })
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ at }))
    .execute()
}

export async function listNotices(db: Db, since: number): Promise<string[]> {
  const rows = await db.query.selectFrom('notice').select('code').where('at', '>', since).orderBy('code').execute()
  return rows.map((row) => row.code)
}

export async function deleteNotices(db: Db, codes: readonly string[]): Promise<void> {
  await db.query.deleteFrom('notice').where('code', 'in', codes).execute()
}
