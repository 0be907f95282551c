import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Ids } from '../lib/ids.ts'
import { invalid, notFound } from '../lib/problem.ts'
import { type ConfiguredModels, type Project, allowedModels, isAllowedModel, modelOf } from '../projects/project.ts'
import { lockProject } from '../projects/store.ts'
import { recordEvents } from './events.ts'
import { type IdempotencyKey, type Once, once } from './idempotency.ts'
import type { Job } from './job.ts'
import type { JobSignal } from './job-signal.ts'
import { type Quota, refuseEarly, takeUse } from './limits.ts'
import { appendMessage, insertJob } from './store.ts'
import { toBranch } from './templates.ts'

export interface JobUseCaseDeps {
  database: Database<MainSchema>
  ids: Ids
  signal: JobSignal
  /** Only creating a job asks for it. */
  models?: ConfiguredModels
}

export interface NewJob {
  prompt: string
  /** Defaults to the project's. */
  ref?: string
  branch?: string
  title?: string
  draft?: boolean
  /** The page that the job is for. */
  page?: string
  model?: string
}

export interface Accepted {
  job: Job
  quota: Quota
}

/**
 * Creates a job and queues its first message. The job, its message, the use of the limit and the idempotency record are one
 * transaction: after a crash all of them are there or none.
 */
export async function createJob(
  deps: JobUseCaseDeps,
  projectId: string,
  wanted: NewJob,
  idempotency: IdempotencyKey | null,
): Promise<Once<Accepted>> {
  return deps.database.transaction(async (tx) => {
    // A replay of an accepted request must not be refused, so only plain requests are.
    if (!idempotency) await refuseEarly(tx, 'agent-job', projectId)
    const project = await lockProject(tx, projectId)
    if (!project) throw notFound()
    return once(tx, projectId, idempotency, async () => {
      const model = chooseModel(project, wanted.model, deps.models ?? { model: null, acp: null })
      const now = await tx.now()
      const quota = await takeUse(tx, deps.ids, 'agent-job', projectId, now)
      const id = deps.ids.next('job', now)
      const job: Job = {
        id,
        projectId,
        status: 'active',
        repository: project.repository,
        ref: wanted.ref ?? project.ref,
        model,
        branch: wanted.branch ?? toBranch(project.settings.branchTemplate, id),
        title: wanted.title ?? null,
        draft: wanted.draft ?? false,
        page: wanted.page ?? null,
        prLink: null,
        createdAt: now,
        updatedAt: now,
        archivedAt: null,
        summary: null,
        failure: null,
        usage: null,
        diffStat: null,
      }
      await insertJob(tx, job)
      const message = { id: deps.ids.next('msg', now), prompt: wanted.prompt, createdAt: now }
      await appendMessage(tx, id, message)
      await recordEvents(
        tx,
        id,
        { kind: 'message', data: { id: message.id, prompt: message.prompt } },
        { kind: 'status', data: { status: job.status, failure: null } },
      )
      tx.afterCommit(() => deps.signal.notify(id))
      return { job, quota }
    })
  })
}

function chooseModel(project: Project, wanted: string | undefined, configured: ConfiguredModels): string {
  if (wanted === undefined) return modelOf(project, configured)
  const allowed = allowedModels(project, configured)
  if (isAllowedModel(wanted, allowed)) return wanted
  throw invalid('model', `must be one of ${allowed.join(', ')}`)
}
