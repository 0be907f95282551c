import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Clock } from '../../../lib/clock.ts'
import { Fault } from '../../../lib/fault.ts'
import type { AcpLimits } from '../acp-limits.ts'
import { coverHidden } from './cover-hidden.ts'
import type { Program } from './find-program.ts'
import { createStop } from './stop-sandbox.ts'

/** Where things are inside the sandbox. */
export const WORKSPACE = '/workspace'
const HOME = '/home/agent'
const SOCKET = '/run/docwright/model.sock'
const FORWARDER = '/run/docwright/forwarder.mjs'
export const MODEL_PORT = 8377

const INSTALL =
  'Install bubblewrap (`apt-get install bubblewrap`, `dnf install bubblewrap`) where the service runs, and allow user namespaces: `sysctl kernel.unprivileged_userns_clone=1`, on Ubuntu also `sysctl kernel.apparmor_restrict_unprivileged_userns=0`; in Docker `--security-opt seccomp=unconfined --security-opt systempaths=unconfined`. Agent programs are never run without it.'

const PROBE_MS = 10_000

/** Folders of the sandbox that are kept in memory, and what may be in them. Only databases and browsers use the second one. */
export const FOLDERS_IN_MEMORY = { '/tmp': 256 * 1024 * 1024, '/dev/shm': 64 * 1024 * 1024 } as const

/** Files that tell about the machine or its memory. The rest of `/proc` is about the program itself, and can only be read. */
const KERNEL_FILES = [
  'kcore',
  'keys',
  'kmsg',
  'key-users',
  'timer_list',
  'sched_debug',
  'latency_stats',
  'sysrq-trigger',
  'kallsyms',
].map((name) => `/proc/${name}`)

/** What a sandboxed program gets to see. */
export interface SandboxOptions {
  program: Program
  searchPath: string
  /** The folder that it may change. */
  workspace: string
  /** A folder for its home and for what it is told about the system. It is removed with the workspace. */
  belongings: string
  environment: Record<string, string>
  /** Files of its home, by path. */
  home: Record<string, string>
  /** The socket of the model proxy; null for a program that needs no model. */
  socket: string | null
  /** Folders that it must not see, even where a folder above them is one of its own. */
  hidden: readonly string[]
  limits: Pick<AcpLimits, 'fileBytes' | 'processes' | 'memoryBytes'>
}

