import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../lib/clock.ts'
import { Fault } from '../../lib/fault.ts'
import type { AcpLimits } from './acp-limits.ts'

/** Between two looks: a disk takes some hundred megabytes in that time. */
const LOOK_MS = 1000

/** Resolves with a fault as soon as there is more on the disk than a run may leave there. Ends when the signal aborts. */
export async function watchDisk(
  folders: readonly string[],
  limits: Pick<AcpLimits, 'diskBytes' | 'files'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Fault | null> {
  const start = await measure(folders)
  while (!signal.aborted) {
    await clock.sleep(LOOK_MS, signal)
    const now = await measure(folders)
    if (now.bytes - start.bytes > limits.diskBytes)
      return new Fault('budget_bytes', `The agent wrote more than ${limits.diskBytes} bytes.`, HINT)
    if (now.files - start.files > limits.files)
      return new Fault('budget_files', `The agent wrote more than ${limits.files} files.`, HINT)
  }
  return null
}

const HINT = 'Split the instruction into smaller ones and send them one after the other.'

async function measure(folders: readonly string[]): Promise<{ files: number; bytes: number }> {
  const total = { files: 0, bytes: 0 }
  const waiting = [...folders]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    // What goes away while it is looked at takes no room.
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      total.files += 1
      const found = entry.isFile() ? await lstat(path).catch(() => null) : null
      // Blocks, since a file with holes is longer than the room that it takes.
      total.bytes += found ? Math.min(found.size, found.blocks * 512) : 0
    }
  }
  return total
}
