import { Fault } from '../lib/fault.ts'
import type { GitError } from './git.ts'

interface Rule {
  pattern: RegExp
  fault(branch: string): Fault
}

/** Of a request that git made over HTTP; the second form comes from the transfer itself. */
const HTTP_STATUS = /The requested URL returned error: (\d{3})|RPC failed; HTTP (\d{3})/

const forbidden = () =>
  new Fault(
    'repository_forbidden',
    'The code host refused the token, or the token may not write to the repository.',
    'Check that the token is valid and may read and write the contents of this repository.',
  )

const missing = () =>
  new Fault(
    'repository_not_found',
    'The repository cannot be found.',
    'Check the repository of the project, and that the token may see it.',
  )

const limited = () =>
  new Fault('code_host_rate_limited', 'The code host limits how often it may be asked.', 'Try again later.', true)

const tooLarge = () =>
  new Fault('push_too_large', 'The code host refused the push because of its size.', 'Ask for a smaller change.')

/**
 * What git and the code hosts say, in the order in which it counts: the reason for a refused branch comes with lines of the
 * server's own, which may contain the words of a later rule.
 */
const RULES: readonly Rule[] = [
  {
    pattern: /stale info|fetch first|non-fast-forward|incorrect old value provided|needs force/,
    fault: (branch) =>
      new Fault(
        'branch_moved',
        `Someone else pushed to ${branch}. Docwright does not overwrite it.`,
        'Merge or delete that branch, then send the job a message.',
      ),
  },
  {
    pattern: /branch is currently checked out|refusing to update checked out branch/,
    fault: (branch) =>
      new Fault(
        'branch_checked_out',
        `${branch} is checked out in the working copy of the repository, and git does not move a branch under somebody's hands.`,
        'Check out another branch there.',
      ),
  },
  {
    pattern: /Working directory has (?:un)?staged changes|Up-to-date check failed|Could not update working tree/i,
    fault: (branch) =>
      new Fault(
        'working_copy_changed',
        `${branch} is checked out in the working copy of the repository, which has changes that are not committed.`,
        'Commit or put away the changes there.',
      ),
  },
  {
    pattern: /(?:repository|project) (?:was|is|has been) archived|archived (?:repository|project)|archived so it is read-only/i,
    fault: () =>
      new Fault('repository_archived', 'The repository is archived and takes no changes.', 'Unarchive it on the code host.'),
  },
  {
    pattern: /GH001|exceeds GitHub's file size limit|pack exceeds maximum|exceeds .{0,20}maximum (?:allowed )?size/i,
    fault: tooLarge,
  },
  {
    pattern: /protected branch|hook declined|repository rule violations|GH00[0-9]:|GH013|not allowed to push|deny updating/i,
    fault: (branch) =>
      new Fault(
        'branch_protected',
        `The code host does not let Docwright push to ${branch}: a rule or a hook of the repository forbids it.`,
        'Allow pushes to branches that start with docwright/, or let the account of the token pass the rule.',
      ),
  },
  { pattern: /refusing to allow .{1,80} workflow/i, fault: forbidden },
  { pattern: /rate limit|too many requests/i, fault: limited },
  {
    pattern:
      /Authentication failed|could not read (?:Username|Password)|Invalid username or|access denied|Permission .{0,200}denied/i,
    fault: forbidden,
  },
  {
    pattern: /SSL certificate problem|certificate verif|server verification failed|unable to get local issuer/i,
    fault: () =>
      new Fault(
        'code_host_certificate',
        'The certificate of the code host is not trusted by the machine that runs Docwright.',
        'Install the certificate authority on that machine.',
      ),
  },
  {
    pattern: /does not appear to be a git repository|repository '.{0,300}' not found|Repository not found|No such file/,
    fault: missing,
  },
]

/** git's words name paths and addresses of the server: they go to the log as the cause, not to the user. */
export function toGitFault(error: GitError, branch: string): Fault {
  const rule = RULES.find(({ pattern }) => pattern.test(error.stderr))
  const fault = rule ? rule.fault(branch) : (fromStatus(error.stderr) ?? unreachable())
  fault.cause = error
  return fault
}

function fromStatus(stderr: string): Fault | null {
  const found = HTTP_STATUS.exec(stderr)
  const status = Number(found?.[1] ?? found?.[2] ?? 0)
  if (status === 401 || status === 403) return forbidden()
  if (status === 404 || status === 410) return missing()
  if (status === 413) return tooLarge()
  if (status === 429) return limited()
  if (status >= 300 && status < 400)
    return new Fault('repository_moved', 'The repository has moved.', 'Set the repository of the project to its new address.')
  return null
}

/** All the rest: a network, a server in trouble, a lock. Worth another try. */
function unreachable(): Fault {
  return new Fault(
    'repository_unreachable',
    'The repository could not be read or written.',
    'Check that the service may reach the repository, and write to it.',
    true,
  )
}
