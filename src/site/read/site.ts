/**
 * The documentation scanner: what a folder of pages is made of, and what is wrong with it.
 *
 *   const site = await loadSite(await siteFolder(directory))  load-site.ts  reads a folder; or files with ids, of which it reads only
 *                                                                           the pages whose facts are not in a `FactsMemory`
 *   const problems = checkSite(site)                      check-site.ts     broken links, anchors, images, navigation, …
 *   const { added, fixed } = compareProblems(a, b)        compare-problems.ts
 *
 * For agents that change pages:
 *
 *   scanPage(path, text)                    scan-page.ts        one page: headings, anchors, links with the range of each target
 *   rewriteTargets(text, [{ at, target }])  rewrite-targets.ts  puts new targets at those ranges and touches nothing else
 *   resolveTarget(site, path, target)       resolve-target.ts   which page or file a link on a page leads to
 *   resolveNavigation(site, entry)          resolve-target.ts   which page an entry of `site.navigation` names
 *   buildSite({ paths, pages, texts })      this file           a site from memory, without a disk
 *
 * Everything but `loadSite` is pure. Paths are relative to the root of the repository, with `/` and without a leading one.
 * Each navigation entry and each redirect says in which file and where in which line it stands.
 */
import { folderOf, isBelow, joinPath, nameOf } from '../../lib/repository-path.ts'
import { readDocsJson } from './generators/docs-json.ts'
import { readDocusaurus } from './generators/docusaurus.ts'
import { readHugo } from './generators/hugo.ts'
import { readJekyll } from './generators/jekyll.ts'
import { readMdbook } from './generators/mdbook.ts'
import { readMkdocs } from './generators/mkdocs.ts'
import { readNextra } from './generators/nextra.ts'
import { readRedirectFiles } from './generators/redirect-files.ts'
import { readSphinx } from './generators/sphinx.ts'
import { readStarlight } from './generators/starlight.ts'
import { readVitepress } from './generators/vitepress.ts'
import { addressesBelow } from './page-address.ts'
import type { ModuleIds, PageFacts } from './page-facts.ts'
import { compileRedirects, type RedirectRules } from './redirect-rules.ts'
import { groupMounts, type SiteMounts } from './site-mounts.ts'
import { withoutNumbers, withoutPageEnding } from './site-path.ts'
import { type Mount, noSettings, type Redirect, type SiteFiles, type SiteSettings } from './site-settings.ts'

export interface Site extends SiteSettings, Pick<SiteMounts, 'mountsByRoot' | 'knownRoots'> {
  pages: ReadonlyMap<string, PageFacts>
  /** Every file, pages included. */
  files: ReadonlySet<string>
  folders: ReadonlySet<string>
  /** Folders and symbolic links that were not looked into. Nothing in them can be called missing. */
  unscanned: readonly string[]
  /** True when there were more files than the limit, so that an absent file means nothing. */
  isTruncated: boolean
  /** Of each mount, the addresses that differ from the path of their page, without slashes at the ends. */
  routes: ReadonlyMap<Mount, ReadonlyMap<string, string>>
  /** The same by page. */
  addresses: ReadonlyMap<Mount, ReadonlyMap<string, readonly string[]>>
  /** Docusaurus documents by their ids, for each folder of documents. */
  documents: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Paths without ending by their last segment, to find a page whatever the root of the site is. */
  pathsByName: ReadonlyMap<string, readonly string[]>
  redirectRules: RedirectRules
  /** Descriptions of APIs, where they were read. */
  apiTexts: ReadonlyMap<string, string>
  /** What the components that pages import can put on them, where they were read. */
  modules: ReadonlyMap<string, ModuleIds>
}

export interface SiteInput {
  paths: Iterable<string>
  pages: ReadonlyMap<string, PageFacts>
  /** The texts of the files that `isConfigPath` names. */
  texts: ReadonlyMap<string, string>
  /** Those of the descriptions of APIs that `isApiPath` names. */
  apiTexts?: ReadonlyMap<string, string>
  unscanned?: readonly string[]
  isTruncated?: boolean
}

/** Each one is tried for each link from the root; a repository has a few. */
const STATIC_FOLDERS_MAX = 50

