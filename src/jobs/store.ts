import type { Selectable, Updateable } from 'kysely'
import type { AgentOutcome } from '../agents/agent.ts'
import type { Connection } from '../database/database.ts'
import type { JobTable, MainSchema, MessageTable } from '../database/schema.ts'
import { isId } from '../lib/ids.ts'
import type { JobState } from './job-state.ts'
import { hasText, isInState } from './state-store.ts'
import { wakeProject, wakeProjectOf } from './turn-store.ts'
import type { DiffStat, Failure, Job, JobStatus, Message, MessageState, Usage } from './job.ts'

type Db = Connection<MainSchema>

/** A job with the columns that only the queue and the state machine look at. */
export interface JobRow extends Job {
  epoch: number
  /** Claims since the last progress, and errors among them. */
  attempt: number
  retries: number
  archivedFrom: JobStatus | null
}

export async function insertJob(tx: Db, job: Job): Promise<void> {
  await tx.query
    .insertInto('job')
    .values({
      id: job.id,
      project_id: job.projectId,
      status: job.status,
      repository: job.repository,
      ref: job.ref,
      model: job.model,
      requested_model: job.requestedModel,
      branch: job.branch,
      title: job.title,
      draft: job.draft ? 1 : 0,
      page: job.page,
      pr_link: job.prLink,
      created_at: job.createdAt,
      updated_at: job.updatedAt,
      archived_at: job.archivedAt,
      archived_from: null,
      summary: job.summary,
      failure: null,
      usage: null,
      diff_stat: null,
      outcome: null,
      choices: null,
      epoch: 0,
      attempt: 0,
      retries: 0,
      not_before: job.createdAt,
      lease_owner: null,
      lease_until: null,
    })
    .execute()
  await wakeProject(tx, job.projectId, job.createdAt)
}

export async function findJob(db: Db, projectId: string, id: string): Promise<JobRow | null> {
  if (!isId('job', id)) return null
  const row = await db.query
    .selectFrom('job')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toJob(row) : null
}

