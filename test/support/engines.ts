import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { Engine } from '../../src/database/database.ts'

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
  await administer(`create database ${name}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return { databaseUrl: url.href, remove: () => administer(`drop database ${name} with (force)`) }
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(statement)
  await client.end()
}
