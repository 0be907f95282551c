import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createPool } from '../lib/pool.ts'
import { readBlobs } from './blobs.ts'
import type { Git } from './git.ts'
import { placeholderFor } from './placeholder.ts'
import type { WorkspaceFile } from './workspace-files.ts'

/** Enough to keep the disk busy. */
const WRITES_AT_ONCE = 16

/** Writes the files of a commit to an empty folder. One that a disk has no room for beside another is marked as not shown. */
export async function writeFiles(
  git: Git,
  gitDir: string,
  directory: string,
  files: Map<string, WorkspaceFile>,
  signal: AbortSignal,
): Promise<void> {
  const shown = [...files].filter(([, file]) => file.shown !== 'nothing')
  for (const folder of new Set(shown.map(([path]) => dirname(path))))
    await mkdir(join(directory, folder), { recursive: true, mode: 0o700 }).catch(ignoreTaken)

  const pool = createPool(WRITES_AT_ONCE)
  const write = (path: string, file: WorkspaceFile, content: Buffer | string) =>
    pool.add(async () => {
      if (!(await writeNew(join(directory, path), content, file.mode))) files.set(path, { ...file, shown: 'nothing' })
    })
  const contents = shown.filter(([, file]) => file.shown === 'content')
  const ids = contents.map(([, { id }]) => id)
  try {
    await readBlobs(git, gitDir, ids, signal, (content, place) => write(...contents[place]!, content))
    for (const [path, file] of shown) if (file.shown === 'placeholder') await write(path, file, placeholderFor(file.id))
  } catch (error) {
    // Nothing may be written any more when the caller cleans up.
    await pool.end().catch(() => undefined)
    throw error
  }
  await pool.end()
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
