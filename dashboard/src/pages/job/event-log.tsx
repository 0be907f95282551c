import { useEffect, useRef } from 'preact/hooks'
import type { JobEvent } from '../../../../client/index.ts'
import { firstLine, formatClock, formatDateTime, formatNumber, plural } from '../../lib/format.ts'

interface EventLogProps {
  events: JobEvent[]
  isLive: boolean
}

/** What the agent does, line by line. It follows the end as long as the reader has not scrolled away from it. */
export function EventLog({ events, isLive }: EventLogProps) {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useEffect(() => {
    const element = list.current
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight
  }, [events.length])
  return (
    <div
      ref={list}
      class="log"
      tabIndex={0}
      role="log"
      aria-label="Event log"
      aria-live={isLive ? 'polite' : 'off'}
      onScroll={({ currentTarget: element }) => {
        isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 30
      }}
    >
      <ol>
        {withoutBegun(events).map((event) => (
          <li key={event.seq} class={`event ${event.kind}`}>
            <time dateTime={event.at} title={formatDateTime(event.at)}>
              {formatClock(event.at)}
            </time>
            <span class="kind">{LABELS[event.kind] ?? event.kind}</span>
            <span class="what">{describe(event)}</span>
          </li>
        ))}
        {events.length === 0 && <li class="faint">{isLive ? 'Waiting to start…' : 'No events are kept for this job.'}</li>}
      </ol>
    </div>
  )
}

/** The beginning of a step says nothing once its end is there. */
function withoutBegun(events: JobEvent[]): JobEvent[] {
  const ended = new Set<string>()
  return events
    .toReversed()
    .filter((event) => {
      if (event.kind !== 'step') return true
      if (event.data.state === 'started') return !ended.delete(event.data.name)
      ended.add(event.data.name)
      return true
    })
    .toReversed()
}

const LABELS: Record<JobEvent['kind'], string> = {
  message: 'prompt',
  step: 'step',
  tool: 'tool',
  text: 'agent',
  warning: 'warning',
  check: 'checks',
  usage: 'usage',
  status: 'status',
  'pull-request': 'pull request',
}

const STEPS = { started: '…', done: 'done', skipped: 'skipped, done before' }

function describe(event: JobEvent): string {
  switch (event.kind) {
    case 'message':
      return firstLine(event.data.prompt)
    case 'step':
      return `${event.data.name} ${STEPS[event.data.state]}${event.data.ms === null ? '' : ` in ${formatNumber(event.data.ms)} ms`}`
    case 'tool':
      return `${event.data.name} ${event.data.arguments}`
    case 'text':
      return event.data.text
    case 'warning':
      return event.data.message
    case 'check':
      return `${plural(event.data.problems, 'problem')} now; ${formatNumber(event.data.added)} added, ${formatNumber(event.data.fixed)} fixed`
    case 'usage':
      return `${plural(event.data.turns, 'turn')}, ${plural(event.data.inputTokens + event.data.outputTokens, 'token')}`
    case 'status':
      return event.data.failure ? `${event.data.status}: ${event.data.failure.message}` : event.data.status
    case 'pull-request':
      return `${event.data.change}: ${event.data.link}`
    default:
      // A newer service may know more kinds.
      return ''
  }
}