/** The job that has this branch of a repository, in whichever project. An archived one has given it up. */
export async function findBranchHolder(
  db: Db,
  repository: string,
  branch: string,
): Promise<Pick<Job, 'id' | 'projectId'> | null> {
  const row = await db.query
    .selectFrom('job')
    .select(['id', 'project_id as projectId'])
    .where('project_id', 'in', db.query.selectFrom('project').select('id').where('repository', '=', repository))
    .where((e) => e(e.fn<string>('lower', ['branch']), '=', branch.toLowerCase()))
    .where('status', '!=', 'archived')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The job whose work a branch of the project has. */
export async function findJobOfBranch(db: Db, projectId: string, branch: string): Promise<string | null> {
  const query = db.query.selectFrom('job').select('id').where('project_id', '=', projectId).where('branch', '=', branch)
  return (await query.orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? null
}

/** For the command line, whose user may see every project. */
export async function findProjectOfJob(db: Db, id: string): Promise<string | null> {
  return (await db.query.selectFrom('job').select('project_id').where('id', '=', id).executeTakeFirst())?.project_id ?? null
}

export interface JobFilter {
  projectId: string
  status: JobStatus | null
  state?: JobState | null
  /** In the first prompt. */
  search?: string | null
  /** Only jobs older than this one. */
  beforeId: string | null
  limit: number
}

/** Newest first: ids sort by the time they were made. */
export async function listJobs(db: Db, filter: JobFilter): Promise<Job[]> {
  let query = db.query.selectFrom('job').selectAll().where('project_id', '=', filter.projectId)
  const { status, state = null, search = null } = filter
  if (status) query = query.where('status', '=', status)
  if (state) query = query.where((e) => isInState(e, state))
  if (search !== null) query = query.where((e) => hasText(e, filter.projectId, search))
  if (filter.beforeId) query = query.where('id', '<', filter.beforeId)
  const rows = await query.orderBy('id', 'desc').limit(filter.limit).execute()
  return rows.map(toJob)
}

/** The newest job for each of the pages that has one. */
export async function listJobsOfPages(db: Db, projectId: string, pages: readonly string[]): Promise<Job[]> {
  const newest = db.query
    .selectFrom('job')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('project_id', '=', projectId)
    .where('page', 'in', pages)
    .groupBy('page')
  const rows = await db.query.selectFrom('job').selectAll().where('id', 'in', newest).orderBy('id', 'desc').execute()
  return rows.map(toJob)
}

export interface JobChange {
  status?: JobStatus
  model?: string
  prLink?: string | null
  archivedAt?: number | null
  archivedFrom?: JobStatus | null
  summary?: string | null
  failure?: Failure | null
  usage?: Usage | null
  diffStat?: DiffStat | null
  outcome?: AgentOutcome | null
  choices?: string[]
  attempt?: number
  retries?: number
  notBefore?: number
}

/** Changes a job that the caller holds locked. `fence: 'bump'` also takes it away from whichever worker runs it. */
export async function updateJob(
  tx: Db,
  id: string,
  now: number,
  change: JobChange,
  fence: 'keep' | 'bump' = 'keep',
): Promise<void> {
  await tx.query
    .updateTable('job')
    .set({ ...toColumns(change), updated_at: now })
    .$if(fence === 'bump', (query) => query.set((e) => ({ epoch: e('epoch', '+', 1), lease_owner: null, lease_until: null })))
    .where('id', '=', id)
    .execute()
  // It may be claimable now, or have given its place to another.
  await wakeProjectOf(tx, id, now)
}

/** Writes the end of a worker's turn and gives the job back; false when another has the job by now, and nothing was written. */
export async function settleJob(tx: Db, id: string, epoch: number, now: number, change: JobChange): Promise<boolean> {
  const done = await tx.query
    .updateTable('job')
    .set({ ...toColumns(change), updated_at: now, lease_owner: null, lease_until: null })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) return false
  await wakeProjectOf(tx, id, now)
  return true
}

/** Jobs whose last activity is older than the given time and that an archive sweep may take. */
export async function listIdleJobs(db: Db, before: number, limit: number): Promise<Job[]> {
  const rows = await db.query
    .selectFrom('job')
    .selectAll()
    .where('status', 'in', ['completed', 'failed'])
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute()
  return rows.map(toJob)
}

/** Those of the jobs that exist and are not archived. */
export async function listUnarchived(db: Db, ids: readonly string[]): Promise<string[]> {
  const open: string[] = []
  // In parts: engines limit how many values one query may hold.
  for (let start = 0; start < ids.length; start += 500) {
    const part = ids.slice(start, start + 500)
    const rows = await db.query.selectFrom('job').select('id').where('id', 'in', part).where('status', '!=', 'archived').execute()
    open.push(...rows.map((row) => row.id))
  }
  return open
}

export async function appendMessage(
  tx: Db,
  jobId: string,
  message: Pick<Message, 'id' | 'prompt' | 'askedBy' | 'createdAt'>,
): Promise<number> {
  const last = await tx.query
    .selectFrom('message')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  const seq = (last?.seq ?? 0) + 1
  await tx.query
    .insertInto('message')
    .values({
      id: message.id,
      job_id: jobId,
      seq,
      prompt: message.prompt,
      asked_by: message.askedBy,
      state: 'queued',
      summary: null,
      created_at: message.createdAt,
      finished_at: null,
    })
    .execute()
  return seq
}

export async function listMessages(db: Db, jobId: string): Promise<Message[]> {
  const rows = await db.query.selectFrom('message').selectAll().where('job_id', '=', jobId).orderBy('seq').execute()
  return rows.map(toMessage)
}

export async function nextQueuedMessage(db: Db, jobId: string): Promise<Message | null> {
  const row = await db.query
    .selectFrom('message')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('state', '=', 'queued')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row ? toMessage(row) : null
}

export async function finishMessage(tx: Db, jobId: string, seq: number, now: number, summary: string | null): Promise<void> {
  await tx.query
    .updateTable('message')
    .set({ state: 'done', finished_at: now, summary })
    .where('job_id', '=', jobId)
    .where('seq', '=', seq)
    .execute()
}

export async function cancelQueuedMessages(tx: Db, jobId: string, now: number): Promise<void> {
  await tx.query
    .updateTable('message')
    .set({ state: 'cancelled', finished_at: now })
    .where('job_id', '=', jobId)
    .where('state', '=', 'queued')
    .execute()
}

function toColumns(change: JobChange): Updateable<JobTable> {
  const columns: Updateable<JobTable> = {}
  if (change.status !== undefined) columns.status = change.status
  if (change.model !== undefined) columns.model = change.model
  if (change.prLink !== undefined) {
    columns.pr_link = change.prLink
    // It may be another pull request, or have new work since somebody closed it.
    columns.pr_state = null
    columns.pr_merged_at = null
  }
  if (change.archivedAt !== undefined) columns.archived_at = change.archivedAt
  if (change.archivedFrom !== undefined) columns.archived_from = change.archivedFrom
  if (change.summary !== undefined) columns.summary = change.summary
  if (change.failure !== undefined) columns.failure = toJson(change.failure)
  if (change.usage !== undefined) columns.usage = toJson(change.usage)
  if (change.diffStat !== undefined) columns.diff_stat = toJson(change.diffStat)
  if (change.outcome !== undefined) columns.outcome = change.outcome
  if (change.choices !== undefined) columns.choices = JSON.stringify(change.choices)
  if (change.attempt !== undefined) columns.attempt = change.attempt
  if (change.retries !== undefined) columns.retries = change.retries
  if (change.notBefore !== undefined) columns.not_before = change.notBefore
  return columns
}

function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

function fromJson(text: string | null): unknown {
  return text === null ? null : JSON.parse(text)
}

export function toJob(row: Selectable<JobTable>): JobRow {
  return {
    id: row.id,
    projectId: row.project_id,
    status: row.status as JobStatus,
    repository: row.repository,
    ref: row.ref,
    model: row.model,
    requestedModel: row.requested_model ?? row.model,
    branch: row.branch,
    title: row.title,
    draft: row.draft === 1,
    page: row.page,
    prLink: row.pr_link,
    prStanding: row.pr_state === null ? null : { state: row.pr_state, mergedAt: row.pr_merged_at },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
    archivedFrom: row.archived_from as JobStatus | null,
    summary: row.summary,
    failure: fromJson(row.failure) as Failure | null,
    usage: fromJson(row.usage) as Usage | null,
    diffStat: fromJson(row.diff_stat) as DiffStat | null,
    outcome: row.outcome as AgentOutcome | null,
    choices: (fromJson(row.choices) as string[] | null) ?? [],
    epoch: row.epoch,
    attempt: row.attempt,
    retries: row.retries,
  }
}

function toMessage(row: Selectable<MessageTable>): Message {
  return {
    id: row.id,
    seq: row.seq,
    prompt: row.prompt,
    askedBy: row.asked_by,
    state: row.state as MessageState,
    summary: row.summary,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }
}
