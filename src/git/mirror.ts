import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../lib/fault.ts'
import { type Git, GitError, type GitOptions, localService } from './git.ts'

/** Where a repository is and how to get in. */
export interface Remote {
  url: string
  protocol: NonNullable<GitOptions['protocol']>
  env?: Record<string, string>
}

/** A bare repository of the service's own for each remote repository: fetched into, pushed from, never shared with an agent. */
export interface Mirror {
  readonly gitDir: string
  /** Fetches branches; the commit of each, or null for one that does not exist. */
  fetch(branches: string[], signal: AbortSignal): Promise<Map<string, string | null>>
  /** Makes a branch point to a commit, if it still points to `expected` (null: does not exist). */
  push(commit: string, branch: string, expected: string | null, signal: AbortSignal): Promise<void>
}

export interface Mirrors {
  open(remote: Remote): Promise<Mirror>
}

export function createMirrors(git: Git, folder: string): Mirrors {
  /** One fetch or push at a time for each mirror: two would fight for git's lock files. */
  const queues = new Map<string, Promise<unknown>>()
  const inTurn = <Result>(gitDir: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (queues.get(gitDir) ?? Promise.resolve()).then(work, work)
    const settled = turn.catch(() => undefined)
    queues.set(gitDir, settled)
    void settled.then(() => queues.get(gitDir) === settled && queues.delete(gitDir))
    return turn
  }

  return {
    open: async (remote) => {
      const gitDir = join(folder, `${createHash('sha256').update(remote.url).digest('hex').slice(0, 32)}.git`)
      await inTurn(gitDir, () => create(git, gitDir))
      const options = (signal: AbortSignal): GitOptions => ({
        gitDir,
        protocol: remote.protocol,
        signal,
        ...(remote.env ? { env: remote.env } : {}),
      })
      return {
        gitDir,
        fetch: (branches, signal) => inTurn(gitDir, () => fetchBranches(git, remote, branches, options(signal))),
        push: (commit, branch, expected, signal) =>
          inTurn(gitDir, () => pushBranch(git, remote, commit, branch, expected, options(signal))),
      }
    },
  }
}

/** Made under another name and moved into place, so that a crash leaves no half a mirror. */
async function create(git: Git, gitDir: string): Promise<void> {
  if (existsSync(gitDir)) return
  const draft = `${gitDir}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  await git.text(['init', '--quiet', '--bare', '--template=', draft])
  await rename(draft, gitDir)
}

async function fetchBranches(
  git: Git,
  remote: Remote,
  branches: string[],
  options: GitOptions,
): Promise<Map<string, string | null>> {
  const service = remote.protocol === 'file' ? [`--upload-pack=${localService('upload-pack')}`] : []
  const refs = branches.map((branch) => `refs/heads/${branch}`)
  try {
    const listed = await git.text(['ls-remote', '--quiet', ...service, '--', remote.url, ...refs], options)
    const found = new Map(
      listed
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('\t').reverse() as [string, string]),
    )
    const present = refs.filter((ref) => found.has(ref))
    if (present.length > 0)
      await git.text(
        [
          'fetch',
          '--quiet',
          '--no-tags',
          '--no-write-fetch-head',
          '--force',
          ...service,
          '--',
          remote.url,
          ...present.map((ref) => `+${ref}:${ref.replace('refs/heads/', 'refs/remotes/origin/')}`),
        ],
        options,
      )
    const commits = new Map<string, string | null>()
    for (const branch of branches) {
      commits.set(
        branch,
        found.has(`refs/heads/${branch}`)
          ? await git.text(
              ['rev-parse', '--verify', '--quiet', '--end-of-options', `refs/remotes/origin/${branch}^{commit}`],
              options,
            )
          : null,
      )
    }
    return commits
  } catch (error) {
    throw error instanceof GitError ? unreachable(error) : error
  }
}

async function pushBranch(
  git: Git,
  remote: Remote,
  commit: string,
  branch: string,
  expected: string | null,
  options: GitOptions,
): Promise<void> {
  const service = remote.protocol === 'file' ? [`--receive-pack=${localService('receive-pack')}`] : []
  try {
    await git.text(
      [
        'push',
        '--quiet',
        '--porcelain',
        '--no-verify',
        `--force-with-lease=refs/heads/${branch}:${expected ?? ''}`,
        ...service,
        '--',
        remote.url,
        `${commit}:refs/heads/${branch}`,
      ],
      options,
    )
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    if (/stale info|fetch first|non-fast-forward/.test(error.message + error.stderr)) {
      throw new Fault(
        'branch_moved',
        `Someone else pushed to ${branch}. Docwright does not overwrite it.`,
        'Merge or delete that branch, then send the job a message.',
      )
    }
    throw unreachable(error)
  }
}

/** git's words name paths and addresses of the server: they go to the log as the cause, not to the user. */
function unreachable(error: GitError): Fault {
  const isMissing = /does not appear to be a git repository|not found|No such file/.test(error.stderr)
  const fault = isMissing
    ? new Fault('repository_not_found', 'The repository cannot be found.', 'Check the repository of the project.')
    : new Fault(
        'repository_unreachable',
        'The repository could not be read or written.',
        'Check that the service may reach the repository, and write to it.',
        true,
      )
  fault.cause = error
  return fault
}
