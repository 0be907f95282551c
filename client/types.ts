/** What the service answers, and what it takes. `test/types/` holds this against the schemas of the service. */

export type JobStatus = 'active' | 'completed' | 'archived' | 'failed'

/** What became of a job: `needs_review` has an open pull request, or waits for one of `choices`. */
export type JobState = 'working' | 'needs_review' | 'merged' | 'closed' | 'no_changes' | 'failed' | 'archived'

/** What came of the last instruction of a job. With `needs_choice`, send one of `choices`. */
export type Outcome = 'changed' | 'no_changes' | 'not_understood' | 'needs_choice'

export interface Job {
  id: string
  status: JobStatus
  source: { repository: string; ref: string }
  model: string
  /** Null while the job is `active`, and if no file was changed. */
  prLink: string | null
  createdAt: string
  archivedAt: string | null
  /** The fields below are there only when `include` asks for them. */
  failure?: Failure | null
  summary?: string | null
  usage?: Usage | null
  diffStat?: { files: number; additions: number; deletions: number } | null
  /** Null while the job is `active`, and if it failed. */
  outcome?: Outcome | null
  /** Comes with `outcome`: instructions to choose from, ready to be sent as a message. */
  choices?: string[]
  messages?: Message[]
  page?: string | null
  pullRequest?: PullRequestStanding | null
  state?: JobState
}

/** What the code host told may be a minute old; `unknown` when it did not. */
export interface PullRequestStanding {
  state: 'open' | 'merged' | 'closed' | 'unknown'
  isDraft: boolean
  mergedAt: string | null
}

export interface Failure {
  code: string
  message: string
  hint: string | null
}

export interface Usage {
  turns: number
  inputTokens: number
  outputTokens: number
  costUsd: number
}

export interface Message {
  id: string
  prompt: string
  state: 'queued' | 'done' | 'cancelled'
  summary: string | null
  /** The name of a person or of a key. */
  askedBy: string | null
  createdAt: string
  finishedAt: string | null
}

export interface NewJob {
  prompt: string
  ref?: string
  /** A new branch, which the job then owns. */
  branch?: string
  model?: string
  draft?: boolean
  title?: string
  /** The path of the page that the job is for: it can be found by it. */
  page?: string
}

export interface JobList {
  jobs: Job[]
  nextCursor: string | null
}

/** What each kind of event tells. More kinds may be added: ignore those that you do not know. */
export interface JobEventData {
  message: { id: string; prompt: string }
  step: { name: string; state: 'started' | 'done' | 'skipped'; ms: number | null }
  tool: { name: string; arguments: string }
  text: { text: string }
  warning: { code: string; message: string }
  check: { problems: number; added: number; fixed: number }
  usage: Usage
  status: { status: JobStatus; failure: Failure | null }
  'pull-request': { link: string; change: 'created' | 'updated' }
}

export type JobEvent = {
  [Kind in keyof JobEventData]: {
    /** Counts from 1 within the job, without gaps. */
    seq: number
    at: string
    kind: Kind
    data: JobEventData[Kind]
  }
}[keyof JobEventData]

export interface JobEventList {
  events: JobEvent[]
  /** Send it as `after` for what follows. */
  nextAfter: number
}

export interface JobDiff {
  files: { path: string; status: 'added' | 'modified' | 'deleted' | 'renamed'; additions: number; deletions: number }[]
  diff: string
  /** True when some of it is left out because it is too large. */
  isTruncated: boolean
  /** The commit that it ends at: what a merge brings. */
  commit: string
}

/** A changed page as HTML that is safe to show; null on the side that lacks it. */
export interface JobPreview {
  before: string | null
  after: string | null
}

export interface ViewCounts {
  human: number
  ai: number
  total: number
}

export interface Views {
  totals: ViewCounts
  views: ({ path: string } & ViewCounts)[]
  hasMore: boolean
  /** Only with `agent`: earlier views in the range are not kept by agent. Null when all of them are. */
  keptSince?: string | null
}

export type Interval = 'hour' | 'day' | 'month'

