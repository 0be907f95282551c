import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBlobs, writeBlobs } from './blobs.ts'
import { CHANGE_LIMITS } from './change-limits.ts'
import { type FoundChange, findChanges } from './find-changes.ts'
import type { Git, GitOptions } from './git.ts'
import type { Mirror } from './mirror.ts'
import { isDamage } from './mirror-damage.ts'
import { removeFolder } from './remove-folder.ts'
import { restoreFiles } from './restore-files.ts'
import { type WorkspaceFile, writeFiles } from './write-files.ts'

/**
 * A copy of the files for one run of an agent, without any `.git`.
 *
 * git never looks into it: the files are written and read back here, byte by byte. So no attribute, filter or link in it can
 * steer git, and a commit has exactly the files that the agent changed.
 */
export interface Workspace {
  readonly directory: string
  /** The files of the commit, which it starts with. */
  readonly committed: SeenFiles
  /** The files as they are now. Throws a `Fault` on what must not get into a commit. */
  look(): Promise<SeenFiles>
  /** Stores the files as they were seen, or as they are now, and returns the tree's id. */
  writeTree(seen?: SeenFiles): Promise<string>
  /** Brings the files to a tree that was written before, of this commit and in this mirror. Throws a `Fault` when it is gone. */
  restore(tree: string): Promise<void>
  remove(): Promise<void>
}

/** The files of a workspace at one moment, as ids: who knows what a file with that id says need not read it. */
export interface SeenFiles {
  /** Of all files that an agent is shown, by path. */
  readonly ids: ReadonlyMap<string, string>
  /** Hands over contents, in any order, except for those that are only stood for. */
  read(paths: readonly string[], take: (path: string, content: Buffer) => void): Promise<void>
  /** What differs from the commit. */
  readonly changes: readonly FoundChange[]
}

export async function createWorkspace(
  git: Git,
  mirror: Mirror,
  folder: string,
  commit: string,
  signal: AbortSignal,
): Promise<Workspace> {
  const directory = join(folder, 'files')
  const fill = async () => {
    await removeFolder(folder)
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await mirror.needCommit(commit, signal)
    return writeFiles(git, mirror, directory, commit, signal)
  }
  const files = await fill()
    .catch(async (error: unknown) => {
      if (!isDamage(error)) throw error
      await mirror.rebuild()
      return fill()
    })
    .catch(async (error: unknown) => {
      await removeFolder(folder)
      throw error
    })
  const hasModes = await keepsModes(folder)
  const options: GitOptions = { gitDir: mirror.gitDir, indexFile: join(folder, 'index'), signal }
  const see = (changes: readonly FoundChange[]) => seenFiles(git, mirror, files, changes, signal)
  const look = async () => see(await findChanges(directory, files, { limits: CHANGE_LIMITS, hasModes, signal }))
  const writeTree = async (seen?: SeenFiles) => storeChanges(git, options, commit, (seen ?? (await look())).changes)
  return {
    directory,
    committed: see([]),
    look,
    writeTree,
    restore: async (tree) => restoreFiles(git, mirror, directory, files, { from: await writeTree(), to: tree }, signal),
    remove: () => removeFolder(folder),
  }
}

/** Some mounted folders show every file as executable; there the modes of the repository are kept as they are. */
async function keepsModes(folder: string): Promise<boolean> {
  const probe = join(folder, 'probe')
  await writeFile(probe, '')
  await chmod(probe, 0o600)
  return ((await stat(probe)).mode & 0o100) === 0
}

function seenFiles(
  git: Git,
  { gitDir }: Mirror,
  files: ReadonlyMap<string, WorkspaceFile>,
  changes: readonly FoundChange[],
  signal: AbortSignal,
): SeenFiles {
  const shown = [...files].filter(([, file]) => file.shown !== 'nothing')
  const ids = new Map(shown.map(([path, { id }]) => [path, id]))
  for (const { path, mode, id } of changes) {
    if (mode === null) ids.delete(path)
    else ids.set(path, id)
  }
  const written = new Map(changes.map((change) => [change.id, change.content]))
  const here = new Set(shown.filter(([, file]) => file.shown === 'content').map(([, { id }]) => id))
  return {
    ids,
    changes,
    read: async (paths, take) => {
      const stored: string[] = []
      for (const path of paths) {
        const id = ids.get(path) ?? ''
        const content = written.get(id)
        if (content) take(path, content)
        else if (here.has(id)) stored.push(path)
      }
      const wanted = stored.map((path) => ids.get(path)!)
      await readBlobs(git, gitDir, wanted, signal, (content, place) => take(stored[place]!, content))
    },
  }
}

/** Puts the changes on top of the commit's own tree. What is not among them stays as it is there, whether it is here or not. */
async function storeChanges(git: Git, options: GitOptions, commit: string, changes: readonly FoundChange[]): Promise<string> {
  const written = changes.filter((change) => change.content !== undefined)
  const stored = await writeBlobs(
    git,
    options.gitDir!,
    written.map((change) => change.content!),
    options.signal!,
  )
  const ids = new Map(written.map((change, place) => [change.path, stored[place]!]))
  await git.text(['read-tree', '--end-of-options', commit], options)
  const lines = changes.map(({ path, mode, id }) =>
    mode === null ? `0 ${'0'.repeat(commit.length)}\t${path}` : `${mode} ${ids.get(path) ?? id}\t${path}`,
  )
  // Removed ones first: a file may have made way for a folder of the same name.
  const input = lines.sort((one, other) => Number(other.startsWith('0 ')) - Number(one.startsWith('0 ')))
  if (input.length > 0)
    await git.text(['update-index', '-z', '--index-info'], { ...options, input: input.map((line) => `${line}\0`).join('') })
  // The tree names files that were never fetched; the repository has them.
  return git.text(['write-tree', '--missing-ok'], options)
}
