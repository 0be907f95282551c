import { folderOf, isBelow, joinPath, nameOf } from '../../lib/repository-path.ts'
import { linkRulesOf } from './link-rules.ts'
import type { Site } from './site.ts'
import { fallbacksOf, mountsFor, rootOf } from './site-mounts.ts'
import { isPagePath, withoutNumbers, withoutPageEnding } from './site-path.ts'

const ENDINGS = ['.mdx', '.md', '.markdown']
const INDEXES = ['index', 'README', 'readme', '_index', 'Readme']

/** The file that an address from the root of the site leads to. */
export function findAbsolute(site: Site, from: string, path: string): string | null {
  const clean = joinPath(path)
  if (clean === null) return null
  const route = withoutPageEnding(clean)
    .replace(/\.html?$/i, '')
    .replace(/(?:^|\/)(?:index|README)$/i, '')
  const { needsSlashForIndex } = linkRulesOf(rootOf(site, from)?.generator)
  const mounts = mountsFor(site, from)
  // A translation comes before what it is a translation of: generators put its locale before each address on its pages.
  const locale = mounts.find((mount) => mount.locale !== undefined && isBelow(from, mount.folder))?.locale
  for (const start of locale === undefined ? [''] : [`${locale}/`, '']) {
    for (const mount of mounts) {
      const routed = site.routes.get(mount)?.get(start + clean) ?? site.routes.get(mount)?.get(start + route)
      const isNamed = routed !== undefined && !(isPagePath(clean) && !routed.endsWith(nameOf(clean)))
      if (isNamed && !(needsSlashForIndex && isUnnamedIndex(routed, clean) && !path.endsWith('/'))) return routed
      if (mount.route || !isBelow(start + clean, mount.prefix)) continue
      const below = (start + clean).slice(mount.prefix === '' ? 0 : mount.prefix.length + 1)
      const found = findFile(site, joinPath(mount.folder, below)!)
      if (found === null && mount.scripts) {
        const script = findScript(site, joinPath(mount.folder, below)!, mount.scripts)
        if (script !== null) return script
      }
      if (found === null || (needsSlashForIndex && isUnnamedIndex(found, clean) && !path.endsWith('/'))) continue
      return found
    }
  }
  return fromContentRoots(site, from, clean)
}

/** A page that is a program: `pages/about.tsx`, `pages/about/index.tsx`, `app/about/page.tsx`. */
function findScript(site: Site, path: string, endings: readonly string[]): string | null {
  const bare = path.replace(/\.html?$/i, '')
  for (const ending of endings)
    for (const name of [bare, `${bare}/index`, `${bare}/page`]) if (site.files.has(name + ending)) return name + ending
  return null
}

/** True when a target names the folder, and not the index in it. */
function isUnnamedIndex(found: string, target: string): boolean {
  return (
    isPagePath(found) &&
    /^index$/i.test(nameOf(withoutPageEnding(found))) &&
    !/(?:^|\/)index(?:\.\w+)?$/i.test(target) &&
    target !== ''
  )
}

/** From the file, and, for a target that is no file name, also from the address of the page with and without a slash at its end. */
export function findRelative(site: Site, from: string, path: string): string | null {
  const bare = withoutPageEnding(from)
  const rules = linkRulesOf(rootOf(site, from)?.generator)
  const bases = [
    folderOf(from),
    ...fallbacksOf(site, from).map(({ folder, fallback }) => fallback + folderOf(from).slice(folder.length)),
  ]
  if (!isPagePath(path) && rules.relativeTo === 'file-or-address') {
    bases.push(bare)
    if (/^(?:index|README|_index)$/i.test(nameOf(bare))) bases.push(folderOf(folderOf(from)))
  }
  const folders = rootOf(site, from) ? mountsFor(site, from).map(({ folder }) => folder) : null
  for (const base of bases) {
    const full = joinPath(base, path)
    if (full === null) continue
    // An address does not lead out of what the site serves; only the name of a file does.
    if (folders && !/\.\w+$/.test(path) && !folders.some((folder) => isBelow(full, folder))) continue
    const found = findFile(site, full)
    if (found === null) continue
    if (rules.needsSlashForIndex && isUnnamedIndex(found, path) && !path.endsWith('/')) continue
    return found
  }
  return fromAddresses(site, from, path) ?? (path.startsWith('.') ? null : fromContentRoots(site, from, path))
}

/** From where the page is served, which its own address or the numbers of files may set apart from its file. */
function fromAddresses(site: Site, from: string, path: string): string | null {
  if (isPagePath(path)) return null
  for (const mount of mountsFor(site, from)) {
    for (const address of site.addresses.get(mount)?.get(from) ?? []) {
      for (const base of [folderOf(address), address]) {
        const full = joinPath(base, path)
        const found = full === null ? undefined : site.routes.get(mount)?.get(full.replace(/\.html?$/i, ''))
        if (found !== undefined) return found
      }
    }
  }
  const numbered = joinPath(folderOf(from), path)
  return numbered !== null && site.stripsNumbers ? (findFile(site, withoutNumbers(numbered)) ?? null) : null
}

/** Docusaurus also takes a file from the folder of the documents, of what they translate, and of the site. */
function fromContentRoots(site: Site, from: string, path: string): string | null {
  const root = rootOf(site, from)
  // Where the generator is not known, a page may have been meant from the folder of the documents.
  if (!root) return path.startsWith('/') ? null : fromAnyMount(site, path)
  if (!linkRulesOf(root.generator).hasContentRoots || !/\.\w+$/.test(path)) return null
  const folders = mountsFor(site, from).filter((mount) => mount.root && isBelow(from, mount.folder))
  for (const folder of [...folders.flatMap((mount) => [mount.folder, mount.fallback]), root.folder]) {
    const full = folder === undefined ? null : joinPath(folder, path)
    if (full !== null && site.files.has(full)) return full
  }
  return null
}

function fromAnyMount(site: Site, path: string): string | null {
  for (const { prefix, folder } of site.mounts) {
    const full = prefix === '' ? joinPath(folder, path) : null
    const found = full === null ? null : findFile(site, full)
    if (found !== null) return found
  }
  return null
}

/** A file as a link may name it: exactly, without ending, as a folder with an index page, or as the HTML made from it. */
export function findFile(site: Site, path: string): string | null {
  const { files, folders } = site
  if (files.has(path)) return path
  for (const ending of ENDINGS) if (files.has(path + ending)) return path + ending
  if (folders.has(path)) {
    const prefix = path === '' ? '' : `${path}/`
    for (const index of [...INDEXES, nameOf(path)]) {
      for (const ending of ENDINGS) if (files.has(prefix + index + ending)) return prefix + index + ending
      if (files.has(`${prefix}${index}.html`)) return `${prefix}${index}.html`
    }
    // Code hosts list a folder that has no index page.
    return path
  }
  const bare = path.replace(/\.html?$/i, '')
  // `guide/index.html` is also what `guide/README.md` becomes.
  if (bare !== path) return findFile(site, bare) ?? (nameOf(bare) === 'index' ? findFile(site, folderOf(bare)) : null)
  if (files.has(`${path}.mdoc`)) return `${path}.mdoc`
  return files.has(`${path}.html`) ? `${path}.html` : files.has(`${path}.rst`) ? `${path}.rst` : null
}
