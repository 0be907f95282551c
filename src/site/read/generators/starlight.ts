import { folderOf, joinPath, nameOf } from '../../../lib/repository-path.ts'
import { lineRanges } from '../line-ranges.ts'
import { allObjects, fieldOf, type Literal, readLiterals, textOf } from '../literal-tree.ts'
import { isExternal } from '../site-path.ts'
import { type Mount, noSettings, type SiteFiles, type SiteRoot, type SiteSettings } from '../site-settings.ts'
import { redirectsIn } from './redirect-files.ts'

/** Plug-ins that add no pages. */
const PLUGIN = /['"](?:starlight|@\w+\/starlight)-([\w-]+)['"]/g
const WITHOUT_PAGES = /^(?:links-validator|image-zoom|theme|heading-badges|scroll-to-top|kbd|llms-txt|sidebar-topics|tailwind)/

/** Reads `astro.config.*` of Astro Starlight: pages are in `src/content/docs`, those of a language in its folder. */
export function readStarlight(files: SiteFiles): SiteSettings {
  const settings = noSettings()
  for (const [path, text] of files.texts) {
    if (!/^astro\.config\.[cm]?[jt]s$/.test(nameOf(path)) || !/starlight/.test(text)) continue
    const root: SiteRoot = { generator: 'starlight', folder: folderOf(path) }
    const tree = readLiterals(text)
    const isCertain = [...text.matchAll(PLUGIN)].every(([, name = '']) => WITHOUT_PAGES.test(name))
    settings.roots.push(root)
    settings.slugStyle = 'loose'
    for (const mount of mountsIn(files, root, tree, isCertain)) settings.mounts.push(mount)
    addSidebar(path, text, tree, joinPath(root.folder, 'src/content/docs')!, settings)
    for (const { object } of allObjects(tree))
      for (const redirect of redirectsIn(path, text, fieldOf(object, 'redirects'), root.folder)) settings.redirects.push(redirect)
  }
  return settings
}

function mountsIn(files: SiteFiles, root: SiteRoot, tree: Literal, isCertain: boolean): Mount[] {
  const docs = joinPath(root.folder, 'src/content/docs')!
  const base = joinPath(firstText(tree, 'base') ?? '') ?? ''
  const first = firstText(tree, 'defaultLocale')
  const names = allObjects(tree).flatMap(({ object }) => {
    const list = fieldOf(object, 'locales')
    return list?.kind === 'object' ? list.entries.map(({ key }) => key) : []
  })
  const exported = allObjects(tree).flatMap(({ object }) =>
    object.entries.filter(({ value }) => fieldOf(value, 'label') && fieldOf(value, 'lang')).map(({ key }) => key),
  )
  const locales = [...new Set([...names, ...exported])].filter(
    (name) => /^[\w-]+$/.test(name) && name !== 'root' && name !== first,
  )
  // A page that is not translated is served in the first language, at the address of the translation.
  const written = first !== undefined && files.folders.has(`${docs}/${first}`) ? `${docs}/${first}` : docs
  const mounts: Mount[] = [
    { prefix: '', folder: docs, isCertain, root, route: slugged },
    { prefix: '', folder: joinPath(root.folder, 'src/pages')!, isCertain, root, scripts: ['.astro', '.ts', '.js'] },
    { prefix: '', folder: joinPath(root.folder, 'public')!, isCertain, root },
    ...locales.flatMap((locale): Mount[] => [
      { prefix: locale, folder: `${docs}/${locale}`, isCertain, root, locale, route: slugged },
      { prefix: locale, folder: written, isCertain, root, route: slugged },
    ]),
  ]
  return base === '' ? mounts : [...mounts, ...mounts.map((mount) => ({ ...mount, prefix: joinPath(base, mount.prefix)! }))]
}

/** Addresses are in small letters, without dots, and with dashes for spaces. */
function slugged(below: string): string {
  return below
    .toLowerCase()
    .replace(/ /g, '-')
    .replace(/[^\p{L}\p{N}_/-]/gu, '')
}

function firstText(tree: Literal, key: string): string | undefined {
  for (const { object } of allObjects(tree)) {
    const found = fieldOf(object, key)
    if (found?.kind === 'text') return found.value
  }
  return undefined
}

/** `'guides/start'`, `{ slug: 'guides/start' }` or `{ link: '/guides/start/' }`. */
function addSidebar(path: string, text: string, tree: Literal, folder: string, settings: SiteSettings): void {
  const rangeOf = lineRanges(text)
  const add = (item: Literal | undefined, kind: 'path' | 'route') => {
    if (item?.kind !== 'text' || isExternal(item.value) || (kind === 'route' && !item.value.startsWith('/'))) return
    settings.navigation.push({ target: item.value, kind, folder, path, at: rangeOf(item.start, item.end) })
  }
  const walk = (literal: Literal) => {
    if (literal.kind === 'text') return add(literal, 'path')
    if (literal.kind !== 'object') return literal.items.forEach(walk)
    add(textOf(fieldOf(literal, 'slug')), 'path')
    add(textOf(fieldOf(literal, 'link')), 'route')
    const items = fieldOf(literal, 'items')
    if (items) walk(items)
  }
  for (const { object } of allObjects(tree)) {
    const sidebar = fieldOf(object, 'sidebar')
    if (sidebar) walk(sidebar)
  }
}
