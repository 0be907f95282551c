import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PRIVATE_FILE_MODE } from '../lib/private-file.ts'

const FOLDER_MODE = 0o700

/** What anyone but the owner may do. */
const OTHERS = 0o077

/**
 * Takes the data folder and what is directly in it away from other users of the machine. Deeper down nothing is looked at: there
 * may be millions of files, and no one gets past a folder that is closed.
 *
 * @returns What stays open to others, because it belongs to another user or the file system has no modes.
 */
export function keepPrivate(folder: string): string[] {
  const inside = readdirSync(folder)
    // The file system's own, on a mounted volume.
    .filter((name) => name !== 'lost+found')
    .map((name) => join(folder, name))
  return [folder, ...inside].filter((path) => !isPrivate(path))
}

function isPrivate(path: string): boolean {
  try {
    const found = lstatSync(path)
    // The mode of a symbolic link means nothing, and what it leads to may be someone else's.
    if (found.isSymbolicLink() || (found.mode & OTHERS) === 0) return true
    chmodSync(path, found.isDirectory() ? FOLDER_MODE : PRIVATE_FILE_MODE)
    return (lstatSync(path).mode & OTHERS) === 0
  } catch (error) {
    // Another process deletes its drafts and SQLite its journals while this one looks.
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
