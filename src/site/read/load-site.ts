import { setImmediate } from 'node:timers/promises'
import { type FactsMemory, factsKey } from './facts-memory.ts'
import { readModules } from './module-ids.ts'
import type { PageFacts } from './page-facts.ts'
import { scanPage } from './scan-page.ts'
import { buildSite, isApiPath, isConfigPath, type Site } from './site.ts'
import { isPagePath } from './site-path.ts'
import { folderOf, joinPath, nameOf } from '../../lib/repository-path.ts'
import { skipFolders } from './skipped-folders.ts'

/** A larger page is data, not documentation: it is known to exist, but not read. */
export const FILE_BYTES_MAX = 1024 * 1024

/** Looked up, or remembered, in one go: few transactions, and others get their turn in between. */
const PAGES_AT_ONCE = 200

/** Where the files of a site are. `siteFolder` has them on disk, `siteOfFiles` wherever they were listed from. */
export interface SiteSource {
  paths: readonly string[]
  unscanned: readonly string[]
  isTruncated?: boolean
  /** The id that git gives to the content, where that is known without reading it. */
  idOf?(path: string): string
  /** Hands over the contents of files, in any order, except for those that are too large or went away. */
  read(paths: readonly string[], take: (path: string, content: Buffer) => void): Promise<void>
}

export interface LoadSiteOptions {
  signal?: AbortSignal
  /** Pages that it knows are not read. */
  memory?: FactsMemory
}

/** Files that are listed with their ids, and read only when somebody needs what is in them. */
export interface ListedFiles extends Pick<SiteSource, 'read'> {
  /** Of all plain files, by path. */
  readonly ids: ReadonlyMap<string, string>
}

export function siteOfFiles({ ids, read }: ListedFiles): SiteSource {
  return { ...skipFolders([...ids.keys()].sort()), idOf: (path) => ids.get(path)!, read }
}

export async function loadSite(source: SiteSource, { signal, memory }: LoadSiteOptions = {}): Promise<Site> {
  const { paths, idOf, read } = source
  const wanted = paths.filter(isPagePath)
  const keys = new Map(wanted.map((path) => [path, idOf ? factsKey(path, idOf(path)) : path]))
  const facts = new Map<string, PageFacts>()
  if (memory && idOf) await recall(memory, [...keys.values()], facts, signal)

  // The same text under two names is read once.
  const unknown = new Map([...keys].filter(([, key]) => !facts.has(key)).map(([path, key]) => [key, path]))
  const fresh = new Map<string, PageFacts>()
  const remember = () => {
    if (idOf) memory?.add(fresh)
    fresh.clear()
  }
  await read([...unknown.values()], (path, content) => {
    signal?.throwIfAborted()
    const key = keys.get(path)!
    fresh.set(key, scanPage(path, content.toString('utf8')))
    facts.set(key, fresh.get(key)!)
    if (fresh.size >= PAGES_AT_ONCE) remember()
  })
  remember()
  // In the order of the paths, and not in that of the reads: the site must not depend on it.
  const pages = new Map(wanted.flatMap((path) => (facts.has(keys.get(path)!) ? [[path, facts.get(keys.get(path)!)!]] : [])))
  const texts = await readConfiguration(source)
  const site = buildSite({ ...source, pages, texts, apiTexts: await readApis(source, texts) })
  return { ...site, modules: await readModules(site, read) }
}

async function recall(
  memory: FactsMemory,
  keys: readonly string[],
  facts: Map<string, PageFacts>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let place = 0; place < keys.length; place += PAGES_AT_ONCE) {
    await setImmediate()
    signal?.throwIfAborted()
    for (const [key, found] of memory.find(keys.slice(place, place + PAGES_AT_ONCE))) facts.set(key, found)
  }
}

/** A `docs.json` may take in other files by `$ref`, and those further ones. */
async function readConfiguration({ paths, read }: SiteSource): Promise<Map<string, string>> {
  const all = new Set(paths)
  const texts = new Map<string, string>()
  for (let wanted = paths.filter((path) => isConfigPath(path) && !isPagePath(path)); wanted.length > 0;) {
    const found = new Map<string, string>()
    await read(wanted, (path, content) => void found.set(path, content.toString('utf8')))
    const named = [...found].flatMap(([path, text]) =>
      nameOf(path) === 'docs.json' || !isConfigPath(path) ? namedIn(path, text) : [],
    )
    for (const [path, text] of found) texts.set(path, text)
    wanted = [...new Set(named)].filter((path) => all.has(path) && !texts.has(path))
  }
  return new Map([...texts].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Only Mintlify names operations in its pages and in its navigation. */
async function readApis({ paths, read }: SiteSource, texts: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const configs = [...texts].filter(([path]) => nameOf(path) === 'docs.json' || nameOf(path) === 'mint.json')
  if (configs.length === 0) return new Map()
  const named = new Set(
    configs.flatMap(([path, text]) =>
      [...text.matchAll(/"([^"\s:]{1,300}\.(?:json|ya?ml))"/g)].flatMap((found) => joinPath(folderOf(path), found[1]!) ?? []),
    ),
  )
  const found = new Map<string, string>()
  const wanted = paths.filter((path) => isApiPath(path) || (named.has(path) && !texts.has(path)))
  await read(wanted, (path, content) => void found.set(path, content.toString('utf8')))
  return found
}

function namedIn(from: string, text: string): string[] {
  const names = [...text.matchAll(/"\$ref"\s*:\s*"([^"#]+\.json)"/g)].map((found) => found[1]!)
  return names.map((name) => joinPath(folderOf(from), name)).filter((path) => path !== null)
}
