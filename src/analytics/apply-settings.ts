import type { Clock } from '../lib/clock.ts'
import { type CountingSettings, createCountingRules } from './counting-rules.ts'
import type { ViewStore } from './store/view-store.ts'

export interface ApplySettingsDeps {
  viewStore: Pick<ViewStore, 'judgeAgain'>
  clock: Clock
  config: { readonly rawDays: number }
}

/**
 * Brings the views that are kept in line with new settings. Says in sentences for people what that came to, and to which views the change
 * cannot apply: of a view neither the address nor the host is kept, nor the minute.
 */
export async function applySettings(
  { viewStore, clock, config }: ApplySettingsDeps,
  projectId: string,
  before: CountingSettings,
  after: CountingSettings,
): Promise<string[]> {
  const isChanged = (read: (settings: CountingSettings) => unknown) =>
    JSON.stringify(read(before)) !== JSON.stringify(read(after))
  const notes: string[] = []
  if (isChanged(({ ai }) => ai) || isChanged(({ views }) => views.ignoredPaths)) {
    const rules = await createCountingRules(async () => after, clock)(projectId)
    const moved = await viewStore.judgeAgain(projectId, rules)
    notes.push(
      `Views of the last ${config.rawDays} days were judged again, and ${moved.toLocaleString('en')} changed. Older views stay as they were counted.`,
    )
  }
  if (isChanged(({ views }) => [views.hosts, views.ignoredAddresses]))
    notes.push('Hosts and addresses apply to views from now on. They aren’t stored, so earlier views stay counted.')
  if (isChanged(({ paths }) => paths)) notes.push('Earlier views stay on the pages that they were counted for.')
  if (isChanged(({ views }) => views.timeZone))
    notes.push(
      `Views that are counted from now on are on days of ${after.views.timeZone}. Earlier ones stay on days of ${before.views.timeZone}.`,
    )
  if (isChanged(({ views }) => views.people)) notes.push('People are counted this way in all views, also in earlier ones.')
  return notes
}
