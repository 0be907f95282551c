import type { Remote } from '../git/mirror.ts'
import type { Fault } from '../lib/fault.ts'
import type { Checks } from '../pull-requests/checks.ts'
import type { PullRequestState } from '../pull-requests/pull-request.ts'

export interface PullRequestRequest {
  projectId: string
  /** As the project has it, see `remote`. */
  repository: string
  /** The branch with the changes. */
  head: string
  /** The branch to merge into. */
  base: string
  title: string
  body: string
  baseCommit: string
  headCommit: string
  /** Asks for a draft when the pull request is made. Later calls leave it to people to say when it is ready. */
  isDraft?: boolean
  /** True when the head has nothing that the base does not have: an open pull request is closed, and none is made. */
  isEmpty?: boolean
  /** For hosts that show them beside the text; in the text of the others they are written out already. */
  checks?: Checks | null
  /** Called right before anything is changed. Throws when the caller has lost the right to do so while the host was asked. */
  confirm?(): Promise<void>
}

/** Where a pull request stands. */
export interface PullRequestStanding {
  state: PullRequestState
  isDraft: boolean
  /** Null for one that is not merged, and where the host does not say when it was. */
  mergedAt: number | null
}

/** A place that holds repositories and takes pull requests. */
export interface CodeHost {
  /** Where git finds a repository. The URL is clean: credentials come apart from it, at the moment when they are needed. */
  remote(repository: string): Remote
  /**
   * Opens the pull request for a head, or brings the one that is there up to date: a repeated call never makes a second one.
   * Returns its link; one that starts with `/` is on this service.
   */
  openPullRequest(request: PullRequestRequest, signal?: AbortSignal): Promise<string>
  /** Null when there is no such pull request, or not any more. Throws a `Fault` when the host does not answer. */
  readPullRequest(repository: string, link: string, signal?: AbortSignal): Promise<PullRequestStanding | null>
  /**
   * True when a rule of the host protects branches of this name, also one that does not exist. Absent where the host tells only
   * those who may change the rules: it then refuses the push itself.
   */
  isProtected?(repository: string, branch: string, signal?: AbortSignal): Promise<boolean>
  /** True when the page of a pull request shows its checks by itself, so that the text leaves them out. */
  readonly showsChecks: boolean
  /** Where a file of a commit can be seen, for links in the text of a pull request. */
  fileLink(repository: string, commit: string, path: string): string
  /** What keeps Docwright from working on a branch of a repository; null when nothing does. */
  check(repository: string, ref: string, signal?: AbortSignal): Promise<Fault | null>
}
