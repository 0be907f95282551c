import { Fault } from '../lib/fault.ts'
import type { PullRequestRequest } from './code-host.ts'

/** Git hosts shorten commit ids; below this, two commits could look the same. */
const COMMIT_CHARACTERS_MIN = 10

export interface FoundPullRequest {
  number: number
  link: string
  isOpen: boolean
  /** The last commit of its head, which some hosts shorten; null when the host does not say. */
  headCommit: string | null
}

/** What came of an attempt to make one. */
export type Creation = { link: string } | 'already-exists' | 'drafts-refused'

/** How one host does it, for one head. */
export interface PullRequestCalls {
  /** All pull requests of the head in any state. Those from other repositories do not count, whatever their branch is called. */
  find(): Promise<FoundPullRequest[]>
  create(isDraft: boolean): Promise<Creation>
  /** Writes the new body. */
  update(found: FoundPullRequest): Promise<void>
  /** Ends one without merging it. */
  close(found: FoundPullRequest): Promise<void>
}

type Wanted = Pick<PullRequestRequest, 'headCommit' | 'isDraft' | 'isEmpty' | 'confirm'>

/**
 * Makes sure that a head has its one pull request, whatever an earlier try got done, and returns the link.
 *
 * An open one is brought up to date, and closed when nothing is left in it. One that people merged or closed is theirs: it is neither changed nor opened again. If it
 * ends with the very commit of this call, the call is a repetition and its link is the answer; if not, there is new work since,
 * which gets a new pull request.
 */
export async function openOnce(calls: PullRequestCalls, request: Wanted): Promise<string> {
  const before = await settle(calls, request)
  if (before) return before
  await request.confirm?.()
  let creation = await calls.create(request.isDraft ?? false)
  // The plan of the owner decides about drafts. The work counts for more than the mark.
  if (creation === 'drafts-refused') creation = await calls.create(false)
  if (typeof creation === 'object') return creation.link
  // Another call was first, between our look and our attempt.
  const after = await settle(calls, request)
  if (after) return after
  throw new Fault({
    code: 'pull_request_conflict',
    message: "The code host says that there is already a pull request for this branch, but doesn't show it.",
    hint: "Find it on the code host, and close it if you don't want it.",
    isPassing: true,
  })
}

async function settle(calls: PullRequestCalls, { headCommit, isEmpty = false, confirm }: Wanted): Promise<string | null> {
  const found = (await calls.find()).toSorted((one, other) => one.number - other.number)
  // The oldest: if a race made two at some time, all calls agree on which of them counts.
  const open = found.find((one) => one.isOpen)
  if (open) {
    await confirm?.()
    await calls.update(open)
    if (isEmpty) await calls.close(open)
    return open.link
  }
  if (isEmpty && found.length > 0) return found.at(-1)!.link
  return found.findLast((one) => isCommit(one.headCommit, headCommit))?.link ?? null
}

function isCommit(shown: string | null, commit: string): boolean {
  return shown !== null && shown.length >= COMMIT_CHARACTERS_MIN && commit.startsWith(shown)
}
