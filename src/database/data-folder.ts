import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type FileLock, tryLockFile } from '../lib/file-lock.ts'
import { keepPrivate } from './keep-private.ts'

/** Names the data folder as ours, and this installation among those that share a PostgreSQL database. */
const MARKER = 'docwright.json'

/** A data folder that cannot be used, with the way out. */
export class DataFolderError extends Error {
  readonly advice: string

  constructor(message: string, advice: string) {
    super(message)
    this.name = 'DataFolderError'
    this.advice = advice
  }
}

export interface DataFolder {
  readonly path: string
  /** Stays the same over restarts: leases of this owner are dead when a new process holds the folder's lock, see `node-claim.ts`. */
  readonly instance: string
  /** True when this call made the folder. */
  readonly isNew: boolean
  /** What other users of the machine can open, because this one may not change its mode. */
  readonly exposed: readonly string[]
}

/** Whether Docwright has worked here before. */
export function isDataFolder(path: string): boolean {
  return existsSync(join(path, MARKER))
}

export function openDataFolder(path: string, newInstance: () => string): DataFolder {
  try {
    makeFolder(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new DataFolderError(
      `the data folder ${path} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      'give this user the folder, or choose another with DOCWRIGHT_DATA',
    )
  }
  const marker = join(path, MARKER)
  const names = readdirSync(path)
  if (!names.includes(MARKER)) {
    // A file system's own folder may be there on a mounted volume, and another first start's half-made marker.
    const foreign = names.filter((name) => name !== 'lost+found' && !name.startsWith(MARKER))
    if (foreign.length > 0)
      throw new DataFolderError(
        `${path} is not empty and not a Docwright data folder (it holds ${foreign[0]})`,
        'choose an empty or a new folder with DOCWRIGHT_DATA',
      )
    writeMarker(marker, newInstance())
    return { path, instance: readInstance(marker), isNew: true, exposed: keepPrivate(path) }
  }
  const instance = readInstance(marker)
  // Only now: the modes of a folder that isn't ours are none of our business.
  return { path, instance, isNew: false, exposed: keepPrivate(path) }
}

/** For the log and `docwright doctor`. */
export function describeExposed({ exposed }: DataFolder): { message: string; advice: string } {
  const [first = '', ...others] = exposed
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return {
    message: `other users of this machine can open ${first}${more}, and this user may not change that`,
    advice: 'make the user who runs Docwright the owner (chown -R), then start it again',
  }
}

/** One by one from the first that is missing: Node's own recursive way never ends on a file system that refuses new folders. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Two first starts may do this at once: linking a finished file lets exactly one of them win, with its whole content. */
function writeMarker(marker: string, instance: string): void {
  const draft = `${marker}.${instance}`
  writeFileSync(draft, `${JSON.stringify({ instance })}\n`, { mode: 0o600 })
  try {
    linkSync(draft, marker)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Gives the folder another name, for good. Only for whoever has its lock. */
export function renameInstance(folder: DataFolder, instance: string): DataFolder {
  const marker = join(folder.path, MARKER)
  const draft = `${marker}.${instance}`
  writeFileSync(draft, `${JSON.stringify({ instance })}\n`, { mode: 0o600 })
  renameSync(draft, marker)
  return { ...folder, instance }
}

function readInstance(marker: string): string {
  try {
    const { instance } = JSON.parse(readFileSync(marker, 'utf8')) as { instance?: unknown }
    if (typeof instance === 'string' && instance !== '') return instance
  } catch {
    // Answered below: unreadable and malformed are the same to the user.
  }
  throw new DataFolderError(`${marker} is damaged`, 'restore it from a backup, or choose another folder with DOCWRIGHT_DATA')
}

/** Takes the folder for one working process; null when another has it. */
export function lockDataFolder(folder: DataFolder): FileLock | null {
  return tryLockFile(join(folder.path, 'serve.lock'))
}