const READERS = [
  readDocsJson,
  readDocusaurus,
  readMkdocs,
  readVitepress,
  readStarlight,
  readNextra,
  readMdbook,
  readSphinx,
  readHugo,
  readJekyll,
  readRedirectFiles,
]

/** Files in which navigation and redirects stand, so that agents edit them. */
const NAVIGATION_NAME =
  /^(?:docs\.json|mint\.json|mkdocs\.ya?ml|docusaurus\.config\.[cm]?[jt]s|[\w.-]*sidebars?[\w.-]*\.(?:[cm]?[jt]s|json)|_redirects|redirects\.(?:jsonc?|m?js|ts)|vercel\.json)$/i

/** Files that only say how a site is put together. Those named `config` count where VitePress has them. */
const CONFIG_NAME =
  /^(?:(?:[\w-]+_)?versions\.json|(?:astro\.|next\.)?config\.[cm]?[jt]s|_meta(?:\.global)?\.(?:json|[cm]?[jt]sx?)|book\.toml|conf\.py|_toc\.yml|myst\.yml|_config\.ya?ml|(?:hugo|config)\.(?:toml|ya?ml))$/i
const VITEPRESS_CONFIG = /(?:^|\/)\.vitepress\/config(?:\/[\w.-]+)?\.[cm]?[jt]s$/
const VITEPRESS_PART = /(?:^|\/)\.vitepress\/(?!theme\/|cache\/|dist\/|components\/)[\w./-]+\.(?:[cm]?[jt]s|json)$/

/** Files whose navigation and redirects can be edited. */
export function isNavigationPath(path: string): boolean {
  return (
    NAVIGATION_NAME.test(nameOf(path)) || VITEPRESS_CONFIG.test(path) || /(?:^|[/_])versioned_sidebars\/[^/]+\.json$/.test(path)
  )
}

/** Files that say how a site is put together. `.vitepress` is the one hidden folder that counts. */
export function isConfigPath(path: string): boolean {
  return isNavigationPath(path) || CONFIG_NAME.test(nameOf(path)) || VITEPRESS_PART.test(path)
}

/** Descriptions of APIs, which pages of a reference are made from. */
export function isApiPath(path: string): boolean {
  return /(?:openapi|swagger)[\w.-]*\.(?:json|ya?ml)$/i.test(path)
}

/** Puts a site together from what was read. Also for tests and for agents that hold a site in memory. */
export function buildSite({ paths, pages, texts, apiTexts = new Map(), unscanned = [], isTruncated = false }: SiteInput): Site {
  const files = new Set(paths)
  const folders = foldersOf(files)
  const settings = readSettings({ paths: files, folders, texts, pages })
  const stripsNumbers = settings.stripsNumbers || (settings.navigation.length === 0 && areNumbered(pages))
  const mounts = withUsualMounts(settings.mounts, folders)
  const redirects = [...settings.redirects, ...pageRedirects(pages)]
  return {
    ...settings,
    stripsNumbers,
    mounts,
    redirects,
    pages,
    files,
    folders,
    unscanned,
    isTruncated,
    apiTexts,
    modules: new Map(),
    knownRoots: new Map(),
    mountsByRoot: groupMounts(mounts, settings.roots),
    ...addressesOf(pages, mounts, stripsNumbers),
    documents: documentsOf(pages, mounts),
    pathsByName: groupByName(pages, stripsNumbers),
    redirectRules: compileRedirects(redirects),
  }
}

function foldersOf(files: ReadonlySet<string>): Set<string> {
  const folders = new Set<string>([''])
  for (const file of files) {
    for (let folder = folderOf(file); folder !== '' && !folders.has(folder); folder = folderOf(folder)) folders.add(folder)
  }
  return folders
}

function readSettings(files: SiteFiles): SiteSettings {
  const settings = noSettings()
  for (const part of READERS.map((read) => read(files))) {
    settings.roots = settings.roots.concat(part.roots)
    settings.mounts = settings.mounts.concat(part.mounts)
    settings.navigation = settings.navigation.concat(part.navigation)
    settings.redirects = settings.redirects.concat(part.redirects)
    settings.generated = settings.generated.concat(part.generated)
    settings.faults = settings.faults.concat(part.faults)
    settings.assets = settings.assets.concat(part.assets)
    settings.operations = settings.operations.concat(part.operations)
    if (part.slugStyle === 'loose') settings.slugStyle = 'loose'
    settings.stripsNumbers ||= part.stripsNumbers
  }
  return settings
}

