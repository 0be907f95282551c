type Listener = (jobId: string) => void

/** What one thread tells another about a job. */
export interface JobNews {
  /** `changed`: its state or its messages. `events`: it has new events and is else the same. */
  what: 'changed' | 'events'
  jobId: string
}

/** Tells workers and waiting requests that a job changed. Processes that it isn't connected to find out by looking. */
export interface JobSignal {
  /** The job itself changed: its state or its messages. */
  notify(jobId: string): void
  subscribe(listener: Listener): () => void
  /** The job has new events and is else the same. Workers look at their lease at every change: every line of an agent is too often. */
  notifyEvents(jobId: string): void
  /** Calls the listener for both. */
  subscribeEvents(listener: Listener): () => void
  /**
   * From now on sends all that happens here to the signal of another thread or node. Returns what takes the news of the other, and
   * passes it on to whatever else is connected.
   */
  connect(send: (news: JobNews) => void): (news: JobNews) => void
}

export function createJobSignal(): JobSignal {
  const changes = new Set<Listener>()
  const events = new Set<Listener>()
  const others = new Set<(news: JobNews) => void>()
  const call = (listeners: ReadonlySet<Listener>, jobId: string) => {
    for (const listener of listeners) listener(jobId)
  }
  const add = (listeners: Set<Listener>, listener: Listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const tellHere = ({ what, jobId }: JobNews) => {
    if (what === 'changed') call(changes, jobId)
    call(events, jobId)
  }
  const tell = (news: JobNews, from: ((news: JobNews) => void) | null = null) => {
    tellHere(news)
    for (const send of others) if (send !== from) send(news)
  }
  return {
    notify: (jobId) => tell({ what: 'changed', jobId }),
    subscribe: (listener) => add(changes, listener),
    notifyEvents: (jobId) => tell({ what: 'events', jobId }),
    subscribeEvents: (listener) => add(events, listener),
    connect: (send) => {
      others.add(send)
      return (news) => tell(news, send)
    },
  }
}
