import type { Database, Transaction } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { Fenced } from './fenced.ts'
import type { RunEvents } from './run-events.ts'
import { deleteSteps, readSteps, writeSteps } from './step-store.ts'

/** The finished steps of one run. A step that is in it is not done again. */
export interface Ledger {
  step<Output>(name: string, work: () => Promise<Output>): Promise<Output>
  /** The result of a finished step; undefined for one that is not. */
  find<Output>(name: string): Output | undefined
  /** Takes steps out whose results are of no use any more, so that they are done again. */
  forget(names: string[]): Promise<void>
  /** The names of all steps that are done. */
  names(): string[]
  /** Writes parts of a step that belong together: after a crash all of them are there, or none. They are no events. */
  write(outputs: ReadonlyMap<string, unknown>, also?: Also): Promise<void>
}

/** What is written in the same transaction. */
type Also = (tx: Transaction<MainSchema>, now: number) => Promise<void>

export async function openLedger(
  database: Database<MainSchema>,
  jobId: string,
  epoch: number,
  run: number,
  events: RunEvents,
): Promise<Ledger> {
  const done = await readSteps(database, jobId, run)
  const write = async (outputs: ReadonlyMap<string, unknown>, also?: Also) => {
    // What the agent said comes before the news of what it did.
    await events.flush()
    await database.transaction(async (tx) => {
      const now = await tx.now()
      if (!(await writeSteps(tx, jobId, epoch, run, outputs, now))) throw new Fenced()
      await also?.(tx, now)
    })
    for (const [name, output] of outputs) done.set(name, output)
  }
  return {
    step: async <Output>(name: string, work: () => Promise<Output>): Promise<Output> => {
      if (done.has(name)) {
        events.emit({ kind: 'step', data: { name, state: 'skipped', ms: null } })
        return done.get(name) as Output
      }
      const startedAt = await database.now()
      events.emit({ kind: 'step', data: { name, state: 'started', ms: null } })
      const output = await work()
      await write(new Map([[name, output]]), (tx, now) =>
        events.within(tx, { kind: 'step', data: { name, state: 'done', ms: Math.max(0, now - startedAt) } }),
      )
      return output
    },
    find: <Output>(name: string) => done.get(name) as Output | undefined,
    forget: async (names) => {
      if (!(await database.transaction((tx) => deleteSteps(tx, jobId, epoch, run, names)))) throw new Fenced()
      for (const name of names) done.delete(name)
    },
    names: () => [...done.keys()],
    write,
  }
}
