import type { Checks } from './checks.ts'

export const PULL_REQUEST_STATES = ['open', 'merged', 'closed'] as const
export type PullRequestState = (typeof PULL_REQUEST_STATES)[number]

/** A pull request that Docwright keeps itself, for repositories without a code host of their own. */
export interface PullRequest {
  id: string
  projectId: string
  /** The part of its link that cannot be guessed. */
  secret: string
  head: string
  base: string
  title: string
  body: string
  state: PullRequestState
  isDraft: boolean
  baseCommit: string
  headCommit: string
  checks: Checks | null
  createdAt: number
  updatedAt: number
  mergedAt: number | null
  closedAt: number | null
  /** The commit on the base branch that brought the change; null when somebody merged it without Docwright. */
  mergeCommit: string | null
}

/** With the place of its branches. */
export interface LocatedPullRequest extends PullRequest {
  repository: string
}

/** The path of its page on this service. */
export function pullRequestLink({ secret }: Pick<PullRequest, 'secret'>): string {
  return `/pull-requests/${secret}`
}
