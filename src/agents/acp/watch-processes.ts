import { readFile, readdir, readlink, stat, statfs } from 'node:fs/promises'
import type { Clock } from '../../lib/clock.ts'
import { Fault } from '../../lib/fault.ts'
import type { AcpLimits } from './acp-limits.ts'
import { FOLDERS_IN_MEMORY } from './sandbox/sandbox.ts'

/** Between two looks. Processes are made quickly, and looking at a few costs little. */
const LOOK_MS = 200

/** What statm counts in, on every machine that bubblewrap runs on with the usual settings. */
const PAGE_BYTES = 4096

/** Of one process: looking at more would take longer than the time between two looks. */
const DESCRIPTORS_MAX = 4096

/** Programs have some ten threads for each processor, and most of their processes are small ones. */
const THREADS_PER_PROCESS = 16

const HINT = 'Look at what the program does: agents for documentation need few processes.'

/**
 * Resolves with a fault as soon as a program has more processes or memory than it may have, all of them together. Limits of the
 * system do not do that: they count for one process, or not at all for root.
 */
export async function watchProcesses(
  pid: number,
  limits: Pick<AcpLimits, 'processes' | 'memoryBytes'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Fault | null> {
  while (!signal.aborted) {
    const { processes, threads, bytes } = await measure(pid, limits.processes)
    if (processes > limits.processes || threads > limits.processes * THREADS_PER_PROCESS)
      return new Fault({
        code: 'budget_processes',
        message: `The agent program started more than ${limits.processes} processes.`,
        hint: HINT,
      })
    if (bytes > limits.memoryBytes)
      return new Fault({
        code: 'budget_memory',
        message: `The agent program used more than ${limits.memoryBytes} bytes of memory.`,
        hint: HINT,
      })
    await clock.sleep(LOOK_MS, signal)
  }
  return null
}

interface Measured {
  processes: number
  threads: number
  bytes: number
}

/**
 * Looks at a process and all that it started: also what its other threads started, which the kernel lists apart. Memory is what
 * processes have in them, and what they keep in files in memory, which counts for no process.
 */
async function measure(pid: number, processesMax: number): Promise<Measured> {
  const waiting = [String(pid)]
  const found: Measured = { processes: 0, threads: 0, bytes: 0 }
  const files = new Map<string, number>()
  for (let next = waiting.pop(); next !== undefined && found.processes <= processesMax; next = waiting.pop()) {
    found.processes += 1
    // A process that is gone meanwhile counts for nothing.
    const [tasks, memory] = await Promise.all([list(`/proc/${next}/task`), read(`/proc/${next}/statm`), addFiles(next, files)])
    found.threads += tasks.length
    found.bytes += Number(memory.split(' ')[1] ?? 0) * PAGE_BYTES
    for (const task of tasks) {
      const children = await read(`/proc/${next}/task/${task}/children`)
      waiting.push(...children.split(' ').filter((word) => word !== ''))
    }
    // The first process of the sandbox; the one before it is outside.
    if (found.processes === 2)
      for (const [folder, size] of Object.entries(FOLDERS_IN_MEMORY))
        found.bytes += await used(`/proc/${next}/root${folder}`, size)
  }
  for (const bytes of files.values()) found.bytes += bytes
  return found
}

/** Files in memory that have no name. Several processes may have the same one open. */
async function addFiles(pid: string, files: Map<string, number>): Promise<void> {
  for (const descriptor of (await list(`/proc/${pid}/fd`)).slice(0, DESCRIPTORS_MAX)) {
    const path = `/proc/${pid}/fd/${descriptor}`
    const target = await readlink(path).catch(() => '')
    if (!target.startsWith('/memfd:')) continue
    const stats = await stat(path).catch(() => null)
    if (stats) files.set(`${stats.dev}:${stats.ino}`, stats.blocks * 512)
  }
}

/** Until the sandbox has its own folders, those of the machine are in their place; they have another size. */
async function used(folder: string, size: number): Promise<number> {
  const stats = await statfs(folder).catch(() => null)
  return stats && stats.blocks * stats.bsize === size ? (stats.blocks - stats.bfree) * stats.bsize : 0
}

function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

function read(path: string): Promise<string> {
  return readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => '',
  )
}
