import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { readSteps, writeSteps } from './step-store.ts'

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
  /** The names of all steps that are done. */
  names(): string[]
  /** The result of a step that is done. */
  output(name: string): unknown
  /** Writes steps that belong together: after a crash all of them are there, or none. */
  write(outputs: ReadonlyMap<string, unknown>): Promise<void>
}

export async function openLedger(database: Database<MainSchema>, jobId: string, epoch: number, run: number): Promise<Ledger> {
  const done = await readSteps(database, jobId, run)
  const write = async (outputs: ReadonlyMap<string, unknown>) => {
    const isOurs = await database.transaction(async (tx) => writeSteps(tx, jobId, epoch, run, outputs, await tx.now()))
    if (!isOurs) throw new Fenced()
    for (const [name, output] of outputs) done.set(name, output)
  }
  return {
    step: async <Output>(name: string, work: () => Promise<Output>): Promise<Output> => {
      if (done.has(name)) return done.get(name) as Output
      const output = await work()
      await write(new Map([[name, output]]))
      return output
    },
    names: () => [...done.keys()],
    output: (name) => done.get(name),
    write,
  }
}
