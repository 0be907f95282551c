import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Fault } from '../lib/fault.ts'
import { withFileLock } from '../lib/file-lock.ts'
import { createTurns } from '../lib/turns.ts'
import { readSizes } from './blobs.ts'
import { type Credentials, credentialEnv, scrub } from './credentials.ts'
import { toDiskFault, toGitFault } from './git-fault.ts'
import { type Git, GitError, type GitOptions, localService } from './git.ts'
import { removeDeadLock, removeFetchLeftovers } from './leftovers.ts'
import { isDamage } from './mirror-damage.ts'
import { removeMirror } from './remove-mirror.ts'
import { mayUpdateWorkTree } from './work-tree.ts'

/** Where a repository is and how to get in. */
export interface Remote {
  /** Without credentials: it is an argument of git and may be logged. */
  url: string
  protocol: NonNullable<GitOptions['protocol']>
  /** Asked for anew before each fetch and push, because some tokens live for an hour only. */
  credentials?: (signal: AbortSignal) => Promise<Credentials>
}

export function localRemote(repository: string): Remote {
  return { url: repository, protocol: 'file' }
}

/**
 * A bare repository of the service's own for each remote repository: fetched into, pushed from, never shared with an agent.
 *
 * It has all commits and folders, but of the files only those that somebody asked for (docs/adr/0006). What it lacks is fetched
 * by `need…`, never by git on its own: nothing in its settings says that, or from where.
 */
export interface Mirror {
  readonly gitDir: string
  /** Fetches branches; the commit of each, or null for one that does not exist. */
  fetch(branches: string[], signal: AbortSignal): Promise<Map<string, string | null>>
  /** The same, and what else the repository says about its branches at that moment. */
  survey(branches: string[], signal: AbortSignal): Promise<Survey>
  /** Fetches a commit that is not here, because the mirror was made anew or another node fetched it. */
  needCommit(id: string, signal: AbortSignal): Promise<void>
  /** Fetches those of the files that are not here, in one go. Returns the sizes of all. */
  needBlobs(ids: string[], signal: AbortSignal): Promise<Map<string, number>>
  /** Throws a damaged mirror away. The next fetch fills it again. */
  rebuild(): Promise<void>
  /**
   * Makes a branch point to a commit, if it still points to `expected` (null: does not exist). `movesWorkTree`: where the branch is
   * checked out in a local clone, its clean work tree moves along, if the clone's settings leave that to us.
   */
  push(commit: string, branch: string, expected: string | null, signal: AbortSignal, movesWorkTree?: boolean): Promise<void>
}

/** The branches of a repository, as it listed them. */
export interface Survey {
  /** Of the branches that were asked for; null for one that does not exist. */
  commits: Map<string, string | null>
  /** Null when the repository names none, or has a working copy: there it is only what someone checked out. */
  defaultBranch: string | null
  /** All of them. */
  names: ReadonlySet<string>
}

export interface Mirrors {
  /** Holds one folder for each mirror. */
  readonly folder: string
  open(remote: Remote): Promise<Mirror>
  /** Runs work on the folder of a mirror while no one fetches into it, pushes from it or makes it anew. */
  takeTurn<Result>(gitDir: string, work: () => Promise<Result>): Promise<Result>
}

/** Its time of change says when the mirror was last used, see `clean.ts`. */
export const LAST_USE = 'docwright-last-use'

/** For the commands that must know that files may be missing, see `runFetch`. */
export const PROMISOR_SETTINGS = ['remote.origin.promisor=true', 'remote.origin.partialclonefilter=blob:none']

/**
 * What says whose turn it is, beside the mirror and not in it: a mirror that is made anew is another folder.
 *
 * Requests, jobs and commands share the mirrors from threads and processes of their own, and what one of them finds left behind after a
 * failed fetch must not be what another is just fetching.
 */
export function turnFile(gitDir: string): string {
  return gitDir.replace(/\.git$/, TURN_ENDING)
}

