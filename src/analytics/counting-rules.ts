import type { Clock } from '../lib/clock.ts'
import { createZone } from '../lib/time-zone.ts'
import { AI_KINDS, ASSISTANT_KINDS } from './classify/registry-entry.ts'
import { type IgnoreSettings, createIgnores } from './collect/ignored.ts'
import { type CountingRules, USUAL_RULES } from './collect/normalise.ts'
import { type PathRules, createPagePaths } from './collect/page-paths.ts'
import type { Reading } from './reading.ts'
import { type CountryOf, NO_COUNTRY } from './traits/country.ts'

/** How soon a changed setting counts in every process: as soon as a revoked key. */
const FRESH_MS = 5_000

/** Projects that are remembered; each takes some hundred bytes. */
const PROJECTS_MAX = 10_000

/** What a project says about the counting of its views. */
export interface CountingSettings {
  /** Which readers are AI: all kinds of them, or assistants alone. */
  ai: 'all' | 'assistants'
  paths: PathRules
  views: IgnoreSettings & Required<Reading>
}

/** How the views of each project are counted. */
export interface RulesOfProjects {
  (projectId: string): Promise<CountingRules>
  /** Its settings were changed here, and whoever did that looks at once. */
  forget(projectId: string): void
}

/**
 * How the views of each project are counted, by its settings, or in the usual way for one without. Remembered for a moment: every
 * view asks for it.
 */
export function createCountingRules(
  findSettings: (projectId: string) => Promise<CountingSettings | undefined>,
  clock: Clock,
  countryOf: CountryOf = NO_COUNTRY,
): RulesOfProjects {
  const known = new Map<string, { rules: Promise<CountingRules>; until: number }>()
  const load = async (projectId: string): Promise<CountingRules> => {
    const settings = await findSettings(projectId)
    return { ...(settings ? toRules(settings) : USUAL_RULES), countryOf }
  }
  const rulesFor = (projectId: string): Promise<CountingRules> => {
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
  return Object.assign(rulesFor, { forget: (projectId: string) => void known.delete(projectId) })
}

function toRules({ ai, paths, views }: CountingSettings): CountingRules {
  const { timeZone, people } = views
  return {
    paths: createPagePaths(paths),
    aiKinds: ai === 'assistants' ? ASSISTANT_KINDS : AI_KINDS,
    ignores: createIgnores(views),
    ignoredPaths: views.ignoredPaths,
    zone: createZone(timeZone),
    reading: { timeZone, people },
  }
}
