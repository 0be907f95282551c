import type { EditableSite } from '../../site/edit/editable-site.ts'
import type { AgentTask, EarlierFiles } from '../agent.ts'

/** What the job did before. */
export type Earlier = Pick<AgentTask, 'history' | 'base' | 'previous'>

/** A copy of the site as it was at an earlier commit of the job. */
export async function siteBefore(site: EditableSite, earlier: EarlierFiles | undefined): Promise<EditableSite> {
  const before = site.copy()
  for (const path of (await earlier?.changedPaths()) ?? []) before.restore(path, await earlier!.read(path))
  return before
}
