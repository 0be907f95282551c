import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { deleteSteps, readSteps, writeStep } from './step-store.ts'

/** Thrown when the job was cancelled, archived or taken over: whoever gets it stops and writes nothing. */
export class Fenced extends Error {
  constructor() {
    super('the job belongs to another worker, or was stopped')
    this.name = 'Fenced'
  }
}

/** The finished steps of one run. A step that is in it is not done again. */
export interface Ledger {
  step<Output>(name: string, work: () => Promise<Output>): Promise<Output>
  /** The result of a finished step; undefined for one that is not. */
  find<Output>(name: string): Output | undefined
  /** Takes steps out whose results are of no use any more, so that they are done again. */
  forget(names: string[]): Promise<void>
}

export async function openLedger(database: Database<MainSchema>, jobId: string, epoch: number, run: number): Promise<Ledger> {
  const done = await readSteps(database, jobId, run)
  return {
    step: async <Output>(name: string, work: () => Promise<Output>): Promise<Output> => {
      if (done.has(name)) return done.get(name) as Output
      const output = await work()
      const isOurs = await database.transaction(async (tx) => writeStep(tx, jobId, epoch, run, name, output, await tx.now()))
      if (!isOurs) throw new Fenced()
      done.set(name, output)
      return output
    },
    find: <Output>(name: string) => done.get(name) as Output | undefined,
    forget: async (names) => {
      if (!(await database.transaction((tx) => deleteSteps(tx, jobId, epoch, run, names)))) throw new Fenced()
      for (const name of names) done.delete(name)
    },
  }
}
