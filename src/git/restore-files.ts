import { constants } from 'node:fs'
import { posix } from 'node:path'
import { type HeldFolder, closeAll, descend, holdFolder } from '../lib/held-folder.ts'
import { readBlobs, readSizes } from './blobs.ts'
import { type TreeChange, compareTrees } from './compare-trees.ts'
import type { Git } from './git.ts'
import { workLost } from './git-fault.ts'
import type { Mirror } from './mirror.ts'
import { placeholderFor } from './placeholder.ts'
import type { WorkspaceFile } from './workspace-files.ts'

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
  const root = await holdFolder(directory)
  try {
    // Removed ones first: a folder may have to make way for a file of the same name.
    for (const { path } of changes.filter(({ oldMode }) => isFile(oldMode))) await removeFile(root, path)

    const written = changes.filter(({ newMode }) => isFile(newMode))
    const isStoodFor = findPlaceholders(files)
    for (const change of written) if (isStoodFor(change.newId)) await writeOne(root, change, placeholderFor(change.newId))
    const whole = written.filter(({ newId }) => !isStoodFor(newId))
    const ids = whole.map(({ newId }) => newId)
    await mirror.needBlobs(ids, signal)
    await readBlobs(git, mirror.gitDir, ids, signal, (content, place) => writeOne(root, whole[place]!, content))
  } finally {
    await root.close()
  }
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

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL

/** Through folders that are held open: whatever an agent swapped in for one of them, nothing outside is written. */
async function writeOne(root: HeldFolder, { path, newMode }: TreeChange, content: Buffer | string): Promise<void> {
  const { dir, base } = posix.parse(path)
  await makeFolders(root, dir)
  const way = await descend(root, dir)
  try {
    const folder = way.at(-1) ?? root
    // Nothing of the tree is left here, but there can be empty folders, which are nothing to git.
    await removeWhole(folder, base)
    const handle = await folder.file(base, CREATE, newMode === '100755' ? 0o755 : 0o644)
    await handle.writeFile(content).finally(() => handle.close())
  } finally {
    await closeAll(way)
  }
}

async function makeFolders(root: HeldFolder, path: string): Promise<void> {
  const way: HeldFolder[] = []
  try {
    for (const name of path === '' ? [] : path.split('/')) {
      const above = way.at(-1) ?? root
      await above.makeFolder(name, 0o700).catch(ignore('EEXIST'))
      way.push(await above.folder(name))
    }
  } finally {
    await closeAll(way)
  }
}

async function removeWhole(above: HeldFolder, name: string): Promise<void> {
  const stats = await above.stat(name).catch(ignore('ENOENT'))
  if (!stats) return
  if (!stats.isDirectory()) return above.removeFile(name)
  const folder = await above.folder(name)
  try {
    for (const entry of await folder.entries()) await removeWhole(folder, entry.name)
  } finally {
    await folder.close()
  }
  await above.removeFolder(name)
}

/** Removes a file, and the folders that are empty without it. */
async function removeFile(root: HeldFolder, path: string): Promise<void> {
  const names = path.split('/')
  const way = await descend(root, posix.parse(path).dir).catch(ignore('ENOENT'))
  if (!way) return
  try {
    await (way.at(-1) ?? root).removeFile(names.at(-1)!).catch(ignore('ENOENT'))
    for (let depth = way.length; depth > 0; depth--) {
      const isRemoved = await (way[depth - 2] ?? root).removeFolder(names[depth - 1]!).then(
        () => true,
        () => false,
      )
      if (!isRemoved) return
    }
  } finally {
    await closeAll(way)
  }
}

function ignore(code: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code !== code) throw error
  }
}
