/** The published TypeScript client of Docwright. It has no dependencies and runs wherever `fetch` does. */

import { type Connection, watchEvents } from './watch-job.ts'

export type JobStatus = 'active' | 'completed' | 'archived' | 'failed'

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
  messages?: Message[]
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
  createdAt: string
  finishedAt: string | null
}

export interface NewJob {
  prompt: string
  ref?: string
  branch?: string
  model?: string
  draft?: boolean
  title?: string
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
}

export type Interval = 'hour' | 'day' | 'month'

export interface Timeseries {
  interval: Interval
  totals: ViewCounts
  timeseries: ({ time: string } & ViewCounts)[]
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

export interface Visitors {
  visitors: { date: string; visitors: number }[]
}

export interface Exclusions {
  total: number
  exclusions: { reason: string; count: number }[]
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

export type Include = 'failure' | 'summary' | 'usage' | 'diffStat' | 'messages'

export interface WatchOptions {
  after?: number
  follow?: boolean
  signal?: AbortSignal
}

export interface ClientOptions {
  /** Such as `https://docwright.example.com`. */
  baseUrl: string
  projectId: string
  /** An admin key. Keep it on your servers. */
  key: string
  fetch?: typeof fetch
}

/** An answer other than a success, with the problem that the service sent. */
export class DocwrightError extends Error {
  readonly problem: Problem
  /** When one more call passes, where the service said so. */
  readonly retryAfterSeconds: number | null

  constructor(problem: Problem, retryAfterSeconds: number | null) {
    super(problem.detail)
    this.name = 'DocwrightError'
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type Query = Record<string, string | number | undefined>

/** The longest wait that the service grants for one request. */
const WAIT_SECONDS_MAX = 60

export class DocwrightClient {
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') }
  }

  /** @param idempotencyKey Makes it safe to call again after a lost answer. */
  createJob(job: NewJob, idempotencyKey?: string): Promise<Job> {
    return this.#agent('POST', 'job', {}, job, idempotencyKey)
  }

  sendMessage(jobId: string, prompt: string, idempotencyKey?: string): Promise<Job> {
    return this.#agent('POST', `job/${encodeURIComponent(jobId)}/message`, {}, { prompt }, idempotencyKey)
  }

  getJob(jobId: string, options: { waitSeconds?: number; include?: Include[] } = {}): Promise<Job> {
    return this.#agent('GET', `job/${encodeURIComponent(jobId)}`, {
      wait: options.waitSeconds,
      include: options.include?.join(','),
    })
  }

  /** Polls until the job is no longer active. */
  async waitForJob(jobId: string, options: { include?: Include[] } = {}): Promise<Job> {
    for (;;) {
      const job = await this.getJob(jobId, { ...options, waitSeconds: WAIT_SECONDS_MAX })
      if (job.status !== 'active') return job
    }
  }

  listJobs(options: { status?: JobStatus; limit?: number; cursor?: string; include?: Include[] } = {}): Promise<JobList> {
    return this.#agent('GET', 'jobs', { ...options, include: options.include?.join(',') })
  }

  listMessages(jobId: string): Promise<{ messages: Message[] }> {
    return this.#agent('GET', `job/${encodeURIComponent(jobId)}/messages`)
  }

  listEvents(jobId: string, options: { after?: number; limit?: number } = {}): Promise<JobEventList> {
    return this.#agent('GET', `job/${encodeURIComponent(jobId)}/events`, options)
  }

  /**
   * The events of a job as they happen, each once and in order, until the job is no longer active. A lost connection is opened
   * again where it broke.
   *
   * @param options.after Begins after the event with this `seq`.
   * @param options.follow Goes on after the job has ended, for its follow-ups.
   * @param options.signal Ends it early.
   */
  watchJob(
    jobId: string,
    { after = 0, follow = false, signal = new AbortController().signal }: WatchOptions = {},
  ): AsyncGenerator<JobEvent, void, void> {
    const url = this.#url(this.#agentPath(`job/${encodeURIComponent(jobId)}/events`), { follow: follow ? 'true' : undefined })
    const connect = async (lastEventId: number, stopped: AbortSignal): Promise<Connection> => {
      const headers = { accept: 'text/event-stream', 'last-event-id': String(lastEventId) }
      const answer = await this.#fetch(url, headers, { signal: stopped })
      if (answer.ok) return { body: answer.body, retryAfterSeconds: null }
      const retryAfterSeconds = readRetryAfter(answer)
      if (answer.status < 500 && answer.status !== 429) throw new DocwrightError(await readProblem(answer), retryAfterSeconds)
      await answer.body?.cancel()
      return { body: null, retryAfterSeconds }
    }
    return watchEvents(connect, after, signal)
  }

