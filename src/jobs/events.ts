import type { AgentEvent } from '../agents/agent.ts'
import type { Connection, Transaction } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { redact } from '../lib/redact.ts'
import { type NewEvent, appendEvents, listEvents } from './event-store.ts'
import type { Failure, JobStatus, Usage } from './job.ts'

export const STEP_STATES = ['started', 'done', 'skipped'] as const
export const PULL_REQUEST_CHANGES = ['created', 'updated'] as const

/** The kinds of events and what each one tells. Both are stored: a kind is never renamed, a field never given another meaning. */
export interface EventData {
  /** A prompt was taken. */
  message: { id: string; prompt: string }
  /** A step of a run. It is `skipped` when an earlier worker had done it. */
  step: { name: string; state: (typeof STEP_STATES)[number]; ms: number | null }
  /** The agent used a tool. The arguments are for people: short, on one line. */
  tool: { name: string; arguments: string }
  /** What the agent says about its work. */
  text: { text: string }
  /** Something went wrong and the job goes on. */
  warning: { code: string; message: string }
  /** How many problems the documentation has after the change, and which of them the change added or fixed. */
  check: { problems: number; added: number; fixed: number }
  /** What one run used. */
  usage: Usage
  /** The job's status changed. */
  status: { status: JobStatus; failure: Failure | null }
  /** A link that starts with `/` is on this service. */
  'pull-request': { link: string; change: (typeof PULL_REQUEST_CHANGES)[number] }
}

export type EventKind = keyof EventData

/** Something that happened to a job. */
export type JobEvent = { [Kind in EventKind]: { kind: Kind; data: EventData[Kind] } }[EventKind]

/** An event as it was stored. */
export type RecordedEvent = JobEvent & { seq: number; at: number }

/** Enough for a screen of text; a job's page and a slow line have to bear many of them. */
export const DATA_BYTES_MAX = 8 * 1024

/** An agent that runs wild must not fill the disk; the longest real runs have some hundred events. */
export const RUN_EVENTS_MAX = 2_000

const CUT_MARK = '… [cut]'

/** A line on a wide screen. */
const ARGUMENTS_CHARACTERS_MAX = 300

/** The JSON of an event's data, without secrets, and short enough. */
export function writeData(data: JobEvent['data']): string {
  const whole = mapTexts(data, redact)
  const text = JSON.stringify(whole)
  if (Buffer.byteLength(text) <= DATA_BYTES_MAX) return text
  // How long a character gets in JSON differs by twelve times, so the longest texts that still fit are searched for.
  const cutAt = (length: number) => JSON.stringify(mapTexts(whole, (part) => cut(part, length)))
  let [fits, tooLong] = [0, DATA_BYTES_MAX]
  while (tooLong - fits > 1) {
    const length = Math.floor((fits + tooLong) / 2)
    if (Buffer.byteLength(cutAt(length)) <= DATA_BYTES_MAX) fits = length
    else tooLong = length
  }
  return cutAt(fits)
}

/** Half of a pair of code units is no character: it is cut off with the rest. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') + CUT_MARK
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapTexts(part, change)]))
}

/** The same event with its texts changed by `hide`. */
export function withoutSecrets(event: JobEvent, hide: (text: string) => string): JobEvent {
  return { ...event, data: mapTexts(event.data, hide) } as JobEvent
}

/** What may still be written of a run that has so many events: all of it, or one warning and from then on only its status. */
export function admit(count: number, events: readonly JobEvent[]): JobEvent[] {
  const admitted: JobEvent[] = []
  for (const event of events) {
    const reached = count + admitted.length
    if (event.kind === 'status' || reached < RUN_EVENTS_MAX) admitted.push(event)
    else if (reached === RUN_EVENTS_MAX) admitted.push(TOO_MANY)
  }
  return admitted
}

const TOO_MANY: JobEvent = {
  kind: 'warning',
  data: { code: 'too_many_events', message: `The run has more than ${RUN_EVENTS_MAX} events. The rest of them is left out.` },
}

/** The arguments of a tool can be a whole page of text; which tool it was and where matters to a reader. */
export function fromAgent(event: AgentEvent): JobEvent {
  if (event.kind !== 'tool') return event
  const words = event.data.arguments.replace(/\s+/g, ' ')
  return { kind: 'tool', data: { ...event.data, arguments: cut(words, ARGUMENTS_CHARACTERS_MAX) } }
}

/** Writes what a caller did to a job, in the transaction that does it. */
export async function recordEvents(tx: Transaction<MainSchema>, jobId: string, ...events: JobEvent[]): Promise<void> {
  await appendEvents(
    tx,
    jobId,
    events.map((event) => toNewEvent(event, null)),
  )
}

export function toNewEvent({ kind, data }: JobEvent, run: number | null): NewEvent {
  return { run, kind, data: writeData(data) }
}

/** The events of a job after a number, oldest first. */
export async function readEvents(
  db: Connection<MainSchema>,
  jobId: string,
  after: number,
  limit: number,
): Promise<RecordedEvent[]> {
  const stored = await listEvents(db, jobId, after, limit)
  return stored.map(({ seq, at, kind, data }) => ({ seq, at, kind, data: JSON.parse(data) as unknown }) as RecordedEvent)
}
