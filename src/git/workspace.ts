import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CHANGE_LIMITS, type ChangeLimits } from './change-limits.ts'
import { findChanges } from './find-changes.ts'
import { type Git, GitError } from './git.ts'
import type { Mirror } from './mirror.ts'
import { isDamage } from './mirror-damage.ts'
import { removeFolder } from './remove-folder.ts'
import { restoreFiles } from './restore-files.ts'
import { type FilesOfCommit, type SeenFiles, seenFiles } from './seen-files.ts'
import { storeChanges } from './store-changes.ts'
import { type WorkspaceFile, linksAmong, listWorkspaceFiles } from './workspace-files.ts'
import { writeFiles } from './write-files.ts'

/** A copy of the files for one run of an agent. */
export interface Workspace {
  /** Holds the files, without any `.git`; does not exist where they are in memory only. */
  readonly directory: string
  /** The files that it starts with. */
  readonly committed: SeenFiles
  /** Symbolic links and submodules of the commit. They are not among the files, and a file that is written there takes their place. */
  readonly links: ReadonlySet<string>
  /** The files as they are now. Throws a `Fault` on what must not get into a commit. */
  look(): Promise<SeenFiles>
  /** Stores the files as they were seen, or as they are now, and returns the tree's id. */
  writeTree(seen?: SeenFiles): Promise<string>
  /** Brings the files to a tree that was written before, of this commit and in this mirror. Throws a `Fault` when it is gone. */
  restore(tree: string): Promise<void>
  remove(): Promise<void>
}

/**
 * Writes the files to a folder.
 *
 * git never looks into it: the files are written and read back here, byte by byte. So no attribute, filter or link in it can
 * steer git, and a commit has exactly the files that the agent changed.
 */
export async function createWorkspace(
  git: Git,
  mirror: Mirror,
  folder: string,
  commit: string,
  signal: AbortSignal,
  limits: ChangeLimits = CHANGE_LIMITS,
): Promise<Workspace> {
  const directory = join(folder, 'files')
  const source = await prepareWorkspace(git, mirror, folder, commit, signal, async (files) => {
    await mkdir(directory, { mode: 0o700 })
    await writeFiles(git, mirror.gitDir, directory, files, signal)
  })
  const hasModes = await keepsModes(folder)
  const look = async () => seenFiles(source, await findChanges(directory, source.files, { limits, hasModes, signal }))
  const writeTree = async (seen?: SeenFiles) => storeChanges(source, join(folder, 'index'), (seen ?? (await look())).changes)
  return {
    directory,
    committed: seenFiles(source, []),
    links: linksAmong(source.files),
    look,
    writeTree,
    restore: async (tree) => restoreFiles(git, mirror, directory, source.files, { from: await writeTree(), to: tree }, signal),
    remove: () => removeFolder(folder),
  }
}

/** Lists the files of a commit, and does with them what has to be done, in an empty folder. If the mirror is damaged, on a new one. */
export async function prepareWorkspace(
  git: Git,
  mirror: Mirror,
  folder: string,
  commit: string,
  signal: AbortSignal,
  fill: (files: Map<string, WorkspaceFile>) => Promise<void>,
): Promise<FilesOfCommit> {
  const prepare = async () => {
    await removeFolder(folder)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const list = () => listWorkspaceFiles(git, mirror, commit, signal)
    const files = await list().catch(async (error: unknown) => {
      if (!(error instanceof GitError) || isDamage(error)) throw error
      // It was fetched a moment ago, unless another node began the run.
      await mirror.needCommit(commit, signal)
      return list()
    })
    await fill(files)
    return { git, mirror, commit, files, signal }
  }
  return prepare()
    .catch(async (error: unknown) => {
      if (!isDamage(error)) throw error
      await mirror.rebuild()
      return prepare()
    })
    .catch(async (error: unknown) => {
      await removeFolder(folder)
      throw error
    })
}

/** Some mounted folders show every file as executable; there the modes of the repository are kept as they are. */
async function keepsModes(folder: string): Promise<boolean> {
  const probe = join(folder, 'probe')
  await writeFile(probe, '')
  await chmod(probe, 0o600)
  return ((await stat(probe)).mode & 0o100) === 0
}