  /** What the job changed so far. Throws the problem `no_changes` while it has not pushed anything. */
  getDiff(jobId: string): Promise<JobDiff> {
    return this.#agent('GET', `job/${encodeURIComponent(jobId)}/diff`)
  }

  cancelJob(jobId: string): Promise<Job> {
    return this.#agent('POST', `job/${encodeURIComponent(jobId)}/cancel`)
  }

  archiveJob(jobId: string): Promise<Job> {
    return this.#agent('POST', `job/${encodeURIComponent(jobId)}/archive`)
  }

  unarchiveJob(jobId: string): Promise<Job> {
    return this.#agent('POST', `job/${encodeURIComponent(jobId)}/unarchive`)
  }

  getViews(options: TableOptions<'total' | 'human' | 'ai' | 'path'> = {}): Promise<Views> {
    return this.#analytics('GET', 'views', { ...options })
  }

  getTimeseries(options: Dates & { interval?: Interval; path?: string; class?: 'human' | 'ai' } = {}): Promise<Timeseries> {
    return this.#analytics('GET', 'timeseries', { ...options })
  }

  getAgents(options: TableOptions<'views' | 'agent', 'ai' | 'crawler' | 'bot'> = {}): Promise<Agents> {
    return this.#analytics('GET', 'agents', { ...options })
  }

  getReferrers(options: TableOptions<'total' | 'human' | 'ai' | 'host'> = {}): Promise<Referrers> {
    return this.#analytics('GET', 'referrers', { ...options })
  }

  getMisses(options: TableOptions<'total' | 'human' | 'ai' | 'lastSeen' | 'path'> = {}): Promise<Misses> {
    return this.#analytics('GET', 'misses', { ...options })
  }

  getVisitors(options: Dates = {}): Promise<Visitors> {
    return this.#analytics('GET', 'visitors', { ...options })
  }

  getExclusions(options: Dates = {}): Promise<Exclusions> {
    return this.#analytics('GET', 'exclusions', { ...options })
  }

  sendEvents(events: ViewEvent | ViewEvent[]): Promise<EventsResult> {
    return this.#analytics('POST', 'events', {}, events)
  }

  #agent<Result>(method: string, path: string, query: Query = {}, body?: unknown, idempotencyKey?: string): Promise<Result> {
    return this.#send(method, this.#agentPath(path), query, body, idempotencyKey)
  }

  #agentPath(path: string): string {
    return `/v2/agent/${encodeURIComponent(this.#options.projectId)}/${path}`
  }

  #analytics<Result>(method: string, path: string, query: Query = {}, body?: unknown): Promise<Result> {
    return this.#send(method, `/v1/analytics/${encodeURIComponent(this.#options.projectId)}/${path}`, query, body)
  }

  async #send<Result>(method: string, path: string, query: Query, body: unknown, idempotencyKey?: string): Promise<Result> {
    const headers = {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    }
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await this.#fetch(this.#url(path, query), headers, { method, ...content })
    if (answer.ok) return (await answer.json()) as Result
    throw new DocwrightError(await readProblem(answer), readRetryAfter(answer))
  }

  #url(path: string, query: Query): URL {
    const url = new URL(this.#options.baseUrl + path)
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
    return url
  }

  #fetch(url: URL, headers: Record<string, string>, init: RequestInit): Promise<Response> {
    const { key, fetch: send = fetch } = this.#options
    return send(url, { ...init, headers: { ...headers, authorization: `Bearer ${key}` } })
  }
}

function readRetryAfter(answer: Response): number | null {
  return Number(answer.headers.get('retry-after')) || null
}

/** A proxy in between may answer with something else than a problem. */
async function readProblem(answer: Response): Promise<Problem> {
  const text = await answer.text()
  try {
    const body = JSON.parse(text) as Problem
    if (typeof body.detail === 'string') return body
  } catch {
    // Answered below.
  }
  const detail = `The service answered ${answer.status}.`
  return {
    type: 'about:blank',
    title: answer.statusText,
    status: answer.status,
    detail,
    instance: answer.headers.get('x-request-id') ?? '',
    code: 'unknown',
    error: detail,
  }
}
