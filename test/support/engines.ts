import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { Engine } from '../../src/database/database.ts'
import { createDatabase, dropDatabase } from './postgres.ts'

/** Every engine that the stores run on. Suites are written once and run on each. */
export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

export interface TestEngine {
  /** For `DOCWRIGHT_DATABASE_URL`; null for SQLite. */
  databaseUrl: string | null
  remove(): Promise<void>
}

/** A fresh, empty database of that engine. */
export async function createEngine(engine: Engine): Promise<TestEngine> {
  if (engine === 'sqlite') return { databaseUrl: null, remove: async () => undefined }
  const name = `test_${randomBytes(8).toString('hex')}`
  const server = inject('postgresUrl')
  return { databaseUrl: await createDatabase(server, name), remove: () => dropDatabase(server, name) }
}