export const TURN_ENDING = '.turn'

export function createMirrors(git: Git, folder: string): Mirrors {
  /** Those of this thread come in their order; the file is for the others. */
  const turns = createTurns()
  /** One fetch or push at a time for each mirror: two would fight for git's lock files. */
  const takeTurn = <Result>(gitDir: string, signal: AbortSignal | null, work: () => Promise<Result>): Promise<Result> =>
    turns.take(gitDir, async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => Promise.reject(toDiskFault(error)))
      return withFileLock(turnFile(gitDir), () => void (signal?.aborted && busy()), work)
    })
  return {
    folder,
    takeTurn: (gitDir, work) => takeTurn(gitDir, null, work),
    open: async (remote) => {
      const gitDir = join(folder, `${digest(remote.url)}.git`)
      const connect = async (signal: AbortSignal): Promise<Connection> => {
        const credentials = (await remote.credentials?.(signal)) ?? null
        const env = credentials ? { env: credentialEnv(remote.url, credentials) } : {}
        return { git, remote, credentials, options: { gitDir, protocol: remote.protocol, signal, ...env } }
      }
      const rebuild = async () => {
        await removeMirror(gitDir)
        await create(git, gitDir)
      }
      /**
       * A power cut or a full disk can leave a mirror that git cannot read. Nothing in it is needed: it is made anew, once. A fetch that
       * was stopped can leave locks, which would stop every later one.
       */
      const inTurn = <Result>(signal: AbortSignal, work: (connection: Connection) => Promise<Result>): Promise<Result> =>
        takeTurn(gitDir, signal, async () => {
          const connection = await connect(signal)
          try {
            return await work(connection)
          } catch (error) {
            if (isDamage(error)) await rebuild()
            else if (!(await removeFetchLeftovers(gitDir)) || signal.aborted) throw error
            return work(connection)
          }
        })
      // Most are there. A sweep that removes this one at the same moment leaves a folder that the next fetch takes for damaged.
      if (!(await noteUse(gitDir))) await takeTurn(gitDir, null, () => create(git, gitDir))
      return {
        gitDir,
        fetch: async (branches, signal) => {
          const refs = branches.map((branch) => `${HEADS}${branch}`)
          return (await inTurn(signal, (connection) => fetchBranches(connection, branches, refs))).commits
        },
        survey: (branches, signal) => inTurn(signal, (connection) => fetchBranches(connection, branches, ['HEAD', `${HEADS}*`])),
        needCommit: async (id, signal) => {
          if ((await readSizes(git, gitDir, [id], signal)).size === 0)
            await inTurn(signal, (connection) => fetchObjects(connection, [id], []))
        },
        needBlobs: async (ids, signal) => {
          const found = await readSizes(git, gitDir, ids, signal)
          const missing = [...new Set(ids)].filter((id) => !found.has(id))
          if (missing.length === 0) return found
          // Nothing is offered in exchange: a file is fetched whole, whatever else is here.
          await inTurn(signal, (connection) => fetchObjects(connection, missing, ['fetch.negotiationAlgorithm=noop']))
          return new Map([...found, ...(await readSizes(git, gitDir, missing, signal))])
        },
        rebuild: () => takeTurn(gitDir, null, rebuild),
        push: (commit, branch, expected, signal, movesWorkTree = false) =>
          // Not through `inTurn`: a mirror that was made anew has no longer what is to be pushed.
          takeTurn(gitDir, signal, async () => pushBranch(await connect(signal), { commit, branch, expected, movesWorkTree })),
      }
    },
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

function busy(): never {
  throw new Fault({
    code: 'mirror_busy',
    message: "Another process is using the copy of the repository and didn't finish in time.",
    hint: 'Try again in a moment.',
    isPassing: true,
  })
}

/** False when there is no such mirror. */
async function noteUse(gitDir: string): Promise<boolean> {
  try {
    await writeFile(join(gitDir, LAST_USE), '\n')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw toDiskFault(error)
  }
}

/** Made under another name and moved into place, so that a crash leaves no half a mirror. */
async function create(git: Git, gitDir: string): Promise<void> {
  try {
    if (!existsSync(gitDir)) {
      const draft = `${gitDir}.new`
      await rm(draft, { recursive: true, force: true })
      await mkdir(draft, { recursive: true, mode: 0o700 })
      await git.text(['init', '--quiet', '--bare', '--template=', draft])
      await rename(draft, gitDir)
    }
    await writeFile(join(gitDir, LAST_USE), '\n')
  } catch (error) {
    throw toDiskFault(error)
  }
}

/** All that one fetch or push needs. */
interface Connection {
  git: Git
  remote: Remote
  credentials: Credentials | null
  options: GitOptions
}

/**
 * `git fetch` from a remote whose settings exist for this one process: that it leaves out files, and where it is. In the
 * mirror's own settings they would make every later command fetch what it misses, one object at a time and without credentials.
 */
async function runFetch({ git, remote, options }: Connection, words: string[], more: GitOptions = {}): Promise<void> {
  const service = remote.protocol === 'file' ? [`--upload-pack=${localService('upload-pack')}`] : []
  const settings = [`remote.origin.url=${remote.url}`, ...PROMISOR_SETTINGS, ...(more.settings ?? [])]
  const flags = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', '--force']
  await git.text(['fetch', ...flags, ...service, ...words], { ...options, ...more, settings })
}

/** Where branches are. A push names nothing outside of it. */
const HEADS = 'refs/heads/'

/** Two branches must not get in each other's way as files and folders do (`a` and `a/b`), so their names are not in the ref. */
function refOf(branch: string): string {
  return `refs/remotes/origin/${digest(branch)}`
}

async function fetchBranches(connection: Connection, branches: string[], listed: string[]): Promise<Survey> {
  const { git, remote, options } = connection
  const service = remote.protocol === 'file' ? [`--upload-pack=${localService('upload-pack')}`] : []
  try {
    // git gets the whole list in any case, and compares it with the patterns on this side.
    const list = await git.text(['ls-remote', '--quiet', '--symref', ...service, '--', remote.url, ...listed], options)
    const refs = list.split('\n').map((line) => line.split('\t') as [string, string?])
    const ids = new Map(refs.flatMap(([id, ref]) => (ref?.startsWith(HEADS) ? [[ref.slice(HEADS.length), id]] : [])))
    const present = branches.filter((branch) => ids.has(branch))
    const read = () => readBranches(git, withoutRemote(options), present)
    // A fetch asks the repository once more, so it's left out when there is nothing new. It also says what's wrong with a mirror.
    let here = await read().catch((error: unknown) => (error instanceof GitError ? null : Promise.reject(error)))
    if (!here || present.some((branch) => here?.get(branch)?.id !== ids.get(branch))) {
      await runFetch(connection, ['--', 'origin', ...present.map((branch) => `+${HEADS}${branch}:${refOf(branch)}`)])
      here = await read()
    }
    const commits = new Map<string, string | null>()
    for (const branch of branches) commits.set(branch, ids.has(branch) ? commitOf(here.get(branch), branch) : null)
    const head = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(list)?.[1] ?? null
    return { commits, names: new Set(ids.keys()), defaultBranch: hasWorkingCopy(remote) ? null : head }
  } catch (error) {
    throw toFault(connection, error, branches[0] ?? '')
  }
}

function hasWorkingCopy({ url, protocol }: Remote): boolean {
  return protocol === 'file' && existsSync(join(fileURLToPath(url), '.git'))
}

interface FetchedBranch {
  id: string
  /** Null when it points to something else. */
  commit: string | null
}

/** The branches that are here, as they were fetched last. */
async function readBranches(git: Git, options: GitOptions, branches: string[]): Promise<Map<string, FetchedBranch>> {
  const found = new Map<string, FetchedBranch>()
  if (branches.length === 0) return found
  const format = '%(refname) %(objecttype) %(objectname) %(*objecttype) %(*objectname)'
  const lines = (await git.text(['for-each-ref', `--format=${format}`, ...branches.map(refOf)], options)).split('\n')
  const rows = new Map(lines.map((line) => [line.split(' ')[0], line.split(' ').slice(1)]))
  for (const branch of branches) {
    const [type, id, innerType, inner] = rows.get(refOf(branch)) ?? []
    // A tag in the place of a branch stands for its commit.
    const commit = type === 'commit' ? id : innerType === 'commit' ? inner : null
    if (id) found.set(branch, { id, commit: commit ?? null })
  }
  return found
}

function commitOf(found: FetchedBranch | undefined, branch: string): string {
  if (!found?.commit)
    throw new Fault({
      code: 'repository_unsafe',
      message: `The branch ${branch} doesn't point to a commit.`,
      hint: 'Repair the repository.',
    })
  return found.commit
}

async function fetchObjects(connection: Connection, ids: string[], settings: string[]): Promise<void> {
  try {
    await runFetch(connection, ['--stdin', 'origin'], { settings, input: `${ids.join('\n')}\n` })
  } catch (error) {
    throw toFault(connection, error, '')
  }
}

interface Push {
  commit: string
  branch: string
  expected: string | null
  movesWorkTree: boolean
}

async function pushBranch(connection: Connection, push: Push): Promise<void> {
  try {
    await runPush(connection, push)
  } catch (error) {
    if (!(await unlockBranch(connection, push.branch, error))) throw toFault(connection, error, push.branch)
    await runPush(connection, push).catch((again: unknown) => {
      throw toFault(connection, again, push.branch)
    })
  }
}

/**
 * A push that was killed or frozen leaves the lock of its branch in a local repository, and git never removes it. The branch is the
 * caller's alone, who has just confirmed that, so a lock that stays belongs to no one who may still write.
 */
async function unlockBranch({ remote }: Connection, branch: string, error: unknown): Promise<boolean> {
  const isLocked = error instanceof GitError && /Unable to create '[^'\n]*\.lock': File exists/.test(error.stderr)
  if (!isLocked || remote.protocol !== 'file') return false
  const path = fileURLToPath(remote.url)
  return removeDeadLock(join(path, hasWorkingCopy(remote) ? '.git' : '', `${HEADS}${branch}.lock`))
}

