import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'

type Db = Connection<MainSchema>

export async function replaceSetUp(tx: Db, digest: string, now: number): Promise<void> {
  await tx.query.deleteFrom('set_up').execute()
  await tx.query.insertInto('set_up').values({ digest, created_at: now }).execute()
}

export async function hasSetUp(db: Db, digest: string): Promise<boolean> {
  return (await db.query.selectFrom('set_up').select('digest').where('digest', '=', digest).executeTakeFirst()) !== undefined
}

/** True for one caller only. */
export async function takeSetUp(tx: Db, digest: string): Promise<boolean> {
  const done = await tx.query.deleteFrom('set_up').where('digest', '=', digest).executeTakeFirst()
  return done.numDeletedRows > 0n
}

export async function deleteSetUp(tx: Db): Promise<void> {
  await tx.query.deleteFrom('set_up').execute()
}
