import { constants, type Dirent } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createPool } from '../../lib/pool.ts'
import { FILE_BYTES_MAX, type SiteSource } from './load-site.ts'
import { isOutput, isSkippedFolder, mayBeOutput } from './skipped-folders.ts'

/** Far above the largest documentation repositories; beyond it a site is checked as far as it was read. */
const FILES_MAX = 50_000

/** Enough to keep the disk busy without opening thousands of files at once. */
const READS_AT_ONCE = 16

/** The documentation in a folder. Symbolic links are not followed, so nothing outside of it is ever read. */
export async function siteFolder(directory: string): Promise<SiteSource> {
  return {
    ...(await listFiles(directory)),
    read: async (paths, take) => {
      const pool = createPool(READS_AT_ONCE)
      for (const path of paths) {
        await pool.add(async () => {
          const content = await readSmallFile(join(directory, path))
          if (content) take(path, content)
        })
      }
      await pool.end()
    },
  }
}

/** Null for a file that is too large, and for one that became a symbolic link or went away since it was listed. */
async function readSmallFile(file: string): Promise<Buffer | null> {
  // Windows has no such flag, and there links need a privilege.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)
  const handle = await open(file, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOOP' || error.code === 'ENOENT') return null
    throw error
  })
  if (!handle) return null
  try {
    const { size } = await handle.stat()
    return size > FILE_BYTES_MAX ? null : await handle.readFile()
  } finally {
    await handle.close()
  }
}

interface FoundFiles {
  paths: string[]
  unscanned: string[]
  isTruncated: boolean
}

/** Lists every file in a fixed order, whatever the file system. */
async function listFiles(directory: string): Promise<FoundFiles> {
  const found: FoundFiles = { paths: [], unscanned: [], isTruncated: false }
  const waiting = ['']
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = await readdir(join(directory, folder), { withFileTypes: true })
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isFile()) found.paths.push(path)
      else if (!entry.isDirectory() || (await isSkipped(directory, path, entry))) found.unscanned.push(path)
      else waiting.push(path)
      if (found.paths.length < FILES_MAX) continue
      return { ...found, paths: found.paths.sort(), isTruncated: true }
    }
  }
  return { ...found, paths: found.paths.sort() }
}

async function isSkipped(directory: string, path: string, entry: Dirent): Promise<boolean> {
  if (isSkippedFolder(path)) return true
  return mayBeOutput(entry.name) && isOutput(await readdir(join(directory, path)))
}
