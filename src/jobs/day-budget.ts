import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { Fault } from '../lib/fault.ts'
import type { Budgets } from '../projects/settings.ts'
import { findProject } from '../projects/store.ts'
import { addDayUse, countEarlierJobs, readDayUse } from './day-store.ts'
import type { Job, Usage } from './job.ts'

type Db = Connection<MainSchema>

const DAY_MS = 86_400_000

/** Counts what a turn used, in the transaction that saves the turn: after a crash both are there, or neither. */
export async function countUse(tx: Db, projectId: string, now: number, usage: Usage): Promise<void> {
  const tokens = usage.inputTokens + usage.outputTokens
  if (tokens > 0 || usage.costUsd > 0) await addDayUse(tx, projectId, dayOf(now), { tokens, costUsd: usage.costUsd })
}

/** Before a job is begun: refuses one that is more than the project may have on a day. */
export async function refuseTooManyJobs(db: Db, job: Job, { dayJobs }: Budgets): Promise<void> {
  const now = await db.now()
  const start = dayOf(now) * DAY_MS
  // A follow-up on a later day is no new job.
  if (dayJobs === null || job.createdAt < start) return
  const earlier = await countEarlierJobs(db, job.projectId, start, job.id)
  if (earlier >= dayJobs) throw usedUp('dayJobs', `${dayJobs} jobs`, `this is job ${earlier + 1} of today`, now)
}

/**
 * Before a call of a model. The budgets are read each time, so that an admin can stop what is under way.
 *
 * @param unsaved What the run has used beyond the turns that are saved.
 */
export async function refuseWhenDayIsUsedUp(db: Db, projectId: string, unsaved: Usage): Promise<void> {
  const budgets = (await findProject(db, projectId))?.settings.budgets
  if (!budgets || (budgets.dayCostUsd === null && budgets.dayTokens === null)) return
  const now = await db.now()
  const used = await readDayUse(db, projectId, dayOf(now))
  const costUsd = used.costUsd + unsaved.costUsd
  const tokens = used.tokens + unsaved.inputTokens + unsaved.outputTokens
  if (budgets.dayCostUsd !== null && costUsd >= budgets.dayCostUsd)
    throw usedUp('dayCostUsd', `${budgets.dayCostUsd} US dollars`, `${round(costUsd)} were used`, now)
  if (budgets.dayTokens !== null && tokens >= budgets.dayTokens)
    throw usedUp('dayTokens', `${budgets.dayTokens} tokens`, `${tokens} were used`, now)
}

function usedUp(setting: keyof Budgets, budget: string, used: string, now: number): Fault {
  const next = new Date((dayOf(now) + 1) * DAY_MS).toISOString().replace('T', ' ').slice(0, 16)
  return new Fault({
    code: 'budget_exceeded',
    message: `The project's budget of ${budget} a day is used up: ${used}. It starts again at ${next} UTC.`,
    hint: `Send the job a message then, or let an admin raise \`budgets.${setting}\` in the settings of the project.`,
  })
}

function dayOf(now: number): number {
  return Math.floor(now / DAY_MS)
}

/** To hundredths of a cent: sums of fractions have long tails. */
function round(usd: number): number {
  return Math.round(usd * 10_000) / 10_000
}
