/** Runs work with the same name one after the other, and work with other names beside it. */
export interface Turns {
  take<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

export function createTurns(): Turns {
  const queues = new Map<string, Promise<unknown>>()
  return {
    take: (name, work) => {
      const turn = (queues.get(name) ?? Promise.resolve()).then(work, work)
      const settled = turn.catch(() => undefined)
      queues.set(name, settled)
      void settled.then(() => queues.get(name) === settled && queues.delete(name))
      return turn
    },
  }
}
