import { lstat, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { createPool } from '../../lib/pool.ts'
import { isConfigPath } from '../read/site.ts'
import { isPagePath } from '../read/site-path.ts'
import { isConfined } from './confined-path.ts'
import { type FileChange, EditableSite } from './editable-site.ts'

/** The dictionary of cspell, which declares words of the project. */
const CSPELL = /(?:^|\/)cspell(?:\.config)?\.json$/u

/** The one hidden folder that counts, and only its configuration: VitePress keeps its navigation there. */
const VITEPRESS = /(?:^|\/)\.vitepress\/config(?:\/[\w.-]+)?\.[cm]?[jt]s$/u

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

/** Reads the documentation below a directory. Hidden folders, `node_modules` and what symbolic links point to are not looked at. */
export async function readSite(directory: string, signal: AbortSignal): Promise<SiteDirectory> {
  const files: [string, Buffer][] = []
  const others: string[] = []
  const { paths, unscanned } = await listFiles(directory)
  const pool = createPool(READS_AT_ONCE)
  for (const path of paths) {
    signal.throwIfAborted()
    await pool.add(async () => {
      const stats = await lstat(join(directory, path))
      const isWanted =
        stats.isFile() && stats.size <= FILE_BYTES_MAX && (VITEPRESS.test(path) || (isConfined(path) && isEditable(path)))
      if (isWanted) files.push([path, await readFile(join(directory, path))])
      else others.push(path)
    })
  }
  await pool.end()
  const hasWords = await isPlainFile(directory, WORD_LIST)
  return {
    site: new EditableSite(files, others, unscanned),
    words: hasWords ? await readFile(join(directory, WORD_LIST), 'utf8') : '',
  }
}

/** Pages, and the files in which sites keep their navigation and redirects. The rest of a repository is not even read. */
function isEditable(path: string): boolean {
  return isPagePath(path) || isConfigPath(path) || CSPELL.test(path)
}

/** Brings the directory to the state of the site. An existing file keeps its mode, because it is written in place. */
export async function writeSite(directory: string, changes: FileChange[], signal: AbortSignal): Promise<void> {
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
      found.paths.push(...below.paths)
      found.unscanned.push(...below.unscanned)
    }
  }
  return { paths: found.paths.sort(), unscanned: found.unscanned.sort() }
}

function isSkipped(name: string, path: string): boolean {
  const isInVitepress = /(?:^|\/)\.vitepress(?:\/|$)/u.test(path)
  if (isInVitepress) return !VITEPRESS.test(path) && !/(?:^|\/)\.vitepress(?:\/config)?$/u.test(path)
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
