import { type Dirent, type Stats, constants, existsSync } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A folder that is held open. Everything in it is reached from its descriptor, one name at a time and without following links, so a
 * program that swaps a folder for a link while Docwright works leads nowhere.
 *
 * `O_NOFOLLOW` on a whole path guards only its last part; the folders on the way are what an attacker swaps.
 */
export interface HeldFolder {
  entries(): Promise<Dirent[]>
  /** About the thing of that name itself, also when it is a link. */
  stat(name: string): Promise<Stats>
  /** Holds a folder in this one. Fails with `ELOOP` or `ENOTDIR` when it is a link. */
  folder(name: string): Promise<HeldFolder>
  /** Never follows a link, and never waits for the other end of a pipe. */
  file(name: string, flags: number, mode?: number): Promise<FileHandle>
  makeFolder(name: string, mode: number): Promise<void>
  removeFile(name: string): Promise<void>
  /** Only an empty one. */
  removeFolder(name: string): Promise<void>
  /** May be called more than once. */
  close(): Promise<void>
}

// Windows has none of these flags, and links need a privilege there.
const FOLDER_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)
const FILE_FLAGS = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Node has no `openat`, but Linux resolves names below this path from an open descriptor. */
const DESCRIPTORS = '/proc/self/fd'
const HAS_DESCRIPTORS = process.platform === 'linux' && existsSync(DESCRIPTORS)

export function holdFolder(path: string): Promise<HeldFolder> {
  return HAS_DESCRIPTORS ? holdByDescriptor(path) : holdByIdentity(path, null)
}

/** Holds a folder some levels down, by the path of it (empty for the folder itself). Close what comes back. */
export async function descend(root: HeldFolder, path: string): Promise<HeldFolder[]> {
  const held: HeldFolder[] = []
  try {
    for (const name of path === '' ? [] : path.split('/')) held.push(await (held.at(-1) ?? root).folder(name))
    return held
  } catch (error) {
    await closeAll(held)
    throw error
  }
}

export async function closeAll(folders: Iterable<HeldFolder>): Promise<void> {
  for (const folder of folders) await folder.close()
}

async function holdByDescriptor(path: string): Promise<HeldFolder> {
  const handle = await open(path, FOLDER_FLAGS)
  const here = `${DESCRIPTORS}/${handle.fd}`
  let isOpen = true
  // The number of a closed descriptor may be that of another folder by now.
  const at = (name: string) => {
    if (!isOpen) throw new Error('the folder is no longer held')
    return `${here}/${onePart(name)}`
  }
  return {
    entries: () => readdir(at('.'), { withFileTypes: true }),
    stat: async (name) => lstat(at(name)),
    folder: async (name) => holdByDescriptor(at(name)),
    file: async (name, flags, mode) => open(at(name), flags | FILE_FLAGS, mode),
    makeFolder: async (name, mode) => mkdir(at(name), { mode }),
    removeFile: async (name) => unlink(at(name)),
    removeFolder: async (name) => rmdir(at(name)),
    close: async () => {
      if (!isOpen) return
      isOpen = false
      await handle.close()
    },
  }
}

/**
 * For systems without descriptors as paths: the folder, and all above it, must be the same ones before and after each step. That
 * leaves a moment in between, which is why agent programs, the only agents that act on their own, run on Linux only.
 */
async function holdByIdentity(path: string, above: (() => Promise<void>) | null): Promise<HeldFolder> {
  const { dev, ino } = await identify(path)
  const confirm = async (): Promise<void> => {
    await above?.()
    const now = await identify(path)
    if (now.dev !== dev || now.ino !== ino) throw notTheSame(path)
  }
  const guarded = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    await confirm()
    const result = await act()
    await confirm()
    return result
  }
  const at = (name: string) => join(path, onePart(name))
  return {
    entries: () => guarded(() => readdir(path, { withFileTypes: true })),
    stat: (name) => guarded(() => lstat(at(name))),
    folder: (name) => guarded(() => holdByIdentity(at(name), confirm)),
    file: async (name, flags, mode) => {
      await confirm()
      const handle = await open(at(name), flags | FILE_FLAGS, mode)
      try {
        await confirm()
        return handle
      } catch (error) {
        await handle.close()
        throw error
      }
    },
    makeFolder: (name, mode) => guarded(async () => mkdir(at(name), { mode })),
    removeFile: (name) => guarded(() => unlink(at(name))),
    removeFolder: (name) => guarded(() => rmdir(at(name))),
    close: async () => undefined,
  }
}

async function identify(path: string): Promise<Stats> {
  const stats = await lstat(path)
  if (stats.isDirectory()) return stats
  throw notTheSame(path)
}

function notTheSame(path: string): Error {
  return Object.assign(new Error(`${path} is a link, or another folder than before`), { code: 'ENOTDIR' })
}

/** A name with a slash in it would be resolved through folders that are not held. */
function onePart(name: string): string {
  if (name === '' || name === '..' || name.includes('/') || name.includes('\0')) throw new Error(`${name} is not one name`)
  return name
}
