import { isUnavailable } from '../../../database/unavailable.ts'
import type { Clock } from '../../../lib/clock.ts'
import { diskFull, isDiskFull } from '../../../lib/disk-full.ts'
import { Problem } from '../../../lib/problem.ts'
import { type Batch, sizeOf } from './packed-group.ts'
import type { Outcome } from './outcome.ts'

/** From the design: events that wait for their commit. About two seconds of work. */
const EVENTS_MAX = 20_000
/** Events of one commit. More would make those that wait behind it wait longer, without being cheaper. */
const GROUP_EVENTS_MAX = 1_000
/** A commit that takes longer has met a stuck disk; more events would only wait behind it. */
const LATE_MS = 2_000

/** Collects batches and commits them together: a commit waits for the disk, whether it holds one view or a thousand. */
export interface GroupCommit {
  /** Resolves when the batch is durable. Refuses it at once when too much waits already. */
  add(batch: Batch): Promise<Outcome>
  /** Resolves when nothing waits any more. */
  drain(): Promise<void>
}

interface Waiting {
  batch: Batch
  at: number
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/**
 * A group is what arrived while the one before was committed, or in one turn of the event loop when none was under way. So a
 * lone view does not wait, and under load groups grow by themselves to what a commit takes.
 */
export function createGroupCommit(commit: (batches: Batch[]) => Promise<Outcome[]>, clock: Pick<Clock, 'now'>): GroupCommit {
  let queue: Waiting[] = []
  let running: Waiting[] = []
  let events = 0
  let isBusy = false
  let idle: (() => void)[] = []

  // Before anybody is told: what they do next must not see the group as still under way.
  const settle = (group: Waiting[]) => {
    running = group === running ? [] : running.filter((item) => !group.includes(item))
    for (const { batch } of group) events -= sizeOf(batch)
  }
  const run = async (group: Waiting[]): Promise<void> => {
    try {
      const outcomes = await commit(group.map((item) => item.batch))
      settle(group)
      for (const [index, item] of group.entries()) item.resolve(outcomes[index]!)
    } catch (error) {
      // One batch that cannot be stored must not take the others with it.
      if (group.length > 1 && !isUnavailable(error)) {
        for (const item of group) await run([item])
        return
      }
      settle(group)
      for (const item of group) item.reject(isDiskFull(error) ? diskFull() : error)
    }
  }
  const flush = async () => {
    while (queue.length > 0) {
      running = takeGroup(queue)
      queue = queue.slice(running.length)
      await run(running)
    }
    isBusy = false
    for (const wake of idle) wake()
    idle = []
  }

  return {
    add: (batch) => {
      const oldest = running[0] ?? queue[0]
      const isLate = oldest !== undefined && clock.now() - oldest.at > LATE_MS
      // A batch that is larger than the whole queue is taken when nothing else waits.
      if (isLate || (events > 0 && events + sizeOf(batch) > EVENTS_MAX)) return Promise.reject(overloaded())
      return new Promise((resolve, reject) => {
        queue.push({ batch, at: clock.now(), resolve, reject })
        events += sizeOf(batch)
        if (isBusy) return
        isBusy = true
        setImmediate(() => void flush())
      })
    },
    drain: async () => {
      if (isBusy) await new Promise<void>((resolve) => idle.push(resolve))
    },
  }
}

/** As many as fit; the first in any case. */
function takeGroup(queue: readonly Waiting[]): Waiting[] {
  let events = 0
  const end = queue.findIndex(({ batch }, index) => {
    events += sizeOf(batch)
    return index > 0 && events > GROUP_EVENTS_MAX
  })
  return queue.slice(0, end < 0 ? queue.length : end)
}

function overloaded(): Problem {
  return new Problem(503, 'overloaded', 'More views arrive than can be stored. Nothing was stored. Send the request again.', {
    headers: { 'retry-after': '1' },
  })
}
