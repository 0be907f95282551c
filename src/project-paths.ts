import { type PagePaths, createPagePaths } from './analytics/collect/page-paths.ts'
import type { Database } from './database/database.ts'
import type { MainSchema } from './database/schema.ts'
import type { Clock } from './lib/clock.ts'
import { findProject } from './projects/store.ts'

/** How soon a changed setting counts in every process: as soon as a revoked key. */
const FRESH_MS = 5_000

/** Projects that are remembered; each takes some hundred bytes. */
const PROJECTS_MAX = 10_000

/** The rules by which the addresses of a project become its pages. Remembered for a moment: every view asks for them. */
export function createProjectPaths(database: Database<MainSchema>, clock: Clock): (projectId: string) => Promise<PagePaths> {
  const known = new Map<string, { paths: Promise<PagePaths>; until: number }>()
  const load = async (projectId: string) => createPagePaths((await findProject(database, projectId))?.settings.paths)
  return (projectId) => {
    const found = known.get(projectId)
    const now = clock.now()
    // Both ends: a clock that was set back must not make it stay for ever.
    if (found && now < found.until && found.until <= now + FRESH_MS) return found.paths
    if (known.size >= PROJECTS_MAX) known.clear()
    const paths = load(projectId)
    known.set(projectId, { paths, until: now + FRESH_MS })
    paths.catch(() => known.delete(projectId))
    return paths
  }
}
