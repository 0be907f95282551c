import type { Git } from './git.ts'

/** Files as they were at a commit, against a later one. */
export interface EarlierFiles {
  /** Every path that was added, changed or removed between the two. */
  changedPaths(): Promise<string[]>
  /** The bytes that the path had then; null when it did not exist. */
  read(path: string): Promise<Buffer | null>
}

/** Larger than any page; an agent that undoes a change needs no more. */
const FILE_BYTES_MAX = 10 * 1024 * 1024

export function readEarlierFiles(git: Git, gitDir: string, earlier: string, later: string): EarlierFiles {
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
      const isThere = (await git.text(['ls-tree', '-z', '--full-tree', earlier, '--', `:(literal)${path}`], { gitDir })) !== ''
      return isThere ? git.bytes(['cat-file', 'blob', `${earlier}:${path}`], { gitDir, outputBytesMax: FILE_BYTES_MAX }) : null
    },
  }
}
