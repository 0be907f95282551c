import { AI_KINDS, ASSISTANT_KINDS } from './analytics/classify/registry-entry.ts'
import type { CountingRules } from './analytics/collect/normalise.ts'
import { createPagePaths } from './analytics/collect/page-paths.ts'
import type { Database } from './database/database.ts'
import type { MainSchema } from './database/schema.ts'
import type { Clock } from './lib/clock.ts'
import { DEFAULT_SETTINGS } from './projects/settings.ts'
import { findProject } from './projects/store.ts'

/** How soon a changed setting counts in every process: as soon as a revoked key. */
const FRESH_MS = 5_000

/** Projects that are remembered; each takes some hundred bytes. */
const PROJECTS_MAX = 10_000

/** How the views of each project are counted, by its settings. Remembered for a moment: every view asks for it. */
export function createCountingRules(database: Database<MainSchema>, clock: Clock): (projectId: string) => Promise<CountingRules> {
  const known = new Map<string, { rules: Promise<CountingRules>; until: number }>()
  const load = async (projectId: string): Promise<CountingRules> => {
    const { ai, paths } = (await findProject(database, projectId))?.settings ?? DEFAULT_SETTINGS
    return { paths: createPagePaths(paths), aiKinds: ai === 'assistants' ? ASSISTANT_KINDS : AI_KINDS }
  }
  return (projectId) => {
    const found = known.get(projectId)
    const now = clock.now()
    // Both ends: a clock that was set back must not make it stay for ever.
    if (found && now < found.until && found.until <= now + FRESH_MS) return found.rules
    if (known.size >= PROJECTS_MAX) known.clear()
    const rules = load(projectId)
    known.set(projectId, { rules, until: now + FRESH_MS })
    rules.catch(() => known.delete(projectId))
    return rules
  }
}
