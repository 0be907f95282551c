import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { mailboxOf } from '../lib/mailbox.ts'

type Db = Connection<MainSchema>

/** Either of them is enough to know someone again. */
export interface Removed {
  email: string
  subject: string | null
}

export async function insertRemoved(tx: Db, removed: Removed & { id: string; at: number }): Promise<void> {
  await tx.query
    .insertInto('removed_person')
    .values({
      id: removed.id,
      mailbox: mailboxOf(removed.email),
      openid_subject: removed.subject,
      removed_at: removed.at,
    })
    .execute()
}

export async function wasRemoved(db: Db, { email, subject }: Removed): Promise<boolean> {
  const row = await db.query
    .selectFrom('removed_person')
    .select('id')
    .where((e) => e.or([e('mailbox', '=', mailboxOf(email)), ...(subject === null ? [] : [e('openid_subject', '=', subject)])]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteRemoved(tx: Db, { email, subject }: Removed): Promise<void> {
  await tx.query
    .deleteFrom('removed_person')
    .where((e) => e.or([e('mailbox', '=', mailboxOf(email)), ...(subject === null ? [] : [e('openid_subject', '=', subject)])]))
    .execute()
}