/** Says why programs cannot be confined here, by trying it; null when they can. */
export async function probeSandbox(searchPath: string): Promise<Fault | null> {
  const words = [...isolation(), ...system(), '--', 'prlimit', '--nproc=64', 'true']
  const { code, message } = await new Promise<{ code: number | string; message: string }>((resolve) => {
    const probe = spawn('bwrap', words, { env: { PATH: searchPath }, stdio: ['ignore', 'ignore', 'pipe'], timeout: PROBE_MS })
    let text = ''
    probe.stderr.on('data', (chunk: Buffer) => (text = (text + chunk.toString('utf8')).slice(0, 300)))
    probe.on('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? 'error', message: error.message }))
    probe.on('close', (exit) => resolve({ code: exit ?? 'killed', message: text.trim() }))
  })
  if (code === 0) return null
  const reason =
    code === 'ENOENT' ? 'bubblewrap (`bwrap`) is not installed' : `bubblewrap does not work here (${message || code})`
  return new Fault({
    code: 'sandbox_missing',
    message: `An agent program runs only inside a sandbox, and ${reason}.`,
    hint: INSTALL,
  })
}

/** A program in its sandbox. */
export interface Sandboxed {
  /** Bubblewrap, which passes on what the program says and how it ends. */
  program: ChildProcessWithoutNullStreams
  /** Ends the program and everything that it started. Nothing in the sandbox runs any more when this returns. */
  stop(clock: Clock): Promise<void>
}

/** Starts a program inside bubblewrap. It dies with the service. */
export function startInSandbox(options: SandboxOptions): Sandboxed {
  const words = ['--info-fd', String(INFO_DESCRIPTOR), ...sandboxWords(options)]
  const program = spawn('bwrap', words, {
    env: { PATH: options.searchPath },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  return { program, stop: createStop(program, program.stdio[INFO_DESCRIPTOR] as Readable) }
}

/** Where bubblewrap says which process is the first one of the sandbox, before it lets that one go on. */
const INFO_DESCRIPTOR = 3

/** The whole command line of bubblewrap; the order of mounts matters. */
export function sandboxWords(options: SandboxOptions): string[] {
  const { program, workspace, belongings, environment, socket, hidden, limits } = options
  const etc = writeSystemFiles(belongings)
  const shown = [...program.paths, ...nodePaths()]
  const variables = {
    PATH: [...new Set([dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'])].join(':'),
    HOME,
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    USER: 'agent',
    ...environment,
  }
  return [
    ...isolation(),
    ...system(),
    ...['passwd', 'group', 'hosts', 'nsswitch.conf'].flatMap((name) => ['--ro-bind', join(etc, name), `/etc/${name}`]),
    '--size',
    String(FOLDERS_IN_MEMORY['/tmp']),
    '--tmpfs',
    '/tmp',
    ...shown.flatMap((path) => ['--ro-bind', path, path]),
    ...coverHidden(
      [...systemBinds(), ...shown].map((path) => ({ source: path, target: path })),
      hidden,
      program.command,
    ),
    '--bind',
    writeHome(belongings, options.home),
    HOME,
    '--bind',
    workspace,
    WORKSPACE,
    ...(socket === null ? [] : ['--ro-bind', socket, SOCKET, '--ro-bind', join(import.meta.dirname, 'forwarder.mjs'), FORWARDER]),
    '--remount-ro',
    '/',
    '--chdir',
    WORKSPACE,
    '--clearenv',
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    '--',
    'prlimit',
    `--nproc=${limits.processes * 4}`,
    `--fsize=${limits.fileBytes}`,
    `--data=${limits.memoryBytes * 4}`,
    '--core=0',
    '--',
    ...(socket === null ? [] : [process.execPath, FORWARDER, String(MODEL_PORT), SOCKET]),
    ...program.command,
  ]
}

/** Own namespaces for everything, no capability, no way to make further namespaces, another user than the one outside. */
function isolation(): string[] {
  return [
    '--unshare-all',
    '--unshare-user',
    '--disable-userns',
    '--die-with-parent',
    '--new-session',
    '--uid',
    '1000',
    '--gid',
    '1000',
    '--hostname',
    'docwright',
    '--cap-drop',
    'ALL',
  ]
}

/** The programs and libraries of the system, and nothing that is about this machine. */
function system(): string[] {
  const words = ['--proc', '/proc', '--dev', '/dev', '--dir', '/run', '--dir', '/etc']
  // Files in memory, which count for no process. The rest of /dev has no limit of its own, so nothing can be written there.
  words.push('--size', String(FOLDERS_IN_MEMORY['/dev/shm']), '--tmpfs', '/dev/shm', '--remount-ro', '/dev')
  // Below a service that runs as root, the program is root to the kernel's settings, whatever its capabilities are.
  for (const path of KERNEL_FILES) if (existsSync(path)) words.push('--ro-bind', '/dev/null', path)
  words.push('--remount-ro', '/proc')
  for (const path of ROOT_FOLDERS) if (isLink(path)) words.push('--symlink', readlinkSync(path), path)
  return [...words, ...systemBinds().flatMap((path) => ['--ro-bind', path, path])]
}

/** Links on most systems, to folders in `/usr`. */
const ROOT_FOLDERS = ['/bin', '/sbin', '/lib', '/lib64', '/lib32']

/** Certificates without the folders beside them that hold private keys: a service that runs as root can read those. */
const SYSTEM_FILES = ['/etc/ssl/certs', '/etc/ssl/openssl.cnf', '/etc/pki/tls/certs', '/etc/ld.so.cache', '/etc/alternatives']

function systemBinds(): string[] {
  return ['/usr', ...ROOT_FOLDERS.filter((path) => !isLink(path)), ...SYSTEM_FILES].filter((path) => existsSync(path))
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

/** The Node that runs the service also runs the forwarder, and programs that are scripts. */
function nodePaths(): string[] {
  return /^\/(?:usr|bin)\//.test(process.execPath) ? [] : [process.execPath]
}

/**
 * A home for the program. It lasts as long as the workspace, so it may hold what an earlier process of the program left there, links
 * too; nothing is written through those.
 */
function writeHome(belongings: string, files: Record<string, string>): string {
  const home = join(belongings, 'home')
  const isNew = !existsSync(home)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  for (const [path, text] of isNew ? Object.entries(files) : []) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text, { flag: 'wx' })
  }
  return home
}

/** Many programs want to know who they are and where `localhost` is. */
function writeSystemFiles(belongings: string): string {
  const etc = join(belongings, 'etc')
  mkdirSync(etc, { recursive: true, mode: 0o700 })
  writeFileSync(join(etc, 'passwd'), `agent:x:1000:1000:agent:${HOME}:/bin/sh\n`)
  writeFileSync(join(etc, 'group'), 'agent:x:1000:\n')
  writeFileSync(join(etc, 'hosts'), '127.0.0.1 localhost\n')
  writeFileSync(join(etc, 'nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files\n')
  return etc
}
