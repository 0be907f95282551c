import { folderOf, joinPath, nameOf } from '../../../lib/repository-path.ts'
import { allArrays, allObjects, fieldOf, type Literal, objectOf, readLiterals, textOf } from '../literal-tree.ts'
import { lineRanges } from '../line-ranges.ts'
import { isExternal, withoutNumbers } from '../site-path.ts'
import { type Mount, noSettings, type SiteFiles, type SiteRoot, type SiteSettings } from '../site-settings.ts'
import { type DocsInstance, addSidebars } from './docusaurus-sidebars.ts'
import { redirectsIn } from './redirect-files.ts'

const CONFIG = /^docusaurus\.config\.(?:[cm]?[jt]s)$/

/** Presets, plug-ins and themes that add no pages beside those of the content plug-ins. */
const WITHOUT_PAGES =
  /^(?:classic|@docusaurus\/preset-classic|(?:@docusaurus\/)?(?:plugin-|theme-)?(?:content-(?:docs|blog|pages)|client-redirects|sitemap|ideal-image|pwa|debug|svgr|css-cascade-layers|google-(?:analytics|gtag|tag-manager)|vercel-analytics|rsdoctor|live-codeblock|mermaid|search-algolia|classic)|docusaurus-plugin-sass|docusaurus-lunr-search|@easyops-cn\/docusaurus-search-local)$/

const SCRIPTS = ['.js', '.jsx', '.ts', '.tsx']

interface Config {
  root: SiteRoot
  tree: Literal
  files: SiteFiles
}

/** Reads `docusaurus.config.*` as far as it is made of literals, the side bars, and the client redirects. */
export function readDocusaurus(files: SiteFiles): SiteSettings {
  const settings = noSettings()
  for (const [path, text] of files.texts) {
    if (!CONFIG.test(nameOf(path))) continue
    const folder = folderOf(path)
    // A second configuration beside the first builds the same folders in another way.
    if (settings.mounts.some(({ root }) => root?.folder === folder)) continue
    const tree = readLiterals(text)
    const compilesMarkdown = !['detect', 'md'].includes(firstText(tree, 'format') ?? 'mdx')
    const config: Config = { root: { generator: 'docusaurus', folder, compilesMarkdown }, tree, files }
    const instances = docsInstances(config)
    const mounts = [
      ...instances.flatMap((instance) => docsMounts(config, instance)),
      ...contentMounts(config, 'blog'),
      ...contentMounts(config, 'pages'),
    ]
    addMounts(config, mounts, settings)
    addAssets(config, path, text, settings)
    for (const { object } of allObjects(config.tree)) {
      for (const redirect of redirectsIn(path, text, fieldOf(object, 'redirects'), folder)) settings.redirects.push(redirect)
      for (const name of ['outputDir', 'out']) {
        const generated = joinPath(folder, textOf(fieldOf(object, name))?.value ?? '..')
        if (generated) settings.generated.push(generated)
      }
    }
    for (const instance of instances) addSidebars(files, folder, instance, settings)
  }
  return settings
}

/** The `docs` option of a preset, and each further instance of the docs plug-in. */
function docsInstances({ root, tree, files }: Config): DocsInstance[] {
  const found: DocsInstance[] = []
  const add = (options: Literal | undefined) => {
    const path = options ? (textIn(options, 'path') ?? 'docs') : 'docs'
    const folder = joinPath(root.folder, path)
    if (folder === null || !files.folders.has(folder) || found.some((other) => other.folder === folder)) return
    const id = (options && textIn(options, 'id')) ?? ''
    const sidebars = options && textIn(options, 'sidebarPath')
    const last = options && fieldOf(options, 'lastVersion')
    const versions = options && isTrue(fieldOf(options, 'disableVersioning')) ? [] : versionsOf(files, root.folder, id)
    found.push({
      id: id === 'default' ? '' : id,
      folder,
      prefix: joinPath((options && textIn(options, 'routeBasePath')) ?? 'docs') ?? 'docs',
      sidebarPath: sidebars === undefined ? null : joinPath(root.folder, sidebars),
      versions,
      lastVersion: last === undefined ? (versions[0] ?? null) : last.kind === 'text' ? last.value : null,
    })
  }
  for (const { object, names } of allObjects(tree)) {
    const isPreset = names.at(-1) === 'docs' && names.includes('presets')
    if (isPreset || (fieldOf(object, 'sidebarPath') && names.at(-1) !== 'blog')) add(object)
  }
  for (const options of pluginOptions(tree, /content-docs$/)) add(options)
  const isOff = allObjects(tree).some(({ object }) => isFalse(fieldOf(object, 'docs')))
  if (found.length === 0 && !isOff) add(undefined)
  return found
}

