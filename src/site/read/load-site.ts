import { createHash } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createPool } from '../../lib/pool.ts'
import type { PageFacts } from './page-facts.ts'
import { dialectOf } from '../../markdown/page.ts'
import { scanPage } from './scan-page.ts'
import { buildSite, isConfigPath, type Site } from './site.ts'
import { folderOf, isPagePath, joinPath, nameOf } from './site-path.ts'
import { isOutput, isSkippedFolder, mayBeOutput } from './skipped-folders.ts'

/** A larger page is data, not documentation: it is known to exist, but not read. */
export const FILE_BYTES_MAX = 1024 * 1024

/** Far above the largest documentation repositories; beyond it a site is checked as far as it was read. */
const FILES_MAX = 50_000

/** Enough to keep the disk busy without opening thousands of files at once. */
const READS_AT_ONCE = 16

/** Changes with every change of what `scanPage` returns, so that facts of an older version are never taken from a cache. */
const FACTS_VERSION = 2

/** Keeps the facts of pages by the git id of their content. */
export interface FactsCache {
  get(key: string): PageFacts | undefined
  set(key: string, facts: PageFacts): void
}

export interface LoadSiteOptions {
  signal?: AbortSignal
  cache?: FactsCache
}

/** Reads a folder of documentation. Symbolic links are not followed, so nothing outside of it is ever read. */
export async function loadSite(directory: string, { signal, cache }: LoadSiteOptions = {}): Promise<Site> {
  const found = await listFiles(directory, signal)
  const pages = new Map<string, PageFacts>()
  const texts = new Map<string, string>()
  const wanted = found.paths.filter((path) => isPagePath(path) || isConfigPath(path))
  const pool = createPool(READS_AT_ONCE)
  for (const path of wanted) {
    signal?.throwIfAborted()
    await pool.add(async () => {
      const bytes = await readSmallFile(join(directory, path))
      if (!bytes) return
      if (isPagePath(path)) pages.set(path, factsOf(path, bytes, cache))
      else texts.set(path, bytes.toString('utf8'))
    })
  }
  await pool.end()
  await readReferences(directory, new Set(found.paths), texts)
  // Reads end in any order; the site must not depend on it.
  return buildSite({ ...found, pages: sorted(pages), texts: sorted(texts) })
}

function factsOf(path: string, bytes: Buffer, cache: FactsCache | undefined): PageFacts {
  const key = cacheKey(path, bytes)
  const known = cache?.get(key)
  if (known) return known
  const facts = scanPage(path, bytes.toString('utf8'))
  cache?.set(key, facts)
  return facts
}

/** The id that git gives to the content, the dialect that the ending asks for, and the version of the facts. */
function cacheKey(path: string, bytes: Buffer): string {
  const id = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
  return `${id}:${dialectOf(path)}:${FACTS_VERSION}`
}

function sorted<Value>(map: ReadonlyMap<string, Value>): Map<string, Value> {
  return new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
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

/** A `docs.json` may take in other files by `$ref`, and those further ones. */
async function readReferences(directory: string, paths: ReadonlySet<string>, texts: Map<string, string>): Promise<void> {
  const queue = [...texts].filter(([path]) => nameOf(path) === 'docs.json')
  for (let entry = queue.pop(); entry; entry = queue.pop()) {
    const [from, text] = entry
    for (const [, name] of text.matchAll(/"\$ref"\s*:\s*"([^"#]+\.json)"/g)) {
      const path = joinPath(folderOf(from), name!)
      if (path === null || texts.has(path) || !paths.has(path)) continue
      const bytes = await readSmallFile(join(directory, path))
      if (!bytes) continue
      texts.set(path, bytes.toString('utf8'))
      queue.push([path, bytes.toString('utf8')])
    }
  }
}

interface FoundFiles {
  paths: string[]
  unscanned: string[]
  isTruncated: boolean
}

/** Lists every file in a fixed order, whatever the file system. */
async function listFiles(directory: string, signal: AbortSignal | undefined): Promise<FoundFiles> {
  const found: FoundFiles = { paths: [], unscanned: [], isTruncated: false }
  const waiting = ['']
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    signal?.throwIfAborted()
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
