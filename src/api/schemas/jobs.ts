import { type Static, Type } from 'typebox'
import { JOB_STATUSES, MESSAGE_STATES, OUTCOMES } from '../../jobs/job.ts'
import { JOB_STATES } from '../../jobs/job-state.ts'
import { NO_NUL } from '../../lib/well-formed.ts'
import { DateTime, Enum, Failure, Nullable, OrNull, ProjectParams, Usage } from './parts.ts'

const Prompt = (description: string) => Type.String({ minLength: 1, maxLength: 100_000, pattern: NO_NUL, description })
const Branch = (description: string) => Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9._/-]+$', description })

const Page = (description: string) => Type.String({ minLength: 1, maxLength: 1000, pattern: NO_NUL, description })

export const NewJobBody = Type.Object(
  {
    prompt: Prompt('The instruction for the agent.'),
    ref: Type.Optional(Branch("The branch that the pull request targets. Default: the project's.")),
    branch: Type.Optional(
      Branch(
        "A new branch for the changes. It can't be one that exists, or the base, default or a protected branch. Default: `docwright/` and the id of the job.",
      ),
    ),
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: NO_NUL,
        description: "The model (`provider/model`) or agent, if the project allows it. Default: the project's.",
      }),
    ),
    draft: Type.Optional(Type.Boolean({ description: 'Open the pull request as a draft.' })),
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: NO_NUL,
        description: 'The title of the pull request. Default: describes the change.',
      }),
    ),
    page: Type.Optional(Page('The path of the page that the job is for. `GET …/jobs?page=` finds the job by it.')),
  },
  { description: 'A new job.' },
)

export const NewMessageBody = Type.Object(
  { prompt: Prompt('The follow-up instruction for the agent.') },
  { description: 'A follow-up instruction.' },
)

export const MessageView = Type.Object({
  id: Type.String(),
  prompt: Type.String(),
  state: Enum(MESSAGE_STATES, {
    description: '`queued` until the agent has answered; `cancelled` if the job was stopped first.',
  }),
  summary: Nullable('string', { description: "The agent's answer." }),
  askedBy: Nullable('string', {
    description: 'Who sent it: the name of a person or of a key. Null for messages from before Docwright kept it.',
  }),
  createdAt: DateTime('When the message was sent.'),
  finishedAt: Nullable('string', { format: 'date-time', description: 'When the agent answered.' }),
})

const DiffStat = Type.Object({ files: Type.Integer(), additions: Type.Integer(), deletions: Type.Integer() })

const PullRequestStanding = Type.Object(
  {
    state: Enum(['open', 'merged', 'closed', 'unknown'], {
      description: "`unknown` if the code host doesn't say. Can be a minute old.",
    }),
    isDraft: Type.Boolean(),
    mergedAt: Nullable('string', {
      format: 'date-time',
      description: "When it was merged. Null if it isn't merged, or if the code host doesn't say when (Bitbucket).",
    }),
  },
  { description: 'State of the pull request. Null if there is none.' },
)

/** The specification's nine fields, in its order. What follows them is there only when `include` asks for it. */
export const JobView = Type.Object(
  {
    id: Type.String({ description: 'Unique identifier of the agent job.' }),
    status: Enum(JOB_STATUSES, {
      description:
        '`active`: the agent is working. `completed`: it finished; check `prLink`. `archived`: read-only. `failed`: see `failure`.',
    }),
    source: Type.Object(
      {
        repository: Type.String({ description: 'Full URL of the repository.' }),
        ref: Type.String({ description: 'The branch that the pull request targets.' }),
      },
      { description: 'Information about the source repository.' },
    ),
    model: Type.String({ description: 'What ran the job: `offline`, a model or an agent program. `auto` until it is decided.' }),
    prLink: Nullable('string', {
      format: 'uri',
      description: 'URL of the pull request. Null while the job is `active`, and if no file changed.',
    }),
    createdAt: DateTime('When the job was created.'),
    archivedAt: Nullable('string', { format: 'date-time', description: 'When the job was archived.' }),
    failure: Type.Optional(OrNull(Failure)),
    summary: Type.Optional(Nullable('string', { description: 'What the agent understood and did.' })),
    usage: Type.Optional(OrNull(Usage)),
    diffStat: Type.Optional(OrNull(DiffStat)),
    outcome: Type.Optional(
      OrNull(
        Enum(OUTCOMES, {
          description:
            'Result of the last instruction. `changed`: files changed. `no_changes`: there was nothing to do. `not_understood`: `summary` says what works instead. `needs_choice`: it can mean several things; send one of `choices` as a message. Null while the job is `active`, and if it failed.',
        }),
      ),
    ),
    choices: Type.Optional(
      Type.Array(Type.String(), { description: 'With the outcome `needs_choice`: instructions that you can send as they are.' }),
    ),
    messages: Type.Optional(Type.Array(MessageView)),
    page: Type.Optional(Nullable('string', { description: 'The page that the job is for, as set when it was created.' })),
    pullRequest: Type.Optional(OrNull(PullRequestStanding)),
    state: Type.Optional(
      Enum(JOB_STATES, {
        description:
          'What became of the job. `working`: the agent is running. `needs_review`: its pull request is open, or it waits for one of `choices`. `merged` and `closed`: its pull request is. `no_changes`: there is no pull request. `failed` and `archived`: as in `status`.',
      }),
    ),
  },
  { description: 'An agent job.' },
)

export const INCLUDES = [
  'failure',
  'summary',
  'usage',
  'diffStat',
  'messages',
  'page',
  'pullRequest',
  'outcome',
  'state',
] as const
export type Include = (typeof INCLUDES)[number]

export const JobList = Type.Object({
  jobs: Type.Array(JobView),
  nextCursor: Nullable('string', { description: 'Send it as `cursor` to get the next page. Null on the last page.' }),
})
export const MessageList = Type.Object({ messages: Type.Array(MessageView) })

const Include = Type.Optional(
  Type.String({ description: `Adds fields to the answer, separated by commas: ${INCLUDES.join(', ')}.` }),
)
export const IncludeQuery = Type.Object({ include: Include })
export const GetJobQuery = Type.Object({
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 60,
      description: 'Wait up to this many seconds for the job to finish before answering.',
    }),
  ),
  include: Include,
})
export const ListJobsQuery = Type.Object({
  status: Type.Optional(Enum(JOB_STATUSES, { description: 'Only jobs in this state. Default: all.' })),
  state: Type.Optional(
    Enum(JOB_STATES, { description: 'Only jobs that this became of, as far as the code host said. Default: all.' }),
  ),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: NO_NUL,
      description: 'Only jobs with this text in their first prompt, in upper or lower case. Searches the newest 5,000 jobs.',
    }),
  ),
  limit: Type.Integer({ minimum: 1, maximum: 250, default: 50, description: 'Maximum results per page.' }),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the previous page.' })),
  page: Type.Optional(
    Type.Array(Page('A path.'), {
      maxItems: 100,
      description: 'Only the newest job for each of these pages, in any state. Other filters are ignored.',
    }),
  ),
  include: Include,
})

export const JobParams = Type.Object({
  ...ProjectParams.properties,
  id: Type.String({ description: 'The unique identifier of the agent job.' }),
})

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description: 'Makes a retry safe: for 24 hours, the same key and body get the first answer again.',
    }),
  ),
})

export type JobBody = Static<typeof JobView>
export type MessageBody = Static<typeof MessageView>
