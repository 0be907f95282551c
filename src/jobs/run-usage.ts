import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { type StoredTurn, TURN } from './agent-journal.ts'
import { type Usage, addUsage } from './job.ts'
import { readSteps } from './step-store.ts'
import type { Work } from './steps/run-agent.ts'

/** What a run has used that did not come to its end: also a failed run costs money. Null when the agent did not start. */
export async function readRunUsage(database: Database<MainSchema>, jobId: string, run: number): Promise<Usage | null> {
  const steps = await readSteps(database, jobId, run)
  const work = steps.get('agent') as Work | undefined
  if (work) return work.usage
  const turns = [...steps].filter(([name]) => name.startsWith(TURN)).map(([, turn]) => (turn as StoredTurn).usage)
  return turns.length === 0 ? null : turns.reduce(addUsage)
}
