/** Does pieces of work side by side, a few at once. */
export interface Pool {
  /** Starts a piece as soon as there is room. Throws what an earlier piece threw: nothing more is started then. */
  add(work: () => Promise<void>): Promise<void>
  /** Waits for the rest; throws what the first failing piece threw. */
  end(): Promise<void>
}

export function createPool(atOnce: number): Pool {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  const check = () => {
    if (failures.length > 0) throw failures[0]
  }
  const watch = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      failures.push(error)
    }
  }
  return {
    add: async (work) => {
      while (running.size >= atOnce) await Promise.race(running)
      check()
      const piece = watch(work)
      running.add(piece)
      void piece.finally(() => running.delete(piece))
    },
    end: async () => {
      await Promise.all(running)
      check()
    },
  }
}
