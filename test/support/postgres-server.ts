import type { TestProject } from 'vitest/node'
import { startPostgresServer } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of a database that new ones can be created from; each test file makes its own. */
    postgresUrl: string
  }
}

/** Starts one server for all tests and ends it afterwards. */
export default async function provideServer(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer()
  project.provide('postgresUrl', server.url)
  return server.stop
}
