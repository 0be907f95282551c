import { SHIPPED } from '../classify/classify.ts'
import type { Kind } from '../classify/registry-entry.ts'
import type { Retention } from './upkeep/sweep-views.ts'
import type { ReaderCommands, WriterCommands } from './threads/thread-commands.ts'
import type { Thread } from './threads/create-thread.ts'

/** The fact under which the registry is noted by which all views of the raw window are counted. Stored. */
const REGISTRY_FACT = 'registry'

/** What has to be done from time to time. In many short transactions, so that views are counted in between. */
export async function maintainViews(
  writer: Thread<WriterCommands>,
  reader: Thread<ReaderCommands>,
  now: number,
  retention: Retention,
  aiKindsFor: (projectId: string) => Promise<readonly Kind[]>,
): Promise<void> {
  const projectIds = await reader.call('listProjects')
  while (await writer.call('sweep', now, retention));
  const { version } = SHIPPED.registry
  if ((await reader.call('readFact', REGISTRY_FACT)) !== version) {
    for (const projectId of projectIds) {
      const { moves, hours } = await reader.call('findMoves', projectId, await aiKindsFor(projectId))
      for (const hour of hours) await writer.call('move', projectId, hour, moves, now)
    }
    await writer.call('saveFact', REGISTRY_FACT, version)
  }
  for (const projectId of projectIds) await writer.call('fold', projectId)
}
