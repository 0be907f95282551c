import { folderOf, joinPath, nameOf } from '../../../lib/repository-path.ts'
import { lineRanges } from '../line-ranges.ts'
import { allObjects, fieldOf, type Literal, readLiterals, textOf } from '../literal-tree.ts'
import { noSettings, type SiteFiles, type SiteSettings } from '../site-settings.ts'
import { redirectsIn } from './redirect-files.ts'

const CONFIG = /^docusaurus\.config\.(?:[cm]?[jt]s)$/
const SIDEBARS = /^sidebars?[\w-]*\.(?:[cm]?[jt]s|json)$/i
const VERSION_SIDEBARS = /(?:^|\/)versioned_sidebars\/version-(.+)-sidebars\.json$/

/** Fields of a side bar item that hold a document id; other texts are labels, classes and addresses. */
const ID_FIELDS = new Set(['id'])
const ITEM_LISTS_WITHOUT_IDS = new Set([
  'className',
  'customProps',
  'keywords',
  'tags',
  'dirName',
  'label',
  'description',
  'type',
])

/** Reads `docusaurus.config.*` as far as it is made of literals, the side bars, and the client redirects. */
export function readDocusaurus(files: SiteFiles): SiteSettings {
  const settings = noSettings()
  for (const [path, text] of files.texts) {
    if (!CONFIG.test(nameOf(path))) continue
    settings.stripsNumbers = true
    const site = folderOf(path)
    const tree = readLiterals(text)
    // What `@site/` stands for.
    settings.mounts.push({ prefix: '', folder: site, isCertain: false })
    addDocsFolders(files, site, tree, settings)
    addStandardFolders(files, site, settings)
    for (const { object } of allObjects(tree)) {
      for (const redirect of redirectsIn(path, text, fieldOf(object, 'redirects'), '')) settings.redirects.push(redirect)
      for (const name of ['outputDir', 'out']) {
        const generated = joinPath(site, textOf(fieldOf(object, name))?.value ?? '..')
        if (generated) settings.generated.push(generated)
      }
    }
    addSidebars(files, site, settings)
  }
  return settings
}

/** The `docs` option of a preset, and each further instance of the docs plug-in. */
function addDocsFolders(files: SiteFiles, site: string, tree: Literal, settings: SiteSettings): void {
  const base = joinPath(textOf(findField(tree, 'baseUrl'))?.value ?? '') ?? ''
  const add = (prefix: string, path: string) => {
    const folder = joinPath(site, path)
    if (folder === null || !files.folders.has(folder)) return
    const clean = joinPath(prefix) ?? ''
    settings.mounts.push({ prefix: clean, folder, isCertain: false })
    if (base !== '') settings.mounts.push({ prefix: joinPath(base, clean) ?? '', folder, isCertain: false })
  }
  let hasDocs = false
  for (const { object, names } of allObjects(tree)) {
    const isDocs =
      names.at(-1) === 'docs' || fieldOf(object, 'sidebarPath') !== undefined || fieldOf(object, 'routeBasePath') !== undefined
    if (!isDocs) continue
    const path = textOf(fieldOf(object, 'path'))?.value ?? 'docs'
    hasDocs ||= path === 'docs'
    add(textOf(fieldOf(object, 'routeBasePath'))?.value ?? (path === 'docs' ? 'docs' : path), path)
  }
  if (!hasDocs) add('docs', 'docs')
  add('', 'src/pages')
}

function findField(tree: Literal, key: string): Literal | undefined {
  for (const { object } of allObjects(tree)) {
    const found = fieldOf(object, key)
    if (found) return found
  }
  return undefined
}

/** Versions and translations have fixed places. A category's index page is generated. */
function addStandardFolders(files: SiteFiles, site: string, settings: SiteSettings): void {
  const below = site === '' ? '' : `${site}/`
  for (const folder of files.folders) {
    if (!folder.startsWith(below)) continue
    const name = folder.slice(below.length)
    const version = /^(?:([\w-]+)_)?versioned_docs\/version-([^/]+)$/.exec(name)
    if (version) settings.mounts.push({ prefix: `${version[1] ?? 'docs'}/${version[2]}`, folder, isCertain: false })
    const translation = /^i18n\/([^/]+)\/docusaurus-plugin-content-docs(?:-[\w-]+)?\/(?:current|version-[^/]+)$/.exec(name)
    if (translation) settings.mounts.push({ prefix: `${translation[1]}/docs`, folder, isCertain: false })
  }
  for (const name of ['category', 'docs/category', 'tags', 'docs/tags', 'blog', 'api']) settings.generated.push(below + name)
}

function addSidebars(files: SiteFiles, site: string, settings: SiteSettings): void {
  for (const [path, text] of files.texts) {
    const version = VERSION_SIDEBARS.exec(path)?.[1]
    const isSidebar = SIDEBARS.test(nameOf(path)) && folderOf(path) === site
    if (!isSidebar && version === undefined) continue
    const folder = version === undefined ? '' : joinPath(site, `versioned_docs/version-${version}`)!
    const rangeOf = lineRanges(text)
    for (const id of idsIn(exportedPart(text, readLiterals(text)), ''))
      settings.navigation.push({ target: id.value, kind: 'document', folder, path, at: rangeOf(id.start, id.end) })
  }
}

/** Leaves out `import` lines and `require` calls, whose texts are no ids: only objects count at the top. */
function exportedPart(text: string, tree: Literal): Literal {
  if (tree.kind !== 'opaque') return tree
  return { kind: 'array', items: tree.items.filter(({ kind }) => kind === 'object'), start: 0 }
}

function idsIn(literal: Literal, key: string): Extract<Literal, { kind: 'text' }>[] {
  if (literal.kind === 'array') {
    if (ITEM_LISTS_WITHOUT_IDS.has(key)) return []
    return literal.items.flatMap((item) => (item.kind === 'text' ? [item] : idsIn(item, key)))
  }
  if (literal.kind !== 'object') return []
  const type = textOf(fieldOf(literal, 'type'))?.value
  // Links, markup and whole folders name no document.
  if (type === 'link' || type === 'html' || type === 'autogenerated' || type === 'generated-index') return []
  return literal.entries.flatMap(({ key, value }) => {
    if (value.kind === 'text')
      return ID_FIELDS.has(key) && (type === undefined || type === 'doc' || type === 'ref') ? [value] : []
    return key === 'customProps' ? [] : idsIn(value, key)
  })
}
