/** The published TypeScript client of Docwright. It has no dependencies and runs wherever `fetch` does. */

import { DocwrightError, Http, type Query, readProblem, readRetryAfter } from './http.ts'
import type {
  AgentRegistry,
  Agents,
  AiAgents,
  Breakdown,
  Dates,
  Dimension,
  EventsResult,
  Exclusions,
  Include,
  Interval,
  Job,
  JobDiff,
  JobEvent,
  JobEventList,
  JobPreview,
  JobList,
  JobState,
  JobStatus,
  Message,
  Misses,
  NewJob,
  Note,
  Operators,
  Realtime,
  Referrers,
  TableOptions,
  Timeseries,
  Unread,
  ViewEvent,
  Views,
  Visitors,
} from './types.ts'
import { type Connection, watchEvents } from './watch-job.ts'

export { DocwrightError } from './http.ts'
export { type DiffLine, type FileDiff, parseDiff } from './parse-diff.ts'
export { SessionClient } from './session-client.ts'
export type * from './session-types.ts'
export type * from './types.ts'

export interface WatchOptions {
  after?: number
  follow?: boolean
  signal?: AbortSignal
}

export interface ClientOptions {
  /** Such as `https://docwright.example.com`. */
  baseUrl: string
  projectId: string
  /** An admin key. Keep it on your servers. Without one the session of the browser counts: for pages of the service itself. */
  key?: string
  fetch?: typeof fetch
}

export type CsvTable =
  | 'views'
  | 'timeseries'
  | 'agents'
  | 'referrers'
  | 'misses'
  | 'unread'
  | 'visitors'
  | 'exclusions'
  | 'breakdown'
  | 'realtime'
  | 'ai-agents'
  | 'operators'

type AiOptions<Sort extends string> = Omit<TableOptions<Sort>, 'class'>

/** The longest wait that the service grants for one request. */
const WAIT_SECONDS_MAX = 60

export class DocwrightClient {
  readonly #http: Http
  readonly #projectId: string

  constructor(options: ClientOptions) {
    this.#http = new Http(options)
    this.#projectId = options.projectId
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

  /** @param options.page Up to 100 pages: answers with the newest job for each, and nothing else filters then. */
  listJobs(
    options: {
      status?: JobStatus
      state?: JobState
      search?: string
      limit?: number
      cursor?: string
      include?: Include[]
      page?: string[]
    } = {},
  ): Promise<JobList> {
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
    const path = this.#agentPath(`job/${encodeURIComponent(jobId)}/events`)
    const query = { follow: follow ? 'true' : undefined }
    const connect = async (lastEventId: number, stopped: AbortSignal): Promise<Connection> => {
      const headers = { accept: 'text/event-stream', 'last-event-id': String(lastEventId) }
      const answer = await this.#http.fetch(path, query, headers, { signal: stopped })
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

  /** A Markdown page that the job changed, rendered before and after. */
  getPreview(jobId: string, path: string): Promise<JobPreview> {
    return this.#agent('GET', `job/${encodeURIComponent(jobId)}/preview`, { path })
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

  getViews(options: TableOptions<'total' | 'human' | 'ai' | 'path'> & { agent?: string } = {}): Promise<Views> {
    return this.#analytics('GET', 'views', { ...options })
  }

  getTimeseries(
    options: Dates & { interval?: Interval; path?: string; class?: 'human' | 'ai'; agent?: string } = {},
  ): Promise<Timeseries> {
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

  /** Pages of the documentation that nobody read; with `class`, that no person or no AI read. */
  getUnread(options: TableOptions<'total' | 'path' | 'lastViewedAt' | 'linkedFrom'> = {}): Promise<Unread> {
    return this.#analytics('GET', 'unread', { ...options })
  }

  /** Views by people, by country, device, browser, language, campaign, referring page or entry page. */
  getBreakdown(by: Dimension, options: Omit<TableOptions<'human' | 'value'>, 'class'> = {}): Promise<Breakdown> {
    return this.#analytics('GET', 'breakdown', { by, ...options })
  }

  /** AI agents by name: in which form they read, what they missed, and since when they come. */
  getAiAgents(
    options: AiOptions<'views' | 'html' | 'markdown' | 'llmsTxt' | 'mcp' | 'misses' | 'agent'> = {},
  ): Promise<AiAgents> {
    return this.#analytics('GET', 'ai-agents', { ...options })
  }

  /** What AI operators read, against how many people their assistants send. */
  getOperators(options: AiOptions<'views' | 'referrals' | 'misses' | 'markdown' | 'operator'> = {}): Promise<Operators> {
    return this.#analytics('GET', 'operators', { ...options })
  }

  /** Which registry of agents views are judged by. */
  getRegistry(): Promise<AgentRegistry> {
    return this.#analytics('GET', 'registry')
  }

  /** The last 30 minutes, by minute, and the pages that were read most. */
  getRealtime(options: { limit?: number } = {}): Promise<Realtime> {
    return this.#analytics('GET', 'realtime', { ...options })
  }

  getVisitors(options: Dates & { interval?: 'day' | 'week' | 'month' } = {}): Promise<Visitors> {
    return this.#analytics('GET', 'visitors', { ...options })
  }

  getExclusions(options: Dates = {}): Promise<Exclusions> {
    return this.#analytics('GET', 'exclusions', { ...options })
  }

  listNotes(): Promise<{ notes: Note[] }> {
    return this.#analytics('GET', 'notes')
  }

  /** Marks a day on the chart of the readers. */
  addNote(note: { day: string; text: string }): Promise<Note> {
    return this.#analytics('POST', 'notes', {}, note)
  }

  deleteNote(noteId: string): Promise<void> {
    return this.#analytics('DELETE', `notes/${encodeURIComponent(noteId)}`)
  }

  sendEvents(events: ViewEvent | ViewEvent[]): Promise<EventsResult> {
    return this.#analytics('POST', 'events', {}, events)
  }

  /** One of the tables as a CSV file, with all rows unless `limit` is given. */
  async exportCsv(
    table: CsvTable,
    options: TableOptions<string, string> & { interval?: Interval | 'week'; agent?: string; by?: Dimension } = {},
  ): Promise<Blob> {
    const answer = await this.#http.fetch(this.#analyticsPath(table), { ...options }, { accept: 'text/csv' }, {})
    if (answer.ok) return answer.blob()
    throw new DocwrightError(await readProblem(answer), readRetryAfter(answer))
  }

  #agent<Result>(method: string, path: string, query: Query = {}, body?: unknown, idempotencyKey?: string): Promise<Result> {
    return this.#http.send(method, this.#agentPath(path), query, body, idempotencyKey)
  }

  #agentPath(path: string): string {
    return `/v2/agent/${encodeURIComponent(this.#projectId)}/${path}`
  }

  #analytics<Result>(method: string, path: string, query: Query = {}, body?: unknown): Promise<Result> {
    return this.#http.send(method, this.#analyticsPath(path), query, body)
  }

  #analyticsPath(path: string): string {
    return `/v1/analytics/${encodeURIComponent(this.#projectId)}/${path}`
  }
}
