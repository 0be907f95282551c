import { createHmac } from 'node:crypto'
import type { Database } from './database.ts'
import type { MainSchema } from './schema.ts'

/** Stored: another label would refuse every installation. */
const LABEL = 'docwright: fingerprint of the server secret'

/** The only row. */
const ID = 1

/** A node whose secret isn't the one of its database, with the way out. */
export class SecretMismatchError extends Error {
  readonly advice: string

  constructor() {
    super(
      'this node has another secret than the database was set up with, so it could not read the secrets of projects and drains',
    )
    this.name = 'SecretMismatchError'
    this.advice =
      'set DOCWRIGHT_SECRET to the value of the other nodes, or restore the file server-secret of the data folder; if the secret is lost, start once with `docwright serve --new-secret`, then set the secrets of projects and drains again'
  }
}

/** Throws unless the database was set up with this secret. One without a fingerprint, new or of an older version, takes this one. */
export async function confirmSecret(database: Database<MainSchema>, serverSecret: Buffer): Promise<void> {
  await database.query
    .insertInto('server_secret')
    .values({ id: ID, fingerprint: fingerprintOf(serverSecret) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (await isOtherSecret(database, serverSecret)) throw new SecretMismatchError()
}

/** True when the database was set up with another secret than this one. */
export async function isOtherSecret(database: Database<MainSchema>, serverSecret: Buffer): Promise<boolean> {
  const row = await database.query.selectFrom('server_secret').select('fingerprint').where('id', '=', ID).executeTakeFirst()
  return row !== undefined && row.fingerprint !== fingerprintOf(serverSecret)
}

/** From now on nodes with this secret may start, and no others. */
export async function adoptSecret(database: Database<MainSchema>, serverSecret: Buffer): Promise<void> {
  const fingerprint = fingerprintOf(serverSecret)
  await database.query
    .insertInto('server_secret')
    .values({ id: ID, fingerprint })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ fingerprint }))
    .execute()
}

/** Says whether two secrets are the same, and nothing about them. */
function fingerprintOf(serverSecret: Buffer): string {
  return createHmac('sha256', serverSecret).update(LABEL).digest('hex')
}
