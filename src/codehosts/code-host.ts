import type { Remote } from '../git/mirror.ts'

export interface PullRequestRequest {
  projectId: string
  /** The branch with the changes. */
  head: string
  /** The branch to merge into. */
  base: string
  title: string
  body: string
  baseCommit: string
  headCommit: string
}

/** A place that holds repositories and takes pull requests. */
export interface CodeHost {
  remote(repository: string): Remote
  /**
   * Opens the pull request for a head, or brings the one that is there up to date: a repeated call never makes a second one.
   * Returns its link; one that starts with `/` is on this service.
   */
  openPullRequest(request: PullRequestRequest): Promise<string>
}
