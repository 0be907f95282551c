import type { Database, Transaction } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { overlaps } from '../git/refs.ts'
import type { Ids } from '../lib/ids.ts'
import { Problem, invalid, notFound } from '../lib/problem.ts'
import { type ConfiguredModels, type Project, allowedModels, isAllowedModel, modelOf } from '../projects/project.ts'
import { listTargets, lockProject } from '../projects/store.ts'
import { recordEvents } from './events.ts'
import { type Quota, refuseEarly, takeUse } from './hourly-limits.ts'
import { type IdempotencyKey, type Once, once } from './idempotency.ts'
import type { Job } from './job.ts'
import type { JobSignal } from './job-signal.ts'
import { appendMessage, findBranchHolder, insertJob } from './store.ts'
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
  /** Who asks, in words for the pull request. */
  askedBy?: string
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
  // A replay of an accepted request must not be refused, so only plain requests are.
  if (!idempotency) await refuseEarly(deps.database, 'agent-job', projectId)
  return deps.database.transaction(async (tx) => {
    const project = await lockProject(tx, projectId)
    if (!project) throw notFound()
    return once(tx, projectId, idempotency, async () => {
      const model = chooseModel(project, wanted.model, deps.models ?? { model: null, acp: null })
      const ref = wanted.ref ?? project.ref
      if (wanted.branch !== undefined) await refuseBranch(tx, project, ref, wanted.branch)
      const now = await tx.now()
      const quota = await takeUse(tx, deps.ids, 'agent-job', projectId, now)
      const id = deps.ids.next('job', now)
      const job: Job = {
        id,
        projectId,
        status: 'active',
        repository: project.repository,
        ref,
        model,
        requestedModel: model,
        branch: wanted.branch ?? toBranch(project.settings.branchTemplate, id, [project.ref, ref]),
        title: wanted.title ?? null,
        draft: wanted.draft ?? false,
        page: wanted.page ?? null,
        prLink: null,
        prStanding: null,
        createdAt: now,
        updatedAt: now,
        archivedAt: null,
        summary: null,
        failure: null,
        usage: null,
        diffStat: null,
        outcome: null,
        choices: [],
      }
      await insertJob(tx, job)
      const message = { id: deps.ids.next('msg', now), prompt: wanted.prompt, askedBy: wanted.askedBy ?? null, createdAt: now }
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

/**
 * A job owns its branch. What can be told without the repository is told at once; the job looks at the repository, see
 * `own-branch.ts`.
 */
async function refuseBranch(
  tx: Transaction<MainSchema>,
  { id, repository }: Project,
  ref: string,
  branch: string,
): Promise<void> {
  if (branch.startsWith('refs/')) throw invalid('branch', 'must be the short name of a branch, without refs/heads/')
  const base = [ref, ...(await listTargets(tx, repository))].find((one) => overlaps(branch, one))
  if (base !== undefined) throw invalid('branch', `must not be or conflict with ${base}, which pull requests target`)
  const holder = await findBranchHolder(tx, repository, branch)
  if (!holder) return
  // A key learns nothing of other projects.
  const owner = holder.projectId === id ? `job ${holder.id}` : 'another job'
  const details = [{ path: 'branch', message: `belongs to ${owner}` }]
  throw new Problem(409, 'branch_taken', `The branch ${branch} belongs to ${owner}. Choose another one.`, { details })
}

function chooseModel(project: Project, wanted: string | undefined, configured: ConfiguredModels): string {
  if (wanted === undefined) return modelOf(project, configured)
  const allowed = allowedModels(project, configured)
  if (isAllowedModel(wanted, allowed)) return wanted
  throw invalid('model', `must be one of ${allowed.join(', ')}`)
}
