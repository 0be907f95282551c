import { Problem } from '../lib/problem.ts'
import type { JobStatus } from './job.ts'

/** What can happen to a job, by the state it is in. Everything that is not listed is refused. */
const TRANSITIONS = {
  /** The agent finished. */
  complete: { active: 'completed' },
  /** The agent met an error that it cannot recover from, or was cancelled. */
  fail: { active: 'failed' },
  /** A follow-up. To an active job it is queued and the state stays. */
  message: { active: 'active', completed: 'active', failed: 'active' },
  cancel: { active: 'failed' },
  /** Archiving twice is harmless: it keeps the first time. */
  archive: { active: 'archived', completed: 'archived', failed: 'archived', archived: 'archived' },
} as const satisfies Record<string, Partial<Record<JobStatus, JobStatus>>>

type Transition = keyof typeof TRANSITIONS

const REFUSALS: Record<Transition, { code: string; detail: (status: JobStatus) => string }> = {
  complete: { code: 'job_not_active', detail: (status) => `The job is ${status}, not active.` },
  fail: { code: 'job_not_active', detail: (status) => `The job is ${status}, not active.` },
  message: { code: 'job_archived', detail: () => 'The job is archived and takes no messages. Unarchive it first.' },
  cancel: { code: 'job_not_active', detail: (status) => `Only an active job can be cancelled; this one is ${status}.` },
  archive: { code: 'job_archived', detail: () => 'The job is archived.' },
}

/** The state after a transition; a 409 where the present state forbids it. */
export function nextStatus(status: JobStatus, transition: Transition): JobStatus {
  const next = (TRANSITIONS[transition] as Partial<Record<JobStatus, JobStatus>>)[status]
  if (next) return next
  const refusal = REFUSALS[transition]
  throw new Problem(409, refusal.code, refusal.detail(status))
}
