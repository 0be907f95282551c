import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Fault } from '../lib/fault.ts'
import { readBlobs, readSizes } from './blobs.ts'
import { EDITABLE_BYTES_MAX, isEditableKind } from './file-kinds.ts'
import type { Git } from './git.ts'
import { type TreeEntry, listTree } from './list-tree.ts'
import type { Mirror } from './mirror.ts'
import { placeholderFor } from './placeholder.ts'
import { createPool } from '../lib/pool.ts'
import { canBeShown } from './tree-path.ts'

/** Of all files that would be written; what is not written does not count. */
const WRITTEN_BYTES_MAX = 500 * 1024 * 1024

/** Enough to keep the disk busy. */
const WRITES_AT_ONCE = 16

/** A file of the commit, and what stands for it in the agent's folder. */
export interface WorkspaceFile {
  mode: string
  id: string
  /** `content`: the file itself. `placeholder`: see `placeholder.ts`. `nothing`: links, submodules and names that are no text. */
  shown: 'content' | 'placeholder' | 'nothing'
}

/** Writes the files of a commit to an empty folder, after all of them were judged. */
export async function writeFiles(
  git: Git,
  mirror: Mirror,
  directory: string,
  commit: string,
  signal: AbortSignal,
): Promise<Map<string, WorkspaceFile>> {
  const entries = await listTree(git, mirror.gitDir, commit, signal)
  const isShown = ({ mode, path, isText }: TreeEntry) => mode.startsWith('100') && isText && canBeShown(path)
  const shown = entries.filter(isShown)
  const isSmall = await chooseContents(git, mirror, shown, signal)

  const files = new Map<string, WorkspaceFile>()
  for (const { mode, id, path } of entries) files.set(path, { mode, id, shown: 'nothing' })
  for (const folder of new Set(shown.map(({ path }) => dirname(path))))
    await mkdir(join(directory, folder), { recursive: true, mode: 0o700 }).catch(ignoreTaken)

  const pool = createPool(WRITES_AT_ONCE)
  const write = ({ mode, id, path }: TreeEntry, content: Buffer | null) =>
    pool.add(async () => {
      const isNew = await writeNew(join(directory, path), content ?? placeholderFor(id), mode)
      if (isNew) files.set(path, { mode, id, shown: content ? 'content' : 'placeholder' })
    })
  const contents = shown.filter((entry) => isSmall(entry))
  const ids = contents.map(({ id }) => id)
  try {
    await readBlobs(git, mirror.gitDir, ids, signal, (content, place) => write(contents[place]!, content))
    for (const entry of shown) if (!isSmall(entry)) await write(entry, null)
  } catch (error) {
    // Nothing may be written any more when the caller cleans up.
    await pool.end().catch(() => undefined)
    throw error
  }
  await pool.end()
  return files
}

/** Fetches what agents edit, and finds out how large it is; says which files are written in full. */
async function chooseContents(
  git: Git,
  mirror: Mirror,
  shown: TreeEntry[],
  signal: AbortSignal,
): Promise<(entry: TreeEntry) => boolean> {
  const editable = shown.filter(({ path }) => isEditableKind(path))
  const ids = editable.map(({ id }) => id)
  await mirror.needBlobs(ids, signal)
  const sizes = await readSizes(git, mirror.gitDir, ids, signal)
  const sizeOf = ({ id }: TreeEntry) => sizes.get(id) ?? Number.POSITIVE_INFINITY
  const small = new Set(editable.filter((entry) => sizeOf(entry) <= EDITABLE_BYTES_MAX))
  const total = [...small].reduce((sum, entry) => sum + sizeOf(entry), 0)
  if (total > WRITTEN_BYTES_MAX)
    throw new Fault({
      code: 'repository_too_large',
      message: `The text files of the repository are larger than ${WRITTEN_BYTES_MAX / 1024 / 1024} MB together.`,
      hint: 'Keep the documentation in a repository of its own.',
    })
  return (entry) => small.has(entry)
}

/** False when there is something by that name: a disk that takes `A` and `a` for the same has room for one of them only. */
async function writeNew(file: string, content: Buffer | string, mode: string): Promise<boolean> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: mode === '100755' ? 0o755 : 0o644 })
    return true
  } catch (error) {
    ignoreTaken(error)
    return false
  }
}

function ignoreTaken(error: unknown): void {
  if (!['EEXIST', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
}
