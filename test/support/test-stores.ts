import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../src/database/database.ts'
import { openDataFolder } from '../../src/database/data-folder.ts'
import { type Databases, openDatabases } from '../../src/database/databases.ts'
import { type Ids, createIds } from '../../src/lib/ids.ts'
import { createProject } from '../../src/projects/create-project.ts'
import { createEngine } from './engines.ts'
import { type ManualClock, createManualClock } from './manual-clock.ts'

/** The databases of one engine, empty, without a service around them. */
export interface TestStores {
  databases: Databases
  clock: ManualClock
  ids: Ids
  newProject(): Promise<string>
  close(): Promise<void>
}

export async function openTestStores(engine: Engine): Promise<TestStores> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-stores-'))
  const { databaseUrl, remove } = await createEngine(engine)
  const clock = createManualClock()
  const ids = createIds()
  const databases = await openDatabases(
    databaseUrl,
    openDataFolder(join(folder, 'data'), () => 'test'),
    clock,
  )
  return {
    databases,
    clock,
    ids,
    newProject: async () =>
      (
        await createProject(
          { database: databases.main, ids },
          { name: 'Test', repository: 'file:///nowhere.git', ref: 'main', codeHost: 'builtin', agent: 'offline' },
          'test',
        )
      ).id,
    close: async () => {
      await databases.close()
      await remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
