import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDataFolder } from '../../src/database/data-folder.ts'
import { openDatabases } from '../../src/database/databases.ts'
import { migrate } from '../../src/database/migrate.ts'
import { foundation } from '../../src/database/migrations/main-001-foundation.ts'
import { openPostgres, openSqlite } from '../../src/database/open.ts'
import type { MainSchema } from '../../src/database/schema.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { findPullRequest } from '../../src/pull-requests/pull-request-store.ts'
import { ENGINES, createEngine } from '../support/engines.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-migration-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe.each(ENGINES)('pull requests of the first version, on %s', (engine) => {
  it('are kept as open ones, and their links go on working', async () => {
    const { databaseUrl, remove } = await createEngine(engine)
    const data = openDataFolder(join(folder, 'data'), () => 'test')
    const before = databaseUrl
      ? await openPostgres<MainSchema>(databaseUrl, 1, null)
      : openSqlite<MainSchema>(join(data.path, 'main.db'), systemClock)
    await migrate(before, 'main', [foundation])
    const project: Record<string, unknown> = {
      id: 'prj_1',
      name: 'P',
      repository: 'file:///r',
      ref: 'main',
      code_host: 'builtin',
      agent: 'offline',
      created_at: 1,
    }
    // As it was then: later versions know more columns.
    await before.query
      .insertInto('project')
      .values(project as never)
      .execute()
    await before.query
      .insertInto('pull_request')
      .values({
        id: 'pr_1',
        project_id: 'prj_1',
        secret: 'secret',
        head: 'docs',
        base: 'main',
        title: 'T',
        body: 'B',
        state: 'open',
        base_commit: 'a',
        head_commit: 'b',
        created_at: 1,
        updated_at: 2,
      } as never)
      .execute()
    await before.close()

    const { main, close } = await openDatabases(databaseUrl, data)
    expect(await findPullRequest(main, 'pr_1')).toMatchObject({
      secret: 'secret',
      state: 'open',
      isDraft: false,
      checks: null,
      mergedAt: null,
      closedAt: null,
      mergeCommit: null,
      updatedAt: 2,
      repository: 'file:///r',
    })
    await close()
    await remove()
  })
})
