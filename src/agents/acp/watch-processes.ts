import { readFile } from 'node:fs/promises'
import type { Clock } from '../../lib/clock.ts'
import { Fault } from '../../lib/fault.ts'
import type { AcpLimits } from './acp-limits.ts'

/** Between two looks. Processes are made quickly, and looking at a few costs little. */
const LOOK_MS = 200

/** What statm counts in, on every machine that bubblewrap runs on with the usual settings. */
const PAGE_BYTES = 4096

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
    const { processes, bytes } = await measure(pid, limits.processes)
    if (processes > limits.processes)
      return new Fault('budget_processes', `The agent program started more than ${limits.processes} processes.`, HINT)
    if (bytes > limits.memoryBytes)
      return new Fault('budget_memory', `The agent program used more than ${limits.memoryBytes} bytes of memory.`, HINT)
    await clock.sleep(LOOK_MS, signal)
  }
  return null
}

async function measure(pid: number, processesMax: number): Promise<{ processes: number; bytes: number }> {
  const waiting = [String(pid)]
  let processes = 0
  let bytes = 0
  for (let next = waiting.pop(); next !== undefined && processes <= processesMax; next = waiting.pop()) {
    processes += 1
    // A process that is gone meanwhile counts for nothing.
    const [children, memory] = await Promise.all([read(`/proc/${next}/task/${next}/children`), read(`/proc/${next}/statm`)])
    bytes += Number(memory.split(' ')[1] ?? 0) * PAGE_BYTES
    waiting.push(...children.split(' ').filter((word) => word !== ''))
  }
  return { processes, bytes }
}

function read(path: string): Promise<string> {
  return readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => '',
  )
}
