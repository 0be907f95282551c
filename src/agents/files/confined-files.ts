import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, rename, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type Allowed, judgeChange } from '../../policy/judge-change.ts'
import { siteTraits } from '../../policy/site-traits.ts'
import { NOTHING_ELSE, whyUnreadable, whyUnwritable } from './allowed-path.ts'
import { Refusal } from './refusal.ts'

/** A larger file is data; the longest hand-written pages that were seen have some 300 kB. */
export const FILE_BYTES_MAX = 1024 * 1024

/** A folder with more files is listed as far as this. The largest documentation repositories that were seen have some 20,000. */
const FILES_MAX = 50_000

// Windows has neither flag, and links need a privilege there. A pipe is opened without waiting for its other end, and then refused.
const SAFE_OPEN = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * The files of a directory, and nothing else: the only way in which tools reach the disk.
 *
 * A path is first judged as text (see allowed-path.ts), and then every part of it on the disk: a symbolic link, a device, a pipe, a
 * file with a second name elsewhere are refused, wherever in the path they stand. Nothing but these functions changes the directory
 * during a run, so what was looked at stays true until it is used; the last part is opened without following links all the same.
 */
export interface ConfinedFiles {
  /** All files below a folder (empty for the root) in a fixed order, without what no tool may see. */
  list(folder: string, signal: AbortSignal): Promise<string[]>
  has(path: string): Promise<boolean>
  read(path: string): Promise<Buffer>
  write(path: string, bytes: Buffer): Promise<void>
  /** Writes and removes (null) files that belong together: all of them, or none when one is refused. */
  writeAll(changes: readonly FileWrite[]): Promise<void>
  move(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
}

export interface FileWrite {
  path: string
  bytes: Buffer | null
}

export interface ConfinedFilesOptions {
  /** Paths that are symbolic links or submodules in the repository; they are not here, but writing one would put a file in its place. */
  links?: ReadonlySet<string>
  /** Called before each change; throws to forbid it. */
  onChange?(path: string, bytes: number): void
  /** What the project lets agents change besides its documentation. */
  allowed?: Allowed
  /** A file as it was when the job began: code that was on a page may come back to it. */
  readEarlier?(path: string): Promise<Buffer | null>
}

export function openConfinedFiles(directory: string, options: ConfinedFilesOptions = {}): ConfinedFiles {
  const { links = new Set(), onChange, allowed = NOTHING_ELSE } = options
  const writable = (path: string) => whyUnwritable(path, allowed)
  const inspect = async (path: string, whyNot: (path: string) => string | null): Promise<Stats | null> => {
    const reason = whyNot(path)
    if (reason !== null) throw new Refusal(`${show(path)} is refused. ${reason}`)
    return inspectOnDisk(directory, path, links)
  }
  const existing = async (path: string, whyNot: (path: string) => string | null): Promise<Stats> => {
    const stats = await inspect(path, whyNot)
    if (!stats) throw new Refusal(`There is no file ${show(path)}.`)
    if (!stats.isFile()) throw new Refusal(`${show(path)} is a folder.`)
    return stats
  }
  const readAt = (path: string) => withFile(directory, path, constants.O_RDONLY, async (file) => file.readFile())
  const refuseUnlessAllowed = (changes: readonly FileWrite[]) => judge(directory, changes, { ...options, links, allowed }, readAt)
  const writeOne = async (path: string, bytes: Buffer) => {
    onChange?.(path, bytes.length)
    if (await inspect(path, writable)) await overwrite(directory, path, bytes)
    else await create(directory, path, bytes)
  }
  const removeOne = async (path: string) => {
    onChange?.(path, 0)
    await unlink(join(directory, path))
    await removeEmptyFolders(directory, path)
  }
  const writeAll = async (changes: readonly FileWrite[]) => {
    for (const { path, bytes } of changes) {
      if (bytes && bytes.length > FILE_BYTES_MAX) throw new Refusal(`${show(path)} would have more than ${FILE_BYTES_MAX} bytes.`)
      const stats = bytes ? await inspect(path, writable) : await existing(path, writable)
      if (stats && !stats.isFile()) throw new Refusal(`${show(path)} is a folder.`)
    }
    await refuseUnlessAllowed(changes)
    for (const { path, bytes } of changes) await (bytes ? writeOne(path, bytes) : removeOne(path))
  }
  return {
    list: async (folder, signal) => {
      if (folder !== '' && (await inspect(folder, whyUnreadable))?.isDirectory() !== true)
        throw new Refusal(`There is no folder ${show(folder)}.`)
      return listFiles(directory, folder, links, signal)
    },
    has: async (path) => (await inspect(path, whyUnreadable)) !== null,
    read: async (path) => {
      await existing(path, whyUnreadable)
      return readAt(path)
    },
    write: (path, bytes) => writeAll([{ path, bytes }]),
    writeAll,
    move: async (from, to) => {
      await existing(from, writable)
      if (await inspect(to, writable)) throw new Refusal(`There is already something at ${show(to)}.`)
      await refuseUnlessAllowed([
        { path: from, bytes: null },
        { path: to, bytes: await readAt(from) },
      ])
      onChange?.(from, 0)
      onChange?.(to, 0)
      await mkdir(join(directory, folderOf(to)), { recursive: true })
      await rename(join(directory, from), join(directory, to))
      await removeEmptyFolders(directory, from)
    },
    remove: (path) => writeAll([{ path, bytes: null }]),
  }
}

/** Asks the policy before anything is written, so that a model learns at once what the last look before the push would refuse. */
async function judge(
  directory: string,
  changes: readonly FileWrite[],
  { links = new Set(), allowed = NOTHING_ELSE, readEarlier }: ConfinedFilesOptions,
  readAt: (path: string) => Promise<Buffer>,
): Promise<void> {
  const textAt = async (path: string) =>
    (await inspectOnDisk(directory, path, links)) ? (await readAt(path)).toString('utf8') : null
  const files = []
  for (const { path, bytes } of changes)
    files.push({ path, before: await textAt(path), after: bytes ? bytes.toString('utf8') : null })
  const signal = new AbortController().signal
  const paths = await listFiles(directory, '', links, signal)
  const site = {
    traits: await siteTraits(paths, textAt),
    otherPages: async function* () {
      for (const { path } of changes) yield { path, text: (await readEarlier?.(path))?.toString('utf8') ?? '' }
      for (const path of paths) {
        const text = whyUnwritable(path) === null ? await textAt(path).catch(() => null) : null
        if (text !== null) yield { path, text }
      }
    },
  }
  const refused = await judgeChange(files, allowed, site)
  if (refused) throw new Refusal(`${show(refused.path)} is not changed: it ${refused.problem}.`)
}

/** Looks at every part of a path. Null when the last part, or a folder on the way, does not exist. */
async function inspectOnDisk(directory: string, path: string, links: ReadonlySet<string>): Promise<Stats | null> {
  const parts = path.split('/')
  const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const link = prefixes.find((prefix) => links.has(prefix))
  if (link !== undefined)
    throw new Refusal(`${show(link)} is a symbolic link or a submodule, which tools do not follow or change.`)
  let stats: Stats | null = null
  for (const current of prefixes) {
    stats = await lstat(join(directory, current)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      if (error.code === 'ENAMETOOLONG') throw new Refusal(`${show(path)} is too long.`)
      throw error
    })
    if (!stats) return null
    if (stats.isSymbolicLink()) throw new Refusal(`${show(current)} is a symbolic link, which tools do not follow or change.`)
    if (!stats.isDirectory() && current !== path) throw new Refusal(`${show(current)} is a file, not a folder.`)
  }
  if (stats && !stats.isDirectory()) refuseUnusual(stats, path)
  return stats
}