async function runPush({ git, remote, options }: Connection, { commit, branch, expected, movesWorkTree }: Push): Promise<void> {
  const isLocal = remote.protocol === 'file'
  const isUpdated = isLocal && movesWorkTree && (await mayUpdateWorkTree(git, remote.url))
  const receiving = isUpdated ? ['receive.denyCurrentBranch=updateInstead'] : []
  // Not `--porcelain`: that would put the reason for a refused branch on standard output, apart from the rest.
  await git.text(
    [
      'push',
      '--quiet',
      '--no-verify',
      `--force-with-lease=${HEADS}${branch}:${expected ?? ''}`,
      ...(isLocal ? [`--receive-pack=${localService('receive-pack', receiving)}`] : []),
      '--',
      remote.url,
      `${commit}:${HEADS}${branch}`,
    ],
    // Without it git takes a repository whose branches have all moved for an empty one, and sends all that it has. With it git
    // starts a second program in the repository, unhardened where that is local: there the fetch before the push must do.
    { ...options, settings: isLocal ? [] : ['push.negotiate=true'] },
  )
}

/** A command that stays in the mirror gets no credentials. */
function withoutRemote({ gitDir, signal }: GitOptions): GitOptions {
  return { ...(gitDir ? { gitDir } : {}), ...(signal ? { signal } : {}) }
}

function toFault({ credentials }: Connection, error: unknown, branch: string): unknown {
  if (!(error instanceof GitError)) return error
  return toGitFault(credentials ? error.withStderr(scrub(error.stderr, credentials)) : error, branch)
}
