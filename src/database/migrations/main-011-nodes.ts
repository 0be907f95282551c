import type { Migration } from '../migrate.ts'

/** Who works on this database: the nodes that share it, and the secret that all of them must have. */
export const nodes: Migration = {
  number: 11,
  name: 'nodes',
  up: async (db) => {
    await db.schema
      .createTable('node')
      .addColumn('instance', 'text', (column) => column.primaryKey())
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('server_secret')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .execute()
  },
}
