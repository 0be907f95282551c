import { join } from 'node:path'
import { type Clock, systemClock } from '../lib/clock.ts'
import type { Database } from './database.ts'
import type { DataFolder } from './data-folder.ts'
import { migrate } from './migrate.ts'
import { foundation } from './migrations/main-001-foundation.ts'
import { events } from './migrations/main-002-events.ts'
import { pullRequests } from './migrations/main-003-pull-requests.ts'
import { keyOrigins } from './migrations/main-004-key-origins.ts'
import { projectSettings } from './migrations/main-005-project-settings.ts'
import { people } from './migrations/main-006-people.ts'
import { secrets } from './migrations/main-007-secrets.ts'
import { access } from './migrations/main-010-access.ts'
import { jobPages } from './migrations/main-009-job-pages.ts'
import { projectDays } from './migrations/main-008-project-days.ts'
import { nodes } from './migrations/main-011-nodes.ts'
import { jobOutcomes } from './migrations/main-012-job-outcomes.ts'
import { askers } from './migrations/main-014-askers.ts'
import { pullRequestStates } from './migrations/main-015-pull-request-states.ts'
import { shares } from './migrations/main-016-shares.ts'
import { requestedModels } from './migrations/main-013-requested-models.ts'
import { turns } from './migrations/main-017-turns.ts'
import { rollups } from './migrations/views-001-rollups.ts'
import { readers } from './migrations/views-002-readers.ts'
import { pageNumbers } from './migrations/views-003-page-numbers.ts'
import { exports } from './migrations/views-004-exports.ts'
import { traits } from './migrations/views-005-traits.ts'
import { openPostgres, openSqlite } from './open.ts'
import type { MainSchema, ViewsSchema } from './schema.ts'

/** Connections per process. Views have their own few, so that ingest never holds up a job; so have jobs, for their own thread. */
const POSTGRES_CONNECTIONS = { main: 8, views: 4, jobs: 6 }

export interface Databases {
  readonly main: Database<MainSchema>
  readonly views: Database<ViewsSchema>
  close(): Promise<void>
}

/** @param testClock Replaces the engine's own clock; only tests pass one. */
export async function openDatabases(
  databaseUrl: string | null,
  folder: DataFolder,
  testClock: Clock | null = null,
): Promise<Databases> {
  const open = async <Schema>(name: 'main' | 'views'): Promise<Database<Schema>> =>
    databaseUrl
      ? openPostgres<Schema>(databaseUrl, POSTGRES_CONNECTIONS[name], testClock)
      : openSqlite<Schema>(fileOf(folder, name), testClock ?? systemClock)
  const main = await open<MainSchema>('main')
  const views = await open<ViewsSchema>('views')
  const close = async () => {
    await Promise.all([main.close(), views.close()])
  }
  try {
    await migrate(main, 'main', [
      foundation,
      events,
      pullRequests,
      keyOrigins,
      projectSettings,
      people,
      secrets,
      projectDays,
      jobPages,
      access,
      nodes,
      jobOutcomes,
      requestedModels,
      askers,
      pullRequestStates,
      shares,
      turns,
    ])
    await migrate(views, 'views', [rollups, readers, pageNumbers, exports, traits])
  } catch (error) {
    await close()
    throw error
  }
  return { main, views, close }
}

/** For a thread of a process that has opened, and so migrated, all of them. */
export async function openJobsDatabase(
  databaseUrl: string | null,
  folder: Pick<DataFolder, 'path'>,
): Promise<Database<MainSchema>> {
  return databaseUrl
    ? openPostgres<MainSchema>(databaseUrl, POSTGRES_CONNECTIONS.jobs, null)
    : openSqlite<MainSchema>(fileOf(folder, 'main'), systemClock)
}

function fileOf({ path }: Pick<DataFolder, 'path'>, name: 'main' | 'views'): string {
  return join(path, `${name}.db`)
}
