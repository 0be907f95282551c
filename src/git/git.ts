import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Fault } from '../lib/fault.ts'

/** Generous for a large fetch; a git that takes longer hangs. */
const TIMEOUT_MS = 10 * 60_000
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024

/**
 * Set on every git process. A repository's content is untrusted, so nothing in it may choose a program to run: no hooks, no
 * monitors, no external diff, no pager, no submodules, no symbolic links, and only the one protocol that the remote needs.
 */
const HARDENING = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.symlinks=false',
  'core.protectNTFS=true',
  'core.protectHFS=true',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.sshCommand=/bin/false',
  // Started for the repositories that a repository borrows objects from; none of ours does.
  'core.alternateRefsCommand=/bin/false',
  'core.gitProxy=',
  'core.pager=cat',
  'core.autocrlf=false',
  'core.quotePath=false',
  'credential.helper=',
  'protocol.allow=never',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=no',
  'push.recurseSubmodules=no',
  'transfer.fsckObjects=true',
  'fetch.fsckObjects=true',
  'transfer.bundleURI=false',
  'http.followRedirects=false',
  'http.lowSpeedLimit=1000',
  'http.lowSpeedTime=60',
  // Faults of old programs in the history of honest repositories. They harm nobody, and nobody can mend them.
  'fetch.fsck.badTimezone=ignore',
  'fetch.fsck.missingSpaceBeforeDate=ignore',
  'fetch.fsck.missingSpaceBeforeEmail=ignore',
  'fetch.fsck.zeroPaddedFilemode=ignore',
  'commit.gpgSign=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'init.templateDir=',
  'init.defaultBranch=main',
  'diff.external=',
  'advice.graftFileDeprecated=false',
  // What a step has reported as done must still be there after a power cut: git syncs packs by itself, single objects only so.
  'core.fsync=committed',
  // A larger object is streamed instead of held in memory; no page that Docwright edits is larger.
  'core.bigFileThreshold=2m',
]

/** One piece of memory that git may ask for. A few bytes of deltas can describe an object of any size. */
const ALLOCATION_MAX = '512m'

export interface GitOptions {
  gitDir?: string
  workTree?: string
  indexFile?: string
  /** More settings for this one process, as `name=value`. */
  settings?: string[]
  /** More variables for this one process. Credentials go here: never on the command line, where every user can read them. */
  env?: Record<string, string>
  input?: string | Buffer
  signal?: AbortSignal
  timeoutMs?: number
  outputBytesMax?: number
  /** Ends git at `outputBytesMax` and returns what came until then, instead of failing. */
  cutsOutput?: boolean
  /** The one protocol that this call may use; without it git reaches no other repository. */
  protocol?: 'file' | 'https' | 'http'
}

export class GitError extends Error {
  readonly command: string
  readonly exitCode: number | null
  readonly stderr: string
  /** What git printed before it failed: some commands answer with an exit status and words. */
  readonly output: Buffer

  constructor(command: string, exitCode: number | null, stderr: string, output: Buffer = Buffer.alloc(0)) {
    super(`git ${command} failed (${exitCode ?? 'killed'}): ${stderr.trim().slice(-2000)}`)
    this.name = 'GitError'
    this.command = command
    this.exitCode = exitCode
    this.stderr = stderr
    this.output = output
  }

  /** The same error in other words, for when git repeated something that must not be seen. */
  withStderr(stderr: string): GitError {
    return new GitError(this.command, this.exitCode, stderr, this.output)
  }
}

/** The git program, always hardened. Nothing else in Docwright starts git. */
export interface Git {
  /** Standard output as bytes. Throws a `GitError` on any exit status but 0. */
  bytes(words: string[], options?: GitOptions): Promise<Buffer>
  /** Standard output as text, without the last line end. */
  text(words: string[], options?: GitOptions): Promise<string>
  /**
   * Hands standard output over piece by piece, as it comes, whatever its size. git waits while a piece is being taken; when that
   * throws, git is killed and the error passed on, so that an endless answer costs no more than the part that was read.
   */
  read(words: string[], options: GitOptions, take: (piece: Buffer) => void | Promise<void>): Promise<void>
}

/** @param searchPath Where git and its helpers are found. The rest of the environment is not handed down. */
export function createGit(searchPath: string): Git {
  const bytes = async (words: string[], options: GitOptions = {}) => {
    const pieces: Buffer[] = []
    const sizeMax = options.outputBytesMax ?? OUTPUT_BYTES_MAX
    const tooLarge = new Fault({ code: 'git_output_too_large', message: `git ${words[0]} printed more than Docwright reads.` })
    let size = 0
    try {
      await run(searchPath, words, options, (piece) => {
        pieces.push(piece.subarray(0, Math.max(0, sizeMax - size)))
        size += piece.length
        if (size > sizeMax) throw tooLarge
      })
    } catch (error) {
      if (error instanceof GitError) throw new GitError(error.command, error.exitCode, error.stderr, Buffer.concat(pieces))
      if (error !== tooLarge || !options.cutsOutput) throw error
    }
    return Buffer.concat(pieces)
  }
  return {
    bytes,
    text: async (words, options) => (await bytes(words, options)).toString('utf8').replace(/\n$/, ''),
    read: (words, options, take) => run(searchPath, words, options, take),
  }
}

