/** Tells this process's workers and waiting requests that a job changed. Other processes find out by looking. */
export interface JobSignal {
  notify(jobId: string): void
  subscribe(listener: (jobId: string) => void): () => void
}

export function createJobSignal(): JobSignal {
  const listeners = new Set<(jobId: string) => void>()
  return {
    notify: (jobId) => {
      for (const listener of listeners) listener(jobId)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
