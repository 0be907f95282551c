import { mailboxOf } from '../../lib/mailbox.ts'
import type { Migration } from '../migrate.ts'

/** Who was removed, links that let someone back in, and what operators should know about their set-up. */
export const access: Migration = {
  number: 10,
  name: 'access',
  up: async (db) => {
    await db.schema
      .createTable('removed_person')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('mailbox', 'text', (c) => c.notNull())
      .addColumn('openid_subject', 'text')
      .addColumn('removed_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('removed_person_by_mailbox').on('removed_person').columns(['mailbox']).execute()
    await db.schema.createIndex('removed_person_by_subject').on('removed_person').columns(['openid_subject']).execute()

    // Of people who were removed before there was this table, the audit log has the e-mail.
    const removed = await db.selectFrom('audit').select(['id', 'object', 'at']).where('action', '=', 'user.remove').execute()
    const people = await db.selectFrom('person').select('email').execute()
    const present = new Set(people.map(({ email }) => mailboxOf(String(email))))
    for (const { id, object, at } of removed)
      if (!present.has(mailboxOf(String(object))))
        await db
          .insertInto('removed_person')
          .values({ id, mailbox: mailboxOf(String(object)), openid_subject: null, removed_at: at })
          .execute()

    await db.schema
      .createTable('recovery')
      .addColumn('digest', 'text', (c) => c.primaryKey())
      .addColumn('person_id', 'text', (c) => c.notNull().unique().references('person.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute()

    await db.schema
      .createTable('notice')
      .addColumn('code', 'text', (c) => c.primaryKey())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute()
  },
}
