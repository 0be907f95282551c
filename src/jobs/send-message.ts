import { notFound } from '../lib/problem.ts'
import { lockProject } from '../projects/store.ts'
import type { Accepted, JobUseCaseDeps } from './create-job.ts'
import { recordEvents } from './events.ts'
import { takeUse } from './hourly-limits.ts'
import { type IdempotencyKey, type Once, once } from './idempotency.ts'
import { nextStatus } from './state.ts'
import { appendMessage, findJob, updateJob } from './store.ts'

/**
 * Adds a follow-up instruction to a job and puts the job back to work.
 *
 * A message to an `active` job does not interrupt the agent: it waits its turn. The limit is taken last, in the transaction that
 * stores the message, so that a wrong id or an archived job costs the caller nothing.
 */
export async function sendMessage(
  deps: JobUseCaseDeps,
  projectId: string,
  jobId: string,
  prompt: string,
  idempotency: IdempotencyKey | null,
  askedBy: string | null = null,
): Promise<Once<Accepted>> {
  return deps.database.transaction(async (tx) => {
    if (!(await lockProject(tx, projectId))) throw notFound()
    return once(tx, projectId, idempotency, async () => {
      const job = await findJob(tx, projectId, jobId)
      if (!job) throw notFound()
      const status = nextStatus(job.status, 'message')
      const now = await tx.now()
      const quota = await takeUse(tx, deps.ids, 'agent-message', projectId, now)
      const id = deps.ids.next('msg', now)
      await appendMessage(tx, jobId, { id, prompt, askedBy, createdAt: now })
      await recordEvents(tx, jobId, { kind: 'message', data: { id, prompt } })
      if (job.status !== 'active') {
        await updateJob(tx, jobId, now, { status, failure: null, attempt: 0, retries: 0, notBefore: now })
        await recordEvents(tx, jobId, { kind: 'status', data: { status, failure: null } })
      }
      tx.afterCommit(() => deps.signal.notify(jobId))
      return { job: { ...job, status, failure: null, updatedAt: now }, quota }
    })
  })
}
