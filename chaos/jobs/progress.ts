import { setTimeout as delay } from 'node:timers/promises'
import type { World } from './world.ts'

/** In the order in which a run does them. The last one is the end of the run, which is no entry of the ledger. */
export const STEPS = ['mirror', 'agent', 'commit', 'push', 'pull-request', 'finish'] as const
export type Step = (typeof STEPS)[number]

/** A job that a worker has, and the step that it is at. */
export interface Progress {
  jobId: string
  owner: string
  epoch: number
  step: Step
}

/** Often enough to meet a step of a few milliseconds, and not so often that looking slows the service down. */
const LOOK_MS = 3

/** Reads from the ledger what the workers are doing at this moment. */
export async function readProgress({ context }: World): Promise<Progress[]> {
  const { query } = context.databases.main
  const held = await query
    .selectFrom('job')
    .leftJoin('step', (join) =>
      join.onRef('step.job_id', '=', 'job.id').on('step.run', '=', (run) =>
        run
          .selectFrom('message')
          .select((message) => message.fn.min('message.seq').as('seq'))
          .whereRef('message.job_id', '=', 'job.id')
          .where('message.state', '=', 'queued'),
      ),
    )
    .select(['job.id', 'job.lease_owner', 'job.epoch', 'step.name'])
    .where('job.status', '=', 'active')
    .where('job.lease_owner', 'is not', null)
    .execute()
  const found = new Map<string, Progress>()
  for (const row of held) {
    const at = row.name === null ? 0 : STEPS.indexOf(row.name as Step) + 1
    const before = found.get(row.id)
    if (before && STEPS.indexOf(before.step) >= at) continue
    found.set(row.id, { jobId: row.id, owner: row.lease_owner!, epoch: row.epoch, step: STEPS[at]! })
  }
  return [...found.values()]
}

/** The first job that is at the step; after the time is up any job that is worked on, or null. */
export async function untilStep(world: World, step: Step, withinMs: number): Promise<Progress | null> {
  const end = performance.now() + withinMs
  for (;;) {
    const progress = await readProgress(world)
    const found = progress.find((one) => one.step === step)
    if (found) return found
    if (performance.now() > end) return progress[0] ?? null
    await delay(LOOK_MS)
  }
}

/**
 * Waits until none of the jobs is as it was; false when no job of any worker moved for that long. A living worker that is busy takes
 * the jobs one after the other, and how long each one takes is up to the machine.
 */
export async function untilMoved(world: World, held: Progress[], withoutMoveMs: number): Promise<boolean> {
  let before = ''
  let end = 0
  for (;;) {
    const now = await readProgress(world)
    const isAsBefore = (one: Progress) =>
      now.some((other) => other.jobId === one.jobId && other.epoch === one.epoch && other.owner === one.owner)
    if (!held.some(isAsBefore)) return true
    const all = JSON.stringify(now.sort((a, b) => (a.jobId < b.jobId ? -1 : 1)))
    if (all !== before) end = performance.now() + withoutMoveMs
    else if (performance.now() > end) return false
    before = all
    await delay(LOOK_MS * 5)
  }
}
