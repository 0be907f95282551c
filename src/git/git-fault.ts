import { isDiskFull } from '../lib/disk-full.ts'
import { Fault } from '../lib/fault.ts'
import { GitError } from './git.ts'
import { DAMAGE } from './mirror-damage.ts'

interface Rule {
  pattern: RegExp
  fault(branch: string): Fault
}

/** Of a request that git made over HTTP; the second form comes from the transfer itself. */
const HTTP_STATUS = /The requested URL returned error: (\d{3})|RPC failed; HTTP (\d{3})/

const forbidden = () =>
  new Fault({
    code: 'repository_forbidden',
    message: "The code host refused the token, or the token can't write to the repository.",
    hint: 'Check that the token is valid and has read and write access to the contents of this repository.',
  })

const missing = () =>
  new Fault({
    code: 'repository_not_found',
    message: "The repository can't be found.",
    hint: "Check the project's repository, and that the token can see it.",
  })

const limited = () =>
  new Fault({
    code: 'code_host_rate_limited',
    message: "The code host's rate limit is reached.",
    hint: 'Try again later.',
    isPassing: true,
  })

const tooLarge = () =>
  new Fault({
    code: 'push_too_large',
    message: 'The code host refused the push because of its size.',
    hint: 'Ask for a smaller change.',
  })

export function branchTaken(branch: string, other = branch): Fault {
  return new Fault({
    code: 'branch_taken',
    message:
      other === branch
        ? `The repository already has a branch ${branch}, and this job didn't create it.`
        : `The branch ${branch} can't be created beside ${other}, which the repository already has.`,
    hint: 'Create the job again with another `branch`, or without one.',
  })
}

/**
 * What git and the code hosts say, in the order in which it counts: the reason for a refused branch comes with lines of the
 * server's own, which may contain the words of a later rule.
 */
