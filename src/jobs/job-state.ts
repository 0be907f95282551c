import type { Job } from './job.ts'
import type { KnownStanding } from './pull-request-standings.ts'

/** What people want to know of a job first: whether it waits for them, and what became of it. */
export const JOB_STATES = ['working', 'needs_review', 'merged', 'closed', 'no_changes', 'failed', 'archived'] as const
export type JobState = (typeof JOB_STATES)[number]

/** `state-store.ts` says the same in SQL. A pull request that the code host says nothing about may still need a review. */
export function stateOf(job: Pick<Job, 'status' | 'prLink' | 'outcome'>, standing: KnownStanding | undefined): JobState {
  if (job.status === 'active') return 'working'
  if (job.status !== 'completed') return job.status
  if (job.outcome === 'needs_choice') return 'needs_review'
  if (job.prLink === null) return 'no_changes'
  return standing?.state === 'merged' || standing?.state === 'closed' ? standing.state : 'needs_review'
}