/** The root and `docs` are where a site may be without any configuration; `public` and `static` hold files of the root. */
function withUsualMounts(known: Mount[], folders: ReadonlySet<string>): Mount[] {
  const mounts = [...known]
  const add = (folder: string) => {
    if (folders.has(folder) && !mounts.some((mount) => mount.folder === folder && mount.prefix === ''))
      mounts.push({ prefix: '', folder, isCertain: false })
  }
  // What a generator says leaves nothing to guess.
  if (!known.some(({ root, folder }) => root && folder === '')) add('')
  for (const name of ['docs', 'content', 'src/content/docs', 'src/pages', 'pages', 'src', 'website']) add(name)
  const statics = [...folders].filter((folder) => nameOf(folder) === 'public' || nameOf(folder) === 'static')
  for (const folder of statics.slice(0, STATIC_FOLDERS_MAX)) add(folder)
  return mounts
}

function pageRedirects(pages: ReadonlyMap<string, PageFacts>): Redirect[] {
  const redirects: Redirect[] = []
  for (const [path, { frontMatter }] of pages) {
    for (const from of frontMatter.redirectsFrom) {
      // Hugo also has aliases that are relative to the page; those are told from names by their slash.
      if (!from.includes('/')) continue
      redirects.push({ from, to: `/${path}`, path, at: { line: 1, start: 0, end: 0 }, toAt: null, folder: folderOf(path) })
    }
  }
  return redirects
}

/** Where no configuration says how addresses are made: nobody numbers most files for anything but their order. */
function areNumbered(pages: ReadonlyMap<string, PageFacts>): boolean {
  const numbered = [...pages.keys()].filter((path) => withoutNumbers(path) !== path)
  return numbered.length > pages.size / 2
}

function addressesOf(
  pages: ReadonlyMap<string, PageFacts>,
  mounts: Mount[],
  stripsNumbers: boolean,
): Pick<Site, 'routes' | 'addresses'> {
  const routes = new Map<Mount, Map<string, string>>()
  const addresses = new Map<Mount, Map<string, readonly string[]>>()
  for (const mount of mounts) {
    const byAddress = new Map<string, string>()
    const byPage = new Map<string, readonly string[]>()
    for (const [path, { frontMatter }] of pages) {
      const isPlain = !mount.route && !mount.hasDocumentIds && !(stripsNumbers && /\d/.test(path))
      if ((isPlain && frontMatter.routes.length === 0) || !isBelow(path, mount.folder)) continue
      const own = addressesBelow(mount, path, frontMatter, stripsNumbers)
      byPage.set(path, own)
      for (const address of own) if (!byAddress.has(address)) byAddress.set(address, path)
    }
    routes.set(mount, byAddress)
    addresses.set(mount, byPage)
  }
  return { routes, addresses }
}

/** An id is the path below the folder of the documents; a page may replace its last part. */
function documentsOf(pages: ReadonlyMap<string, PageFacts>, mounts: Mount[]): Map<string, Map<string, string>> {
  const documents = new Map<string, Map<string, string>>()
  for (const { folder, hasDocumentIds } of mounts) if (hasDocumentIds) documents.set(folder, new Map())
  for (const [folder, ids] of documents) {
    for (const [path, { frontMatter }] of pages) {
      if (!isBelow(path, folder)) continue
      const below = withoutPageEnding(path).slice(folder === '' ? 0 : folder.length + 1)
      for (const id of [withoutNumbers(below), below])
        ids.set(frontMatter.id === null ? id : (joinPath(folderOf(id), frontMatter.id) ?? id), path)
    }
  }
  return documents
}

function groupByName(pages: ReadonlyMap<string, PageFacts>, stripsNumbers: boolean): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const path of pages.keys()) {
    const full = withoutPageEnding(path).replace(/\/(?:index|README|_index)$/i, '')
    const bare = stripsNumbers ? withoutNumbers(full) : full
    const group = groups.get(nameOf(bare))
    if (group) group.push(bare)
    else groups.set(nameOf(bare), [bare])
  }
  return groups
}