export interface Timeseries {
  interval: Interval
  totals: ViewCounts
  timeseries: ({ time: string } & ViewCounts)[]
  /** As in `Views`. */
  keptSince?: string | null
}

export interface Agents {
  agents: {
    /** Null when it gives no name. */
    agent: string | null
    operator: string | null
    /** Only `ai` counts as views. */
    class: 'ai' | 'crawler' | 'bot'
    kind: string | null
    evidence: string | null
    surface: string | null
    reason: string | null
    views: number
  }[]
  hasMore: boolean
}

export interface Referrers {
  referrers: ({ host: string; assistant: string | null } & ViewCounts)[]
  hasMore: boolean
}

export interface Misses {
  misses: {
    path: string
    human: number
    ai: number
    other: number
    total: number
    status: number
    firstSeen: string
    lastSeen: string
    agents: string[]
    referrers: string[]
  }[]
  hasMore: boolean
}

export interface Unread {
  /** What the views were compared with. `everRead` is 0 although there are views when the path rules do not fit. */
  site: { ref: string; commit: string; pages: number; unread: number; everRead: number }
  unread: ({
    path: string
    file: string
    title: string | null
    /** A day, also outside of the range; null when it was never viewed. */
    lastViewedAt: string | null
    linkedFrom: number
    /** Null when that cannot be known. */
    isInNavigation: boolean | null
  } & ViewCounts)[]
  hasMore: boolean
}

export type Dimension =
  | 'country'
  | 'device'
  | 'browser'
  | 'language'
  | 'utm-source'
  | 'utm-medium'
  | 'utm-campaign'
  | 'referrer-page'
  | 'entry-page'

/** In the last row, `value` is null: views for which it isn't known. */
export interface Breakdown {
  by: Dimension
  breakdown: { value: string | null; human: number }[]
  hasMore: boolean
}

/** By which agents are recognised; the last three are null for the one that is shipped. */
export interface AgentRegistry {
  version: string
  date: string
  agents: number
  addressesDate: string
  source: string | null
  sha256: string | null
  updatedAt: string | null
}

interface AiReads {
  views: number
  html: number
  markdown: number
  llmsTxt: number
  mcp: number
  misses: number
  firstSeen: string | null
  lastSeen: string | null
}

export interface AiAgents {
  agents: ({ agent: string; operator: string | null; kind: string | null; isNew: boolean } & AiReads)[]
  hasMore: boolean
}

export interface Operators {
  operators: ({ operator: string; referrals: number; readsPerReferral: number | null; agents: string[] } & AiReads)[]
  hasMore: boolean
}

export interface Realtime {
  totals: ViewCounts
  /** The last 30 minutes. */
  minutes: ({ time: string } & ViewCounts)[]
  pages: ({ path: string } & ViewCounts)[]
}

export interface Visitors {
  interval: 'day' | 'week' | 'month'
  /** True for weeks and months: no one is recognised on another day, so whoever comes on three days counts three times. */
  isSumOfDays: boolean
  visitors: { date: string; visitors: number }[]
}

export interface Exclusions {
  total: number
  exclusions: { reason: string; count: number }[]
}

/** What happened on a day, such as a release. */
export interface Note {
  id: string
  /** In UTC, as `2026-03-15`. */
  day: string
  text: string
  createdBy: string
}

export interface Dates {
  dateFrom?: string
  /** Exclusive. */
  dateTo?: string
}

/** `path` is one page, or with `*` at the end all that begin so. */
export interface TableOptions<Sort extends string, Class extends string = 'human' | 'ai'> extends Dates {
  limit?: number
  offset?: number
  path?: string
  class?: Class
  sort?: Sort
}

export interface ViewEvent {
  id?: string
  time?: string | number
  path?: string
  url?: string
  method?: string
  status?: number
  referrer?: string
  userAgent?: string
  ip?: string
  headers?: Record<string, string>
}

export interface EventsResult {
  accepted: number
  duplicates: number
  rejected: { index: number; message: string }[]
}

export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code: string
  error: string
  details?: { path: string; message: string }[]
}

export type Include = 'failure' | 'summary' | 'usage' | 'diffStat' | 'messages' | 'page' | 'pullRequest' | 'outcome' | 'state'
