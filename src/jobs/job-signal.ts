type Listener = (jobId: string) => void

/** Tells this process's workers and waiting requests that a job changed. Other processes find out by looking. */
export interface JobSignal {
  /** The job itself changed: its state or its messages. */
  notify(jobId: string): void
  subscribe(listener: Listener): () => void
  /** The job has new events and is else the same. Workers look at their lease at every change: every line of an agent is too often. */
  notifyEvents(jobId: string): void
  /** Calls the listener for both. */
  subscribeEvents(listener: Listener): () => void
}

export function createJobSignal(): JobSignal {
  const changes = new Set<Listener>()
  const events = new Set<Listener>()
  const call = (listeners: ReadonlySet<Listener>, jobId: string) => {
    for (const listener of listeners) listener(jobId)
  }
  const add = (listeners: Set<Listener>, listener: Listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    notify: (jobId) => {
      call(changes, jobId)
      call(events, jobId)
    },
    subscribe: (listener) => add(changes, listener),
    notifyEvents: (jobId) => call(events, jobId),
    subscribeEvents: (listener) => add(events, listener),
  }
}
