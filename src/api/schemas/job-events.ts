import { type Static, type TSchema, Type } from 'typebox'
import { FILE_STATUSES } from '../../git/diff.ts'
import { type EventKind, PULL_REQUEST_CHANGES, STEP_STATES } from '../../jobs/events.ts'
import { JOB_STATUSES } from '../../jobs/job.ts'
import { NO_NUL } from '../../lib/well-formed.ts'
import { Count, DateTime, Enum, Failure, Nullable, OrNull, Usage } from './parts.ts'

const Event = <Kind extends EventKind, Data extends TSchema>(kind: Kind, data: Data, description: string) =>
  Type.Object(
    {
      seq: Type.Integer({ minimum: 1, description: 'Counts from 1 within the job, without gaps.' }),
      at: DateTime('When it happened.'),
      kind: Type.Literal(kind),
      data,
    },
    { description },
  )

/** One schema for each kind, so that a client that knows the kind knows the data. */
export const JobEventView = Type.Union(
  [
    Event('message', Type.Object({ id: Type.String(), prompt: Type.String() }), 'A message was received.'),
    Event(
      'step',
      Type.Object({ name: Type.String(), state: Enum(STEP_STATES), ms: OrNull(Count('How long it took.')) }),
      'A step of a run. `skipped` if it was done before an interruption.',
    ),
    Event('tool', Type.Object({ name: Type.String(), arguments: Type.String() }), 'The agent used a tool.'),
    Event('text', Type.Object({ text: Type.String() }), "The agent's own words about its work."),
    Event(
      'warning',
      Type.Object({ code: Type.String(), message: Type.String() }),
      'Something went wrong, but the job continues.',
    ),
    Event(
      'check',
      Type.Object({
        problems: Count('Problems in the documentation after the change.'),
        added: Count('Problems that the change added.'),
        fixed: Count('Problems that the change fixed.'),
      }),
      'The result of the checks.',
    ),
    Event('usage', Usage, 'What one run used.'),
    Event('status', Type.Object({ status: Enum(JOB_STATUSES), failure: OrNull(Failure) }), 'The status of the job changed.'),
    Event(
      'pull-request',
      Type.Object({ link: Type.String({ format: 'uri' }), change: Enum(PULL_REQUEST_CHANGES) }),
      'The pull request was created or updated.',
    ),
  ],
  { description: "One entry of a job's log. Long texts are cut at 8 KiB. New kinds can be added at any time." },
)

export const JobEventList = Type.Object(
  {
    events: Type.Array(JobEventView),
    nextAfter: Count('Send it as `after` to get what follows.'),
  },
  { description: 'Events of a job, oldest first.' },
)

export const PreviewQuery = Type.Object({
  path: Type.String({ minLength: 1, maxLength: 4000, pattern: NO_NUL, description: 'The path of the page in the repository.' }),
})

export const JobPreview = Type.Object(
  {
    before: Nullable('string', { description: 'HTML of the page before the change; null for a new page.' }),
    after: Nullable('string', { description: 'HTML of the page after the change; null for a deleted page.' }),
  },
  { description: 'A changed page before and after.' },
)

export const JobDiff = Type.Object(
  {
    files: Type.Array(
      Type.Object({
        path: Type.String(),
        status: Enum(FILE_STATUSES),
        additions: Count('Lines added.'),
        deletions: Count('Lines deleted.'),
      }),
      { description: 'At most 3,000 files.' },
    ),
    diff: Type.String({ description: 'Unified diff of at most 2 MiB.' }),
    isTruncated: Type.Boolean({ description: 'True if the diff is too large and ends early.' }),
    commit: Type.String({ description: 'The commit that the diff ends at. Send it as `head` to merge exactly this.' }),
  },
  { description: 'What a job changed.' },
)

export const EventsQuery = Type.Object({
  after: Type.Integer({ minimum: 0, default: 0, description: 'Only events after the one with this `seq`.' }),
  limit: Type.Integer({ minimum: 1, maximum: 250, default: 50, description: 'Maximum results per page; a stream has no pages.' }),
  follow: Type.Optional(
    Enum(['true', 'false'], { description: 'Keep the stream open after the job has ended, for follow-ups.' }),
  ),
})

export const LastEventHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      pattern: '^\\d{0,15}$',
      description: 'The `seq` of the last event you received. Overrides `after`.',
    }),
  ),
})

/** The format of `text/event-stream` is outside of what a schema can say. */
export const EventStream = Type.String({
  description:
    'Server-sent events: `id` is the `seq`, `event` the kind, `data` the event as JSON. When the job is done, the stream ends with the event `end`.',
})

export const DiffText = Type.String({ description: 'Unified diff.' })

export type JobEventBody = Static<typeof JobEventView>