const RULES: readonly Rule[] = [
  {
    // git checks every object that it receives; these words are its own, with the object's id in front.
    pattern:
      /error in (?:tree|commit|tag|blob) [0-9a-f]+:|(?:object|commit|tree) [0-9a-f]+: \w+: |fsck error|invalid path '|empty filename in tree|malformed mode in tree|too-short tree/,
    fault: () =>
      new Fault({
        code: 'repository_unsafe',
        message: "The repository contains objects that git doesn't accept, such as a file named .git.",
        hint: 'Run "git fsck --strict" in the repository and remove what it names from the branch.',
      }),
  },
  {
    pattern: /attempting to (?:allocate|mmap) .{1,80} over limit|out of memory|bad pack object|cannot fill/i,
    fault: () =>
      new Fault({
        code: 'repository_too_large',
        message: 'The repository contains an object that is larger than Docwright reads.',
        hint: 'Remove large files from the branch, or keep them with Git LFS.',
      }),
  },
  {
    pattern: /transport '.{1,40}' not allowed|strange (?:pathname|hostname) '/,
    fault: () =>
      new Fault({
        code: 'repository_unsupported',
        message: "Docwright doesn't open addresses of this kind.",
        hint: 'Use an https: address, or a local repository by its path or file: address.',
      }),
  },
  {
    pattern: /mismatched algorithms|unsupported object format|unknown object format/,
    fault: () =>
      new Fault({
        code: 'repository_unsupported',
        message: 'The repository uses SHA-256 object names, which no code host for pull requests supports yet.',
        hint: 'Use a repository with SHA-1 object names.',
      }),
  },
  {
    // Another node took the job over, or the mirror was made anew between two steps.
    pattern: /src refspec .{1,200} does not match any|bad object [0-9a-f]{40}|not a valid object name|not a tree object/,
    fault: () => workLost(),
  },
  {
    pattern: /stale info|fetch first|non-fast-forward|incorrect old value provided|needs force/,
    fault: (branch) =>
      new Fault({
        code: 'branch_moved',
        message: `Someone else pushed to ${branch}. Docwright does not overwrite it.`,
        hint: 'Merge or delete that branch, then send the job a message.',
      }),
  },
  {
    // Someone created `a` or `a/b/c` between the look at the repository and the push of `a/b`.
    pattern: /'refs\/heads\/\S+' exists; cannot create '|cannot create .{0,200} is not a directory/i,
    fault: branchTaken,
  },
  {
    pattern: /branch is currently checked out|refusing to update checked out branch/,
    fault: (branch) =>
      new Fault({
        code: 'branch_checked_out',
        message: `${branch} is checked out in the repository's work tree, and git doesn't move a branch that someone works on.`,
        hint: 'Check out another branch there.',
      }),
  },
  {
    pattern: /Working directory has (?:un)?staged changes|Up-to-date check failed|Could not update working tree/i,
    fault: (branch) =>
      new Fault({
        code: 'working_copy_changed',
        message: `${branch} is checked out in the repository's work tree, which has uncommitted changes.`,
        hint: 'Commit or stash the changes there.',
      }),
  },
  {
    pattern: /(?:repository|project) (?:was|is|has been) archived|archived (?:repository|project)|archived so it is read-only/i,
    fault: () =>
      new Fault({
        code: 'repository_archived',
        message: 'The repository is archived and takes no changes.',
        hint: 'Unarchive it on the code host.',
      }),
  },
  {
    pattern: /GH001|exceeds GitHub's file size limit|pack exceeds maximum|exceeds .{0,20}maximum (?:allowed )?size/i,
    fault: tooLarge,
  },
  {
    pattern: /protected branch|hook declined|repository rule violations|GH00[0-9]:|GH013|not allowed to push|deny updating/i,
    fault: (branch) =>
      new Fault({
        code: 'branch_protected',
        message: `The code host does not let Docwright push to ${branch}: a rule or a hook of the repository forbids it.`,
        hint: "Allow pushes to branches that start with docwright/, or let the token's account pass the rule.",
      }),
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
      new Fault({
        code: 'code_host_certificate',
        message: "The server doesn't trust the certificate of the code host.",
        hint: 'Install the certificate authority on the server.',
      }),
  },
  {
    // The mirror was made anew before this is looked at, so that it is the repository that is meant.
    pattern: new RegExp(
      `${DAMAGE.source}|not our ref|did not send all necessary objects|cannot lock ref .{1,300} unable to resolve`,
    ),
    fault: () =>
      new Fault({
        code: 'repository_damaged',
        message: "The repository lacks objects, or git can't read it.",
        hint: 'Run "git fsck" in the repository, or push it again from a whole copy.',
      }),
  },
  {
    pattern: /does not appear to be a git repository|repository '.{0,300}' not found|Repository not found|No such file/,
    fault: missing,
  },
]

/** What an agent did is only in the mirror until it is pushed. */
export function workLost(): Fault {
  return new Fault({
    code: 'work_lost',
    message: "The agent's work was lost before it could be published.",
    hint: 'Send the job a message to do it again.',
    // The next try finds that it is lost, and does it again.
    isPassing: true,
  })
}

/** The disk of the service, not one of the code host, whose words come behind `remote:`. */
const NO_SPACE = /^(?!remote:).*(?:No space left on device|Disk quota exceeded)/m

/** Says so when there is no space for the service's own copy of a repository; any other error is left as it is. */
export function toDiskFault(error: unknown): unknown {
  const isFull = isDiskFull(error) || (error instanceof GitError && NO_SPACE.test(error.stderr))
  if (!isFull || error instanceof Fault) return error
  const fault = new Fault({
    code: 'disk_full',
    message: "The server's disk is full: there is no space for a copy of the repository.",
    hint: 'Make space on the disk that holds the data folder.',
    isPassing: true,
  })
  fault.cause = error
  return fault
}

/** git's words name paths and addresses of the server: they go to the log as the cause, not to the user. */
export function toGitFault(error: GitError, branch: string): Fault {
  const full = toDiskFault(error)
  if (full instanceof Fault) return full
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
    return new Fault({
      code: 'repository_moved',
      message: 'The repository has moved.',
      hint: "Set the project's repository to the new address.",
    })
  return null
}

/** All the rest: a network, a server in trouble, a lock. Worth another try. */
function unreachable(): Fault {
  return new Fault({
    code: 'repository_unreachable',
    message: "The repository can't be read or written.",
    hint: 'Check that the server can reach the repository and write to it.',
    isPassing: true,
  })
}