/**
 * The program that git starts in a local repository to read from it or write to it. That process drops our settings, so they
 * are given again: the hooks of a repository that we write to must not run either, and a repository that is incomplete itself
 * must not fetch what it lacks, because its own settings would say by which program.
 */
export function localService(name: 'upload-pack' | 'receive-pack', more: readonly string[] = []): string {
  const settings = [
    'core.hooksPath=/dev/null',
    'core.fsmonitor=false',
    'core.alternateRefsCommand=/bin/false',
    'advice.graftFileDeprecated=false',
    'safe.directory=*',
    'receive.autogc=false',
    'uploadpack.allowFilter=true',
    'uploadpack.allowAnySHA1InWant=true',
    // What is written here is read on the same machine at once: searching for deltas would take longer than it saves.
    'pack.window=0',
    'pack.compression=1',
    ...more,
  ]
  const variables = 'GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 GIT_NO_REPLACE_OBJECTS=1 GIT_GRAFT_FILE=/dev/null'
  return `${variables} git ${settings.map((setting) => `-c ${setting}`).join(' ')} ${name}`
}

function environment(searchPath: string, options: GitOptions): Record<string, string> {
  return {
    PATH: searchPath,
    HOME: '/nonexistent',
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '/bin/false',
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_GRAFT_FILE: '/dev/null',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_ALLOC_LIMIT: ALLOCATION_MAX,
    GIT_ALLOW_PROTOCOL: options.protocol ?? 'none',
    ...(options.gitDir ? { GIT_DIR: options.gitDir } : {}),
    ...(options.workTree ? { GIT_WORK_TREE: options.workTree } : {}),
    ...(options.indexFile ? { GIT_INDEX_FILE: options.indexFile } : {}),
    ...options.env,
  }
}

function run(
  searchPath: string,
  words: string[],
  options: GitOptions,
  take: (piece: Buffer) => void | Promise<void>,
): Promise<void> {
  const allowed = options.protocol ? [`protocol.${options.protocol}.allow=always`] : []
  const settings = [...HARDENING, ...allowed, 'safe.directory=*', ...(options.settings ?? [])]
  const command = words[0] ?? ''

  const folder = options.workTree ?? options.gitDir ?? '/'

  return new Promise((resolve, reject) => {
    // In a process group of its own, so that a time-out also ends the helpers that git started.
    const child = spawn('git', [...settings.flatMap((setting) => ['-c', setting]), ...words], {
      cwd: folder,
      env: environment(searchPath, options),
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let stderr = ''
    let stopped: { reason: unknown } | null = null

    const stop = (reason: unknown) => {
      stopped ??= { reason }
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // It ended by itself in the meantime.
      }
    }
    const timer = setTimeout(
      () => stop(new Fault({ code: 'git_timeout', message: `git ${command} took too long.`, isPassing: true })),
      options.timeoutMs ?? TIMEOUT_MS,
    )
    const onAbort = () => stop(new Error(`git ${command} was stopped`))
    options.signal?.addEventListener('abort', onAbort, { once: true })
    const closed = new Promise<number | null>((done, fail) => {
      child.on('close', done)
      child.on('error', (error) => fail(isMissing(error) ? whatIsMissing(folder) : error))
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < 64 * 1024) stderr += chunk.toString('utf8')
    })
    // git may exit without reading its input; that is seen by its exit status.
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
    if (options.signal?.aborted) onAbort()

    const finish = async () => {
      const taken = takeAll(child.stdout, take, () => stopped !== null).catch(stop)
      try {
        const [code] = await Promise.all([closed, taken])
        if (stopped) throw stopped.reason
        if (code !== 0) throw new GitError(command, code, stderr)
      } finally {
        clearTimeout(timer)
        options.signal?.removeEventListener('abort', onAbort)
      }
    }
    finish().then(resolve, reject)
  })
}

async function takeAll(
  output: AsyncIterable<Buffer>,
  take: (piece: Buffer) => void | Promise<void>,
  isStopped: () => boolean,
): Promise<void> {
  for await (const piece of output) if (!isStopped()) await take(piece)
}

function isMissing(error: Error): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

/** The system says the same whether the program or the folder to start it in is not there. */
function whatIsMissing(folder: string): Fault {
  return existsSync(folder)
    ? new Fault({
        code: 'git_missing',
        message: "git isn't installed on the server.",
        hint: 'Install git 2.39 or newer.',
      })
    : new Fault({
        code: 'folder_missing',
        message: 'A folder that the server works in is gone.',
        hint: 'Check that nothing else deletes files in the data folder. The next try creates it again.',
        isPassing: true,
      })
}