function refuseUnusual(stats: Stats, path: string): void {
  if (!stats.isFile()) throw new Refusal(`${show(path)} is not a plain file.`)
  // A second name may be outside the directory, and writing changes what both names show.
  if (stats.nlink > 1) throw new Refusal(`${show(path)} has another name as well, so it is left alone.`)
  if (stats.size > FILE_BYTES_MAX)
    throw new Refusal(`${show(path)} has ${stats.size} bytes; the most that tools handle is ${FILE_BYTES_MAX}.`)
}

async function withFile<Result>(
  directory: string,
  path: string,
  flags: number,
  act: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const file = await open(join(directory, path), flags | SAFE_OPEN, 0o644)
  try {
    refuseUnusual(await file.stat(), path)
    return await act(file)
  } finally {
    await file.close()
  }
}

/** In place, so that the file keeps its mode. */
async function overwrite(directory: string, path: string, bytes: Buffer): Promise<void> {
  await withFile(directory, path, constants.O_WRONLY, async (file) => {
    await file.truncate()
    await file.writeFile(bytes)
  })
}

async function create(directory: string, path: string, bytes: Buffer): Promise<void> {
  await mkdir(join(directory, folderOf(path)), { recursive: true })
  await withFile(directory, path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, async (file) =>
    file.writeFile(bytes),
  )
}

/** git knows no empty folders, so a directory that is made anew from a commit has none either. */
async function removeEmptyFolders(directory: string, path: string): Promise<void> {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    if ((await readdir(join(directory, folder))).length > 0) return
    await rmdir(join(directory, folder))
  }
}

async function listFiles(directory: string, root: string, links: ReadonlySet<string>, signal: AbortSignal): Promise<string[]> {
  const found: string[] = []
  const waiting = [root]
  for (let folder = waiting.pop(); folder !== undefined && found.length < FILES_MAX; folder = waiting.pop()) {
    signal.throwIfAborted()
    for (const entry of await readdir(join(directory, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (links.has(path)) continue
      // The folders above the configuration of VitePress are hidden, but lead to a file that is not.
      if (entry.isDirectory() && (whyUnreadable(path) === null || /(?:^|\/)\.vitepress(?:\/config)?$/u.test(path)))
        waiting.push(path)
      else if (entry.isFile() && whyUnreadable(path) === null) found.push(path)
    }
  }
  return found.sort()
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}

/** A path as the model wrote it, so that it finds its mistake; without what could break the line. */
function show(path: string): string {
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path)
}
