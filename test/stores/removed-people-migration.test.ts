import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDataFolder } from '../../src/database/data-folder.ts'
import { openDatabases } from '../../src/database/databases.ts'
import { migrate } from '../../src/database/migrate.ts'
import { foundation } from '../../src/database/migrations/main-001-foundation.ts'
import { events } from '../../src/database/migrations/main-002-events.ts'
import { pullRequests } from '../../src/database/migrations/main-003-pull-requests.ts'
import { keyOrigins } from '../../src/database/migrations/main-004-key-origins.ts'
import { projectSettings } from '../../src/database/migrations/main-005-project-settings.ts'
import { people } from '../../src/database/migrations/main-006-people.ts'
import { openPostgres, openSqlite } from '../../src/database/open.ts'
import type { MainSchema } from '../../src/database/schema.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { wasRemoved } from '../../src/people/removed-store.ts'
import { ENGINES, createEngine } from '../support/engines.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-migration-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe.each(ENGINES)('people who were removed before that was remembered, on %s', (engine) => {
  it('stay out, unless they were invited again since', async () => {
    const { databaseUrl, remove } = await createEngine(engine)
    const data = openDataFolder(join(folder, 'data'), () => 'test')
    const before = databaseUrl
      ? await openPostgres<MainSchema>(databaseUrl, 1, null)
      : openSqlite<MainSchema>(join(data.path, 'main.db'), systemClock)
    await migrate(before, 'main', [foundation, events, pullRequests, keyOrigins, projectSettings, people])
    const removal = (id: string, object: string) => ({ id, project_id: null, at: 1, actor: 'cli', action: 'user.remove', object })
    await before.query
      .insertInto('audit')
      .values([removal('a1', 'gone@example.com'), removal('a2', 'gone@example.com'), removal('a3', 'back@example.com')])
      .execute()
    await before.query
      .insertInto('person')
      .values({
        id: 'usr_1',
        email: 'back@example.com',
        name: 'Back',
        role: 'viewer',
        password: null,
        openid_subject: 's',
        created_at: 1,
        last_sign_in_at: null,
      })
      .execute()
    await before.close()

    const databases = await openDatabases(databaseUrl, data)
    const isOut = (email: string) => wasRemoved(databases.main, { email, subject: null })
    expect([await isOut('gone@example.com'), await isOut('Gone+x@example.com')]).toEqual([true, true])
    expect([await isOut('back@example.com'), await isOut('new@example.com')]).toEqual([false, false])
    await databases.close()
    await remove()
  })
})
