import { useEffect, useRef, useState } from 'preact/hooks'
import type { JobEvent } from '../../../../client/index.ts'
import { noteProblem, projectClient } from '../../lib/session.ts'

/**
 * The events of a job as they happen. The client opens a lost connection again where it broke, also after a restart of the service.
 *
 * A window that nobody looks at has no stream: browsers open six connections to one service, and a person opens more tabs.
 */
export function useJobEvents(
  projectId: string,
  jobId: string,
  onEvent: (event: JobEvent) => void,
): { events: JobEvent[]; isComplete: boolean; problem: unknown } {
  const [events, setEvents] = useState<JobEvent[]>([])
  const [isComplete, setComplete] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [isSeen, setSeen] = useState(!document.hidden)
  const last = useRef(0)
  const tell = useRef(onEvent)
  tell.current = onEvent

  useEffect(() => {
    const look = () => setSeen(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  useEffect(() => {
    if (!isSeen) return undefined
    const stopped = new AbortController()
    void watch()
    return () => stopped.abort()

    async function watch(): Promise<void> {
      try {
        const client = projectClient(projectId)
        // What is there already comes at once, so that the page is not built up line by line.
        for (;;) {
          const page = await client.listEvents(jobId, { after: last.current, limit: 250 })
          if (stopped.signal.aborted) return
          add(page.events)
          if (page.events.length < 250) break
        }
        setComplete(true)
        for await (const event of client.watchJob(jobId, { after: last.current, follow: true, signal: stopped.signal }))
          add([event])
      } catch (error) {
        if (stopped.signal.aborted) return
        noteProblem(error)
        setProblem(error)
      }
    }

    function add(more: JobEvent[]): void {
      if (more.length === 0) return
      last.current = more.at(-1)!.seq
      setEvents((before) => [...before, ...more])
      tell.current(more.at(-1)!)
    }
  }, [projectId, jobId, isSeen])

  return { events, isComplete, problem }
}
