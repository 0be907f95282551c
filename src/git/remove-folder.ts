import { chmod, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Well below the longest path that a system call takes. */
const PATH_LENGTH_MAX = 2000

/** Removes a folder that an agent wrote to, also when it took its own permissions away or nested folders beyond every limit. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch {
    await loosen(folder, folder, { count: 0 })
    await rm(folder, { recursive: true, force: true })
  }
}

/** Opens every folder, and moves those that are too deep to the top, where their paths are short. */
async function loosen(top: string, folder: string, moved: { count: number }): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const path = join(folder, entry.name)
    if (path.length < PATH_LENGTH_MAX) {
      await loosen(top, path, moved)
      continue
    }
    moved.count += 1
    const short = join(top, `.deep-${moved.count}`)
    await rename(path, short)
    await loosen(top, short, moved)
  }
}
