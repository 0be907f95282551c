import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Credentials, credentialEnv, scrub } from './credentials.ts'
import { toGitFault } from './git-fault.ts'
import { type Git, GitError, type GitOptions, localService } from './git.ts'

/** Where a repository is and how to get in. */
export interface Remote {
  /** Without credentials: it is an argument of git and may be logged. */
  url: string
  protocol: NonNullable<GitOptions['protocol']>
  /** Asked for anew before each fetch and push, because some tokens live for an hour only. */
  credentials?: (signal: AbortSignal) => Promise<Credentials>
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
      const connect = async (signal: AbortSignal): Promise<Connection> => {
        const credentials = (await remote.credentials?.(signal)) ?? null
        const env = credentials ? { env: credentialEnv(remote.url, credentials) } : {}
        return { git, remote, credentials, options: { gitDir, protocol: remote.protocol, signal, ...env } }
      }
      return {
        gitDir,
        fetch: (branches, signal) => inTurn(gitDir, async () => fetchBranches(await connect(signal), branches)),
        push: (commit, branch, expected, signal) =>
          inTurn(gitDir, async () => pushBranch(await connect(signal), commit, branch, expected)),
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

/** All that one fetch or push needs. */
interface Connection {
  git: Git
  remote: Remote
  credentials: Credentials | null
  options: GitOptions
}

async function fetchBranches(connection: Connection, branches: string[]): Promise<Map<string, string | null>> {
  const { git, remote, options } = connection
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
      const ref = `refs/remotes/origin/${branch}^{commit}`
      commits.set(
        branch,
        found.has(`refs/heads/${branch}`)
          ? await git.text(['rev-parse', '--verify', '--quiet', '--end-of-options', ref], withoutRemote(options))
          : null,
      )
    }
    return commits
  } catch (error) {
    throw toFault(connection, error, branches[0] ?? '')
  }
}

async function pushBranch(connection: Connection, commit: string, branch: string, expected: string | null): Promise<void> {
  const { git, remote, options } = connection
  const service = remote.protocol === 'file' ? [`--receive-pack=${localService('receive-pack')}`] : []
  try {
    // Not `--porcelain`: that would put the reason for a refused branch on standard output, apart from the rest.
    await git.text(
      [
        'push',
        '--quiet',
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
    throw toFault(connection, error, branch)
  }
}

/** A command that stays in the mirror gets no credentials. */
function withoutRemote({ gitDir, signal }: GitOptions): GitOptions {
  return { ...(gitDir ? { gitDir } : {}), ...(signal ? { signal } : {}) }
}

function toFault({ credentials }: Connection, error: unknown, branch: string): unknown {
  if (!(error instanceof GitError)) return error
  return toGitFault(credentials ? error.withStderr(scrub(error.stderr, credentials)) : error, branch)
}
