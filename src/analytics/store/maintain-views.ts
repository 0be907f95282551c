import type { Retention } from '../retention.ts'
import type { ReaderCommands, ReportFailure, WriterCommands } from './threads/thread-commands.ts'
import type { Thread } from './threads/create-thread.ts'
import type { JudgingRules } from './upkeep/moves.ts'

/** The fact under which the registry is noted by which all views of the raw window are counted. Stored. */
export const REGISTRY_FACT = 'registry'

/**
 * What has to be done from time to time. In many short transactions, so that views are counted in between. A project that fails
 * is reported, and the next one has its turn; what was left undone is tried again the next time.
 */
export async function maintainViews(
  writer: Thread<WriterCommands>,
  reader: Thread<ReaderCommands>,
  now: number,
  retention: Retention,
  rulesFor: (projectId: string) => Promise<JudgingRules>,
  report: ReportFailure,
): Promise<void> {
  const attempt = async (projectId: string | null, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      report(projectId, error as Error)
      return false
    }
  }
  const projectIds = await reader.call('listProjects')
  await attempt(null, async () => {
    while (await writer.call('sweep', now, retention));
  })
  const mark = await reader.call('registryMark')
  if ((await reader.call('readFact', REGISTRY_FACT)) !== mark) {
    let isDone = true
    for (const projectId of projectIds) {
      const isJudged = await attempt(projectId, async () => {
        await judgeAgain(writer, reader, projectId, await rulesFor(projectId), now)
      })
      isDone &&= isJudged
    }
    if (isDone) await writer.call('saveFact', REGISTRY_FACT, mark)
  }
  for (const projectId of projectIds) await attempt(projectId, () => writer.call('fold', projectId))
}

/** Judges what is kept of a project's views again, hour by hour. Returns how many have moved. */
export async function judgeAgain(
  writer: Thread<WriterCommands>,
  reader: Thread<ReaderCommands>,
  projectId: string,
  { aiKinds, ignoredPaths }: JudgingRules,
  now: number,
): Promise<number> {
  const { hours, ...moves } = await reader.call('findMoves', projectId, { aiKinds, ignoredPaths })
  let moved = 0
  for (const hour of hours) moved += await writer.call('move', projectId, hour, moves, now)
  return moved
}
