import type { Git } from './git.ts'
import type { Mirror } from './mirror.ts'

/** Files as they were at a commit, against a later one. */
export interface EarlierFiles {
  /** Every path that was added, changed or removed between the two. */
  changedPaths(): Promise<string[]>
  /** The bytes that the path had then; null when it did not exist. */
  read(path: string): Promise<Buffer | null>
}

/** Larger than any page; an agent that undoes a change needs no more. */
const FILE_BYTES_MAX = 10 * 1024 * 1024

export function readEarlierFiles(git: Git, mirror: Mirror, earlier: string, later: string, signal: AbortSignal): EarlierFiles {
  const { gitDir } = mirror
  return {
    changedPaths: async () =>
      (
        await git.text(['diff', '--no-renames', '--no-ext-diff', '--name-only', '-z', '--end-of-options', earlier, later], {
          gitDir,
        })
      )
        .split('\0')
        .filter(Boolean),
    read: async (path) => {
      const entry = await git.text(['ls-tree', '-z', '--full-tree', earlier, '--', `:(literal)${path}`], { gitDir })
      const [, id] = /^\d+ blob ([0-9a-f]+)\t/.exec(entry) ?? []
      if (id === undefined) return null
      // Only the files of the commit that the agent starts from were fetched for sure.
      await mirror.needBlobs([id], signal)
      return git.bytes(['cat-file', 'blob', id], { gitDir, outputBytesMax: FILE_BYTES_MAX })
    },
  }
}
