import type { Migration } from '../migrate.ts'

/** The people who use the dashboard, their sessions, invites, and what limits the guessing of passwords. */
export const people: Migration = {
  number: 6,
  name: 'people',
  up: async (db) => {
    await db.schema
      .createTable('person')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('email', 'text', (c) => c.notNull().unique())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('password', 'text')
      .addColumn('openid_subject', 'text', (c) => c.unique())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_sign_in_at', 'bigint')
      .execute()

    await db.schema
      .createTable('session')
      .addColumn('digest', 'text', (c) => c.primaryKey())
      .addColumn('person_id', 'text', (c) => c.notNull().references('person.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('session_by_person').on('session').columns(['person_id']).execute()

    await db.schema
      .createTable('invite')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('digest', 'text', (c) => c.notNull().unique())
      .addColumn('email', 'text', (c) => c.notNull().unique())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute()

    await db.schema
      .createTable('set_up')
      .addColumn('digest', 'text', (c) => c.primaryKey())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()

    await db.schema
      .createTable('sign_in_attempt')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('email_digest', 'text', (c) => c.notNull())
      .addColumn('address_digest', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('sign_in_attempt_by_email').on('sign_in_attempt').columns(['email_digest', 'at']).execute()
    await db.schema.createIndex('sign_in_attempt_by_address').on('sign_in_attempt').columns(['address_digest', 'at']).execute()
    await db.schema.createIndex('sign_in_attempt_by_age').on('sign_in_attempt').columns(['at']).execute()
  },
}