function versionsOf(files: SiteFiles, site: string, id: string): string[] {
  const text = files.texts.get(joinPath(site, id === '' || id === 'default' ? 'versions.json' : `${id}_versions.json`) ?? '')
  const tree = text === undefined ? undefined : readLiterals(text)
  return tree?.kind === 'array' ? tree.items.flatMap((item) => (item.kind === 'text' ? [item.value] : [])) : []
}

function docsMounts({ root, files }: Config, instance: DocsInstance): Mount[] {
  const { id, folder, prefix, versions, lastVersion } = instance
  const shared = { root, isCertain: true, route: withoutNumbers, hasOwnSlugs: true, hasDocumentIds: true }
  const below = (name: string) => joinPath(prefix, name)!
  const versionFolder = (version: string) =>
    joinPath(root.folder, `${id === '' ? '' : `${id}_`}versioned_docs/version-${version}`)!
  const newest = lastVersion ?? versions[0]
  const mounts: Mount[] = versions.map((version) => ({
    ...shared,
    prefix: version === newest ? prefix : below(version),
    folder: versionFolder(version),
    version,
  }))
  const isNext = versions.length > 0 && newest !== 'current'
  mounts.push({ ...shared, prefix: isNext ? below('next') : prefix, folder })
  // Where the configuration computes which version is the newest, it may be the one that is being written.
  if (isNext && lastVersion === null) mounts.push({ ...shared, prefix, folder })
  const translations = mounts.flatMap((mount) =>
    localesOf(files, root.folder).map((locale) => ({
      ...mount,
      prefix: joinPath(locale, mount.prefix)!,
      folder: joinPath(
        root.folder,
        `i18n/${locale}/docusaurus-plugin-content-docs${id === '' ? '' : `-${id}`}`,
        mount.version === undefined ? 'current' : `version-${mount.version}`,
      )!,
      locale,
      fallback: mount.folder,
    })),
  )
  return [...mounts, ...translations].filter((mount) => files.folders.has(mount.folder))
}

/** The blog and the pages under `src/pages`, each with its translations. */
function contentMounts({ root, tree, files }: Config, kind: 'blog' | 'pages'): Mount[] {
  const usual = kind === 'blog' ? { path: 'blog', prefix: 'blog' } : { path: 'src/pages', prefix: '' }
  const options = [
    ...allObjects(tree)
      .filter(({ names }) => names.at(-1) === kind && names.includes('presets'))
      .map(({ object }) => object),
    ...pluginOptions(tree, kind === 'blog' ? /content-blog$/ : /content-pages$/),
  ]
  const shared = {
    root,
    isCertain: true,
    hasOwnSlugs: true,
    ...(kind === 'blog' ? { route: datedRoute, hasList: true } : { scripts: SCRIPTS }),
  }
  const mounts = (options.length === 0 ? [undefined] : options).flatMap((option): Mount[] => {
    const folder = joinPath(root.folder, (option && textIn(option, 'path')) ?? usual.path)
    const id = option && textIn(option, 'id')
    if (folder === null) return []
    const prefix = joinPath((option && textIn(option, 'routeBasePath')) ?? usual.prefix) ?? ''
    const translations = localesOf(files, root.folder).map((locale) => ({
      ...shared,
      prefix: joinPath(locale, prefix)!,
      folder: joinPath(root.folder, `i18n/${locale}/docusaurus-plugin-content-${kind}${id === undefined ? '' : `-${id}`}`)!,
      locale,
      fallback: folder,
    }))
    return [{ ...shared, prefix, folder }, ...translations]
  })
  return mounts.filter(({ folder }) => files.folders.has(folder))
}

