import type { RecordedEvent } from '../../jobs/events.ts'
import type { JobEventBody } from '../schemas/job-events.ts'

/** A link of the built-in code host is stored as a path, because the service may move. */
export function presentEvent(event: RecordedEvent, baseUrl: string): JobEventBody {
  const at = new Date(event.at).toISOString()
  if (event.kind === 'pull-request' && event.data.link.startsWith('/'))
    return { seq: event.seq, at, kind: event.kind, data: { ...event.data, link: baseUrl + event.data.link } }
  const { seq, kind, data } = event
  return { seq, at, kind, data } as JobEventBody
}
