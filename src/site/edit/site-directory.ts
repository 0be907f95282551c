import { lstat, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { blobId } from '../../lib/blob-id.ts'
import { createPool } from '../../lib/pool.ts'
import type { ListedFiles } from '../read/load-site.ts'
import { isConfigPath, isNavigationPath } from '../read/site.ts'
import { isPagePath } from '../read/site-path.ts'
import type { FactsMemory } from '../read/facts-memory.ts'
import { isConfined } from './confined-path.ts'
import { type FileChange, EditableSite } from './editable-site.ts'

/** The dictionary of cspell, which declares words of the project. */
const CSPELL = /(?:^|\/)cspell(?:\.config)?\.json$/u

/** The one hidden folder that counts, and only its configuration: VitePress keeps its navigation there. */
const VITEPRESS = /(?:^|\/)\.vitepress\//u

/** A page over 2 MiB is generated; the longest hand-written pages that were seen have some 300 kB. */
const FILE_BYTES_MAX = 2 * 1024 * 1024

/** The only hidden file that is read: the project's own words for the spelling check. */
const WORD_LIST = '.docwright/words.txt'

/** Enough to keep the disk busy. */
const READS_AT_ONCE = 16

interface SiteDirectory {
  site: EditableSite
  /** The project's words, one per line; empty when it keeps none. */
  words: string
}

/** The files of a site for whoever only edits texts: they are in the repository, and what is written goes there. */
export interface TaskFiles {
  /** The files as they are now. */
  look(): Promise<ListedFiles>
  /** Null removes a file. */
  write(changes: Iterable<{ path: string; bytes: Buffer | null }>): void
}

/** Where a site is: in its files, or else in a directory. */
export interface SiteTask {
  directory: string
  files?: TaskFiles
  facts?: FactsMemory
  /** False for files that are there and that nobody here may change; all may be when it is absent. */
  mayEdit?(path: string): boolean
  signal: AbortSignal
}

/** Reads the documentation of a task. Hidden folders, `node_modules` and what symbolic links point to are not looked at. */
export async function readSite({ directory, files, facts, mayEdit, signal }: SiteTask): Promise<SiteDirectory> {
  const { paths, unscanned, hasWords, idOf, read } = files ? listed(await files.look()) : await listFolder(directory, signal)
  const contents = new Map<string, Buffer>()
  const references = new Map<string, string>()
  const isWanted = (path: string) => VITEPRESS.test(path) || (isConfined(path) && (isEditable(path) || isConfigPath(path)))
  await read(paths.filter(isWanted), (path, content) => {
    if (isEditable(path) && mayEdit?.(path) !== false) contents.set(path, content)
    else if (isConfigPath(path)) references.set(path, content.toString('utf8'))
  })
  const others = paths.filter((path) => !contents.has(path))
  let words = ''
  if (hasWords) await read([WORD_LIST], (_, content) => void (words = content.toString('utf8')))
  return { site: new EditableSite(contents, others, unscanned, facts && { memory: facts, idOf }, references), words }
}

interface DocumentFiles extends FoundFiles {
  hasWords: boolean
  idOf(path: string, content: Buffer): string
  /** Hands over the contents of plain files that are not too large. */
  read(paths: readonly string[], take: (path: string, content: Buffer) => void): Promise<void>
}

function listed({ ids, read }: ListedFiles): DocumentFiles {
  const unscanned = new Set<string>()
  const paths = [...ids.keys()].filter((path) => {
    const parts = path.split('/')
    const skipped = parts.findIndex((name, index) => isSkipped(name, parts.slice(0, index + 1).join('/')))
    if (skipped >= 0) unscanned.add(parts.slice(0, skipped + 1).join('/'))
    return skipped < 0
  })
  return {
    paths: paths.sort(),
    unscanned: [...unscanned].sort(),
    hasWords: ids.has(WORD_LIST),
    idOf: (path) => ids.get(path)!,
    read,
  }
}

async function listFolder(directory: string, signal: AbortSignal): Promise<DocumentFiles> {
  return {
    ...(await listFiles(directory)),
    hasWords: await isPlainFile(directory, WORD_LIST),
    idOf: (_, content) => blobId(content),
    read: async (paths, take) => {
      const pool = createPool(READS_AT_ONCE)
      for (const path of paths) {
        signal.throwIfAborted()
        await pool.add(async () => {
          const stats = await lstat(join(directory, path))
          if (stats.isFile() && stats.size <= FILE_BYTES_MAX) take(path, await readFile(join(directory, path)))
        })
      }
      await pool.end()
    },
  }
}

/** Pages, and the files in which sites keep their navigation and redirects. The rest of a repository is not even read. */
function isEditable(path: string): boolean {
  return isPagePath(path) || isNavigationPath(path) || CSPELL.test(path)
}

/** Brings the files of a task to the state of the site. An existing file keeps its mode, because it is written in place. */
export async function writeSite({ directory, files, signal }: SiteTask, changes: FileChange[]): Promise<void> {
  if (files) return files.write(changes)
  for (const { path } of changes) await refuseSymbolicLinks(directory, path)
  for (const { path, bytes } of changes) {
    signal.throwIfAborted()
    const file = join(directory, path)
    if (bytes) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, bytes)
    } else await rm(file, { force: true })
  }
}

interface FoundFiles {
  paths: string[]
  unscanned: string[]
}

async function listFiles(directory: string, folder = ''): Promise<FoundFiles> {
  const found: FoundFiles = { paths: [], unscanned: [] }
  for (const entry of await readdir(join(directory, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (isSkipped(entry.name, path) || !(entry.isFile() || entry.isDirectory())) found.unscanned.push(path)
    else if (entry.isFile()) found.paths.push(path)
    else {
      const below = await listFiles(directory, path)
      for (const one of below.paths) found.paths.push(one)
      for (const one of below.unscanned) found.unscanned.push(one)
    }
  }
  return { paths: found.paths.sort(), unscanned: found.unscanned.sort() }
}

function isSkipped(name: string, path: string): boolean {
  if (/(?:^|\/)\.vitepress$/u.test(path)) return false
  if (VITEPRESS.test(path)) return /\.vitepress\/(?:theme|cache|dist|components)(?:\/|$)/u.test(path) || name.startsWith('.')
  return name.startsWith('.') || name === 'node_modules'
}

/** A folder on the way may be a symbolic link that leads out of the directory, although the path itself looks harmless. */
async function refuseSymbolicLinks(directory: string, path: string): Promise<void> {
  const inside = relative(directory, join(directory, path))
  if (inside.startsWith('..')) throw new Error(`refused to write outside the directory: ${path}`)
  let current = directory
  for (const part of inside.split(sep)) {
    current = join(current, part)
    const stats = await lstat(current).catch(() => null)
    if (!stats) return
    if (stats.isSymbolicLink()) throw new Error(`refused to write through a symbolic link: ${path}`)
  }
}

async function isPlainFile(directory: string, path: string): Promise<boolean> {
  let current = directory
  for (const part of path.split('/')) {
    current = join(current, part)
    const stats = await lstat(current).catch(() => null)
    if (!stats || stats.isSymbolicLink()) return false
  }
  return (await lstat(current)).isFile()
}
