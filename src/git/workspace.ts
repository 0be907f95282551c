import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Git, GitOptions } from './git.ts'

/** A checked-out copy for one run of an agent: plain files, without any `.git`, so nothing in it can steer git. */
export interface Workspace {
  readonly directory: string
  /** Stores the files as they are now and returns the tree's id. */
  writeTree(): Promise<string>
  /** Brings the files to a tree that was written before. */
  restore(tree: string): Promise<void>
  remove(): Promise<void>
}

export async function createWorkspace(
  git: Git,
  gitDir: string,
  folder: string,
  commit: string,
  signal: AbortSignal,
): Promise<Workspace> {
  const directory = join(folder, 'files')
  const options: GitOptions = { gitDir, workTree: directory, indexFile: join(folder, 'index'), signal }
  const checkOut = async (treeish: string) => {
    await rm(folder, { recursive: true, force: true })
    await mkdir(directory, { recursive: true })
    await git.text(['read-tree', '--end-of-options', treeish], options)
    await git.text(['checkout-index', '--all', '--quiet'], options)
  }
  await checkOut(commit)
  return {
    directory,
    restore: checkOut,
    writeTree: async () => {
      // Forced: a page that .gitignore names but that an agent wrote on purpose belongs to its work.
      await git.text(['add', '--all', '--force', '--', '.'], options)
      return git.text(['write-tree'], options)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
