import type { Clock } from '../../lib/clock.ts'
import { Fault } from '../../lib/fault.ts'
import { type HeldFolder, holdFolder } from '../../lib/held-folder.ts'
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
      return new Fault({ code: 'budget_bytes', message: `The agent wrote more than ${limits.diskBytes} bytes.`, hint: HINT })
    if (now.files - start.files > limits.files)
      return new Fault({ code: 'budget_files', message: `The agent wrote more than ${limits.files} files.`, hint: HINT })
  }
  return null
}

const HINT = 'Split the instruction into smaller ones and send them one after the other.'

/** Folders are held open on the way down: a link that a program swaps in for one would lead all over the machine's disk. */
async function measure(folders: readonly string[]): Promise<{ files: number; bytes: number }> {
  const total = { files: 0, bytes: 0 }
  const add = async (held: HeldFolder | null): Promise<void> => {
    // What goes away while it is looked at takes no room.
    for (const entry of (await held?.entries().catch(() => [])) ?? []) {
      total.files += 1
      if (entry.isDirectory()) await within(held!.folder(entry.name), add)
      const found = entry.isFile() ? await held!.stat(entry.name).catch(() => null) : null
      // Blocks, since a file with holes is longer than the room that it takes.
      total.bytes += found ? Math.min(found.size, found.blocks * 512) : 0
    }
  }
  for (const folder of folders) await within(holdFolder(folder), add)
  return total
}

async function within(holding: Promise<HeldFolder>, act: (held: HeldFolder | null) => Promise<void>): Promise<void> {
  const held = await holding.catch(() => null)
  await act(held).finally(() => held?.close())
}