/** `2024-05-01-name` and `2024/05/01/name` are both served at `2024/05/01/name`. */
function datedRoute(below: string): string {
  const found = /^(.*?)(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/]?(.*)$/.exec(below)
  if (!found) return below
  const [, before = '', year, month, day, rest = ''] = found
  return joinPath(before, `${year}/${month}/${day}`, rest.replace(/(?:^|\/)index$/, ''))!
}

function localesOf(files: SiteFiles, site: string): string[] {
  const folder = joinPath(site, 'i18n')!
  return [...files.folders].filter((path) => folderOf(path) === folder).map((path) => nameOf(path))
}

/** The mounts of the content, those at which `baseUrl` puts them, and what the plug-ins write beside the pages. */
function addMounts(config: Config, mounts: Mount[], settings: SiteSettings): void {
  const { root, tree } = config
  settings.roots.push(root)
  const base = joinPath(firstText(tree, 'baseUrl') ?? '') ?? ''
  const isClosed = hasOnlyKnownPlugins(tree)
  const certain = mounts.map((mount) => ({ ...mount, isCertain: isClosed || mount.prefix !== '' }))
  for (const mount of certain) {
    settings.mounts.push(mount)
    for (const name of ['category', 'tags', 'page', 'archive', 'authors']) settings.generated.push(joinPath(mount.folder, name)!)
    if (base !== '') settings.mounts.push({ ...mount, prefix: joinPath(base, mount.prefix)! })
  }
  for (const folder of staticFolders(tree)) {
    const path = joinPath(root.folder, folder)
    if (path !== null) settings.mounts.push({ prefix: '', folder: path, isCertain: isClosed, root })
    if (path !== null && base !== '') settings.mounts.push({ prefix: base, folder: path, isCertain: isClosed, root })
  }
}

/** The icon, the picture for cards and the logos. All are named below the folders of static files. */
function addAssets({ root, tree }: Config, path: string, text: string, settings: SiteSettings): void {
  const rangeOf = lineRanges(text)
  const folders = staticFolders(tree).flatMap((folder) => joinPath(root.folder, folder) ?? [])
  for (const { object, names } of allObjects(tree)) {
    for (const { key, value } of object.entries) {
      const isLogo = names.at(-1) === 'logo' && (key === 'src' || key === 'srcDark')
      if (value.kind !== 'text' || !(key === 'favicon' || isLogo) || isExternal(value.value)) continue
      settings.assets.push({ target: value.value, folders, path, at: rangeOf(value.start, value.end) })
    }
  }
}

function staticFolders(tree: Literal): string[] {
  for (const { object } of allObjects(tree)) {
    const list = fieldOf(object, 'staticDirectories')
    if (list?.kind === 'array') return list.items.flatMap((item) => textOf(item)?.value ?? [])
  }
  return ['static']
}

function hasOnlyKnownPlugins(tree: Literal): boolean {
  for (const { object } of allObjects(tree)) {
    for (const key of ['plugins', 'presets', 'themes']) {
      const list = fieldOf(object, key)
      if (list === undefined || list.kind === 'text') continue
      if (list.kind !== 'array') return false
      for (const item of list.items) {
        const name = textOf(item.kind === 'array' ? item.items[0] : item)?.value
        if (name === undefined || !WITHOUT_PAGES.test(name)) return false
      }
    }
  }
  return true
}

/** The options of each `['name', { … }]` whose name fits. */
function pluginOptions(tree: Literal, name: RegExp): Literal[] {
  return allArrays(tree).flatMap(({ items }) => {
    const head = textOf(items[0])?.value
    return head !== undefined && name.test(head) ? (objectOf(items[1]) ?? []) : []
  })
}

function textIn(literal: Literal, key: string): string | undefined {
  return textOf(fieldOf(literal, key))?.value
}

function firstText(tree: Literal, key: string): string | undefined {
  for (const { object } of allObjects(tree)) {
    const found = textIn(object, key)
    if (found !== undefined) return found
  }
  return undefined
}

function isTrue(literal: Literal | undefined): boolean {
  return literal?.kind === 'opaque' && literal.source.trim() === 'true'
}

function isFalse(literal: Literal | undefined): boolean {
  return literal?.kind === 'opaque' && literal.source.trim() === 'false'
}
