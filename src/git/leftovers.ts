import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Lock files, half-received packs, and the folders that receive them. */
const UNFINISHED = /\.lock$|^tmp_/

/**
 * Removes what git processes that were killed left in a folder of mirrors. A lock file that nobody holds would stop every later
 * fetch for good. The caller owns the folder: no other worker uses it.
 */
export async function clearMirrors(folder: string): Promise<void> {
  for (const name of await list(folder)) {
    const mirror = join(folder, name)
    if (name.endsWith('.new')) await remove(mirror)
    else await clearMirror(mirror)
  }
}

/** Removes everything in a folder of workspaces. */
export async function clearWorkspaces(folder: string): Promise<void> {
  for (const name of await list(folder)) await remove(join(folder, name))
}

/** Loose objects are left out: there may be very many, and a half-written one is harmless. */
async function clearMirror(mirror: string): Promise<void> {
  const refs = (await list(join(mirror, 'refs'), true)).map((name) => join('refs', name))
  const packs = (await list(join(mirror, 'objects', 'pack'))).map((name) => join('objects', 'pack', name))
  const objects = (await list(join(mirror, 'objects'))).map((name) => join('objects', name))
  for (const path of [...(await list(mirror)), ...refs, ...packs, ...objects])
    if (UNFINISHED.test(path.split('/').at(-1)!)) await remove(join(mirror, path))
}

async function list(folder: string, recursive = false): Promise<string[]> {
  return readdir(folder, { recursive }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
}

/** With some patience: a git that outlived its service may still be writing there. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
