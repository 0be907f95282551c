import { spawn } from 'node:child_process'
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
  'commit.gpgSign=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'init.templateDir=',
  'init.defaultBranch=main',
  'diff.external=',
]

export interface GitOptions {
  gitDir?: string
  workTree?: string
  indexFile?: string
  /** More variables for this one process. Credentials go here: never on the command line, where every user can read them. */
  env?: Record<string, string>
  input?: string | Buffer
  signal?: AbortSignal
  timeoutMs?: number
  outputBytesMax?: number
  /** Ends the process at `outputBytesMax` and returns what came until then, instead of failing. */
  cutsOutput?: boolean
  /** The one protocol that this call may use; without it git reaches no other repository. */
  protocol?: 'file' | 'https' | 'http'
}

export class GitError extends Error {
  readonly command: string
  readonly exitCode: number | null
  readonly stderr: string
  /** What was printed before the end: some commands answer with an exit status and a list. */
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
}

/** @param searchPath Where git and its helpers are found. The rest of the environment is not handed down. */
export function createGit(searchPath: string): Git {
  const bytes = (words: string[], options: GitOptions = {}) => run(searchPath, words, options)
  return {
    bytes,
    text: async (words, options) => (await bytes(words, options)).toString('utf8').replace(/\n$/, ''),
  }
}

/**
 * The program that git starts in a local repository to read from it or write to it. That process drops our settings, so they
 * are given again: the hooks of a repository that we write to must not run either.
 */
export function localService(name: 'upload-pack' | 'receive-pack'): string {
  const settings = [
    'core.hooksPath=/dev/null',
    'core.fsmonitor=false',
    // A program that git starts in a repository that borrows objects from another. This one does nothing.
    'core.alternateRefsCommand=true',
    'safe.directory=*',
    'receive.autogc=false',
  ]
  return ['git', ...settings.flatMap((setting) => ['-c', setting]), name].join(' ')
}

function run(searchPath: string, words: string[], options: GitOptions): Promise<Buffer> {
  const settings = [...HARDENING, ...(options.protocol ? [`protocol.${options.protocol}.allow=always`] : [])]
  const env: Record<string, string> = {
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
    GIT_OPTIONAL_LOCKS: '0',
    GIT_ALLOW_PROTOCOL: options.protocol ?? 'none',
    ...(options.gitDir ? { GIT_DIR: options.gitDir } : {}),
    ...(options.workTree ? { GIT_WORK_TREE: options.workTree } : {}),
    ...(options.indexFile ? { GIT_INDEX_FILE: options.indexFile } : {}),
    ...options.env,
  }
  const flags = [...settings, 'safe.directory=*'].flatMap((setting) => ['-c', setting])
  const command = words[0] ?? ''

  return new Promise((resolve, reject) => {
    // In a process group of its own, so that a time-out also ends the helpers that git started.
    const child = spawn('git', [...flags, ...words], {
      cwd: options.workTree ?? options.gitDir ?? '/',
      env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const out: Buffer[] = []
    let outBytes = 0
    let stderr = ''
    let stopped: Error | null = null
    let isCut = false

    const stop = (reason: Error) => {
      stopped ??= reason
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // It ended by itself in the meantime.
      }
    }
    const timer = setTimeout(
      () => stop(new Fault('git_timeout', `git ${command} took too long.`, null, true)),
      options.timeoutMs ?? TIMEOUT_MS,
    )
    const onAbort = () => stop(new Error(`git ${command} was stopped`))
    options.signal?.addEventListener('abort', onAbort, { once: true })

    const outBytesMax = options.outputBytesMax ?? OUTPUT_BYTES_MAX
    child.stdout.on('data', (chunk: Buffer) => {
      if (outBytes + chunk.length > outBytesMax) {
        if (options.cutsOutput && !isCut) out.push(chunk.subarray(0, outBytesMax - outBytes))
        isCut = options.cutsOutput ?? false
        stop(new Fault('git_output_too_large', `git ${command} printed more than Docwright reads.`))
      } else out.push(chunk)
      outBytes += chunk.length
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < 64 * 1024) stderr += chunk.toString('utf8')
    })
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', onAbort)
      finish()
    }
    child.on('error', (error) =>
      settle(() =>
        reject(
          (error as NodeJS.ErrnoException).code === 'ENOENT'
            ? new Fault('git_missing', 'git is not installed on the machine that runs Docwright.', 'Install git 2.39 or newer.')
            : error,
        ),
      ),
    )
    child.on('close', (code) =>
      settle(() =>
        stopped && !isCut
          ? reject(stopped)
          : code === 0 || isCut
            ? resolve(Buffer.concat(out))
            : reject(new GitError(command, code, stderr, Buffer.concat(out))),
      ),
    )
    // git may exit without reading its input; that is seen by its exit status.
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
    if (options.signal?.aborted) onAbort()
  })
}
