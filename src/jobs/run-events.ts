import type { Database, Transaction } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { appendEvents, countEvents } from './event-store.ts'
import { type JobEvent, admit, toNewEvent, withoutSecrets } from './events.ts'
import { Fenced } from './fenced.ts'
import type { JobSignal } from './job-signal.ts'

/** Events of one transaction: a talkative agent should not pay for one commit per line. */
const BATCH = 50

/** The events of one run, as its worker writes them: none after another worker has the job, and not more than a run may have. */
export interface RunEvents {
  /** Takes an event and writes it soon, in order. Trouble with that is left to `flush`. */
  emit(event: JobEvent): void
  /** Resolves when all that was taken is stored. Throws `Fenced` when the job is no longer this worker's. */
  flush(): Promise<void>
  /** Writes in the caller's transaction, which has made sure that the job is still this worker's. Flush first, to keep the order. */
  within(tx: Transaction<MainSchema>, event: JobEvent): Promise<void>
}

export async function openRunEvents(
  deps: { database: Database<MainSchema>; signal: JobSignal; hide?(text: string): string },
  job: { id: string; epoch: number },
  run: number,
): Promise<RunEvents> {
  // An earlier worker's events of the same run count, too: a job that brings its workers down would never reach the limit.
  let count = await countEvents(deps.database, job.id, run)
  let pending: JobEvent[] = []
  let isLost = false
  let writing: Promise<void> | null = null

  const judge = (event: JobEvent): JobEvent[] => admit(count, [deps.hide ? withoutSecrets(event, deps.hide) : event])
  const take = (event: JobEvent): JobEvent[] => {
    const admitted = judge(event)
    count += admitted.length
    return admitted
  }

  const writeBatch = async () => {
    const batch = pending.slice(0, BATCH)
    const isOurs = await deps.database.transaction(async (tx) => {
      tx.afterCommit(() => deps.signal.notifyEvents(job.id))
      return appendEvents(
        tx,
        job.id,
        batch.map((event) => toNewEvent(event, run)),
        job,
      )
    })
    // What could not be stored for an error stays, and the next flush tries again; what may not be stored goes.
    pending = isOurs ? pending.slice(batch.length) : []
    isLost ||= !isOurs
  }
  const flush = async () => {
    while (writing || pending.length > 0)
      await (writing ??= writeBatch().finally(() => {
        writing = null
      }))
    if (isLost) throw new Fenced()
  }

  return {
    emit: (event) => {
      if (isLost) return
      pending.push(...take(event))
      // Whoever is writing goes on until nothing is left.
      if (!writing) flush().catch(() => undefined)
    },
    flush,
    within: async (tx, event) => {
      const admitted = judge(event)
      await appendEvents(
        tx,
        job.id,
        admitted.map((one) => toNewEvent(one, run)),
      )
      tx.afterCommit(() => {
        // Not before: the transaction may be run again.
        count += admitted.length
        deps.signal.notifyEvents(job.id)
      })
    },
  }
}
