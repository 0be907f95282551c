import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readBlobs, readSizes } from './blobs.ts'
import { type TreeChange, compareTrees } from './compare-trees.ts'
import type { Git } from './git.ts'
import { workLost } from './git-fault.ts'
import type { Mirror } from './mirror.ts'
import { placeholderFor } from './placeholder.ts'
import type { WorkspaceFile } from './write-files.ts'

/**
 * Brings an agent's folder from one tree to another. Only the paths that differ are touched: a tree of an agent differs from its
 * commit in a few files, and writing all of a large repository again would take longer than the work that is saved.
 *
 * @param files What the folder was filled with at first; it tells which files are only stood for.
 */
export async function restoreFiles(
  git: Git,
  mirror: Mirror,
  directory: string,
  files: ReadonlyMap<string, WorkspaceFile>,
  { from, to }: { from: string; to: string },
  signal: AbortSignal,
): Promise<void> {
  if (!(await readSizes(git, mirror.gitDir, [to], signal)).has(to)) throw workLost()
  const changes = await compareTrees(git, mirror.gitDir, from, to, signal)
  // Removed ones first: a folder may have to make way for a file of the same name.
  for (const { path } of changes.filter(({ oldMode }) => isFile(oldMode))) await removeFile(directory, path)

  const written = changes.filter(({ newMode }) => isFile(newMode))
  const isStoodFor = findPlaceholders(files)
  for (const change of written) if (isStoodFor(change.newId)) await writeOne(directory, change, placeholderFor(change.newId))
  const whole = written.filter(({ newId }) => !isStoodFor(newId))
  const ids = whole.map(({ newId }) => newId)
  await mirror.needBlobs(ids, signal)
  await readBlobs(git, mirror.gitDir, ids, signal, (content, place) => writeOne(directory, whole[place]!, content))
}

/** Links and submodules are never in the folder. */
function isFile(mode: string): boolean {
  return mode.startsWith('100')
}

/** Says which ids of the commit were not fetched. A file whose content is in the folder under another name is not among them. */
function findPlaceholders(files: ReadonlyMap<string, WorkspaceFile>): (id: string) => boolean {
  const idsOf = (kind: WorkspaceFile['shown']) =>
    new Set([...files.values()].filter(({ shown }) => shown === kind).map(({ id }) => id))
  const [placeholders, contents] = [idsOf('placeholder'), idsOf('content')]
  return (id) => placeholders.has(id) && !contents.has(id)
}

async function writeOne(directory: string, { path, newMode }: TreeChange, content: Buffer | string): Promise<void> {
  const file = join(directory, path)
  // Nothing of the tree is left here, but there can be empty folders, which are nothing to git.
  await rm(file, { recursive: true, force: true })
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, content, { flag: 'wx', mode: newMode === '100755' ? 0o755 : 0o644 })
}

/** Removes a file, and the folders that are empty without it. */
async function removeFile(directory: string, path: string): Promise<void> {
  await rm(join(directory, path), { force: true })
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const isRemoved = await rmdir(join(directory, folder)).then(
      () => true,
      () => false,
    )
    if (!isRemoved) return
  }
}
