import { folderOf, isBelow, joinPath, nameOf } from '../../lib/repository-path.ts'
import { findRedirect, hasWildcard } from './redirect-rules.ts'
import type { Site } from './site.ts'
import { isExternal, isPagePath, withoutNumbers, withoutPageEnding } from './site-path.ts'
import type { NavigationEntry, Redirect } from './site-settings.ts'

/** Where a target leads. `unknown` is what only the generator, the host or another site can tell; it is never a problem. */
export type Resolution =
  | { kind: 'page'; path: string; anchor: string | null; redirect: Redirect | null }
  | { kind: 'file'; path: string }
  | { kind: 'external' }
  | { kind: 'unknown' }
  | { kind: 'missing' }

const UNKNOWN: Resolution = { kind: 'unknown' }
const MISSING: Resolution = { kind: 'missing' }

/** Variables of templates, aliases of bundlers, and addresses that a generator treats in its own way. */
const COMPUTED = /\{\{|\{%|\$\{|<%|%7B%7B|[<>{}|]|^[@~$](?!site\/)|^pathname:/i

/** Files that generators make in the root of a site, or beside a page. */
const GENERATED_NAME =
  /^(?:llms(?:-full)?\.txt|sitemap\.xml|robots\.txt|rss\.xml|feed\.xml|atom\.xml|index\.xml|search|mcp|404|tags|archive)$/i

/** Pages that appear inside others: a relative link is resolved from the page that takes them in, by most generators. */
const PARTIAL = /(?:^|\/)(?:_[^/]*|snippets|partials|includes|\[[^/]*\][^/]*)(?:\/|$|\.)/

export function isPartial(path: string): boolean {
  return PARTIAL.test(path)
}

/** Resolves a link or image target of a page. Never looks at the network or the disk. */
export function resolveTarget(site: Site, from: string, target: string): Resolution {
  if (target === '') return UNKNOWN
  if (isExternal(target)) return { kind: 'external' }
  if (COMPUTED.test(target)) return UNKNOWN
  const [, rawPath = '', rawAnchor = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#([^]*))?$/.exec(target) ?? []
  const anchor = rawAnchor === '' ? null : decode(rawAnchor)
  const path = decode(rawPath)
  if (path === '') return site.pages.has(from) ? { kind: 'page', path: from, anchor, redirect: null } : UNKNOWN
  const isAbsolute = path.startsWith('/')
  const found = path.startsWith('@site/')
    ? findFromSite(site, path.slice(6))
    : isAbsolute
      ? findAbsolute(site, path)
      : findRelative(site, from, path)
  if (found !== null) return foundAt(site, found, anchor, null)
  if (path.startsWith('@site/') || site.isTruncated) return UNKNOWN
  return isAbsolute ? missingAbsolute(site, from, path) : missingRelative(site, from, path)
}

/** Resolves an entry of the navigation. */
export function resolveNavigation(site: Site, { kind, target, folder, path }: NavigationEntry): Resolution {
  if (kind === 'route') return resolveTarget(site, path, target)
  if (COMPUTED.test(target) || site.isTruncated) return UNKNOWN
  const clean = target.replace(/#.*$/, '')
  const full = joinPath(folder, clean)
  if (full === null || isUnknowable(site, full)) return UNKNOWN
  if (kind === 'document') {
    if (site.documents.has(clean) || (folder === '' && site.documents.size === 0)) return UNKNOWN
    return site.generated.some((generated) => isBelow(clean, nameOf(generated))) ? UNKNOWN : MISSING
  }
  const found = findFile(site, full) ?? site.routes.get(full) ?? null
  return found === null ? MISSING : foundAt(site, found, null, null)
}

/** Follows a redirect to its end. A loop is an end of its own. */
export function followRedirect(site: Site, first: Redirect): Resolution | { kind: 'loop' } {
  const seen = new Set<Redirect>()
  for (let redirect = first; ;) {
    if (seen.has(redirect)) return { kind: 'loop' }
    seen.add(redirect)
    // What a wildcard stands for is not known here.
    if (isExternal(redirect.to)) return { kind: 'external' }
    if (hasWildcard(redirect.to)) return UNKNOWN
    const to = redirect.to.startsWith('/') ? redirect.to : `/${joinPath(redirect.folder, redirect.to) ?? redirect.to}`
    const direct = findAbsolute(site, decode(to.replace(/[?#].*$/, '')))
    const next = findRedirect(site.redirectRules, to)
    // On most hosts a redirect goes before a page, but one that catches its own destination by a wildcard is left out.
    if (direct !== null && (next === null || next === redirect || hasWildcard(next.from)))
      return foundAt(site, direct, null, first)
    if (next === null) return resolveTarget(site, first.path, to)
    if (next !== redirect && hasWildcard(next.from) && hasWildcard(next.to)) return UNKNOWN
    redirect = next
  }
}

function foundAt(site: Site, path: string, anchor: string | null, redirect: Redirect | null): Resolution {
  return site.pages.has(path) ? { kind: 'page', path, anchor, redirect } : { kind: 'file', path }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that stands for itself.
    return text
  }
}

function findFromSite(site: Site, path: string): string | null {
  for (const { folder } of site.mounts) {
    const full = joinPath(folder, path)
    const found = full === null ? null : findFile(site, full)
    if (found !== null) return found
  }
  return null
}

function findAbsolute(site: Site, path: string): string | null {
  const clean = joinPath(path)
  if (clean === null) return null
  const route = withoutPageEnding(clean)
    .replace(/\.html?$/i, '')
    .replace(/(?:^|\/)(?:index|README)$/i, '')
  const routed = site.routes.get(clean) ?? site.routes.get(route)
  if (routed !== undefined) return routed
  for (const { prefix, folder } of site.mounts) {
    if (!isBelow(clean, prefix)) continue
    const below = prefix === '' ? clean : clean.slice(prefix.length + 1)
    const found = findFile(site, joinPath(folder, below)!)
    if (found !== null) return found
  }
  return null
}

/** From the file, and, for a target that is no file name, also from the address of the page with and without a slash at its end. */
function findRelative(site: Site, from: string, path: string): string | null {
  const bare = withoutPageEnding(from)
  const bases = [folderOf(from)]
  if (!isPagePath(path)) {
    bases.push(bare)
    if (/^(?:index|README|_index)$/i.test(nameOf(bare))) bases.push(folderOf(folderOf(from)))
    for (const route of site.pages.get(from)?.frontMatter.routes ?? []) bases.push(route, folderOf(route))
  }
  for (const base of bases) {
    const full = joinPath(base, path)
    if (full === null) continue
    const found = findFile(site, full) ?? site.routes.get(site.stripsNumbers ? withoutNumbers(full) : full)
    if (found !== undefined && found !== null) return found
  }
  // Docusaurus and MkDocs also take a path from the root of the documents.
  return path.startsWith('.') ? null : findAbsolute(site, path)
}

const ENDINGS = ['.mdx', '.md', '.markdown']
const INDEXES = ['index', 'README', 'readme', '_index', 'Readme']

/** A file as a link may name it: exactly, without ending, as a folder with an index page, or as the HTML made from it. */
function findFile(site: Site, path: string): string | null {
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
  const bare = path.replace(/\.html?$|\.mdx?$/i, '')
  if (bare !== path) return findFile(site, bare)
  return files.has(`${path}.html`) ? `${path}.html` : files.has(`${path}.rst`) ? `${path}.rst` : null
}

function missingAbsolute(site: Site, from: string, path: string): Resolution {
  const clean = joinPath(path)
  if (clean === null || GENERATED_NAME.test(nameOf(clean))) return UNKNOWN
  const redirected = viaRedirect(site, path)
  if (redirected) return redirected
  for (const { prefix, folder } of site.mounts) {
    const below = isBelow(clean, prefix) ? joinPath(folder, clean.slice(prefix === '' ? 0 : prefix.length + 1)) : null
    if (below !== null && isUnknowable(site, below)) return UNKNOWN
  }
  if (isUnknowable(site, clean)) return UNKNOWN
  if (site.mounts.some(({ isCertain, folder }) => isCertain && isBelow(from, folder))) return MISSING
  // Some folder that is not known to be the root may be it.
  const bare = withoutPageEnding(clean).replace(/\.html?$/i, '')
  if (site.pathsByName.get(nameOf(bare))?.some((known) => known === bare || known.endsWith(`/${bare}`))) return UNKNOWN
  const [first = '', second] = clean.split('/')
  const isClaimed = site.mounts.some(
    ({ prefix, folder }) => prefix === first || (prefix === '' && site.folders.has(joinPath(folder, first)!)),
  )
  return second !== undefined && isClaimed ? MISSING : UNKNOWN
}

function missingRelative(site: Site, from: string, path: string): Resolution {
  const full = joinPath(folderOf(from), path)
  // Above the root of the repository are pages of the code host, such as its issues.
  if (full === null || isUnknowable(site, full) || isPartial(from)) return UNKNOWN
  if (GENERATED_NAME.test(nameOf(full))) return UNKNOWN
  const redirected = viaRedirect(site, full)
  if (redirected) return redirected
  for (const { folder, prefix } of site.mounts) {
    if (!isBelow(full, folder)) continue
    const route = joinPath(prefix, full.slice(folder === '' ? 0 : folder.length + 1))!
    const other = viaRedirect(site, route)
    if (other) return other
    if (isUnknowable(site, route)) return UNKNOWN
  }
  const fromRoute = joinPath(withoutPageEnding(from), path)
  return fromRoute !== null && isUnknowable(site, fromRoute) ? UNKNOWN : MISSING
}

/** A link that a redirect catches works. Where the redirect itself leads nowhere, that is said of the redirect, once. */
function viaRedirect(site: Site, path: string): Resolution | null {
  const redirect = findRedirect(site.redirectRules, path)
  if (!redirect) return null
  const end = followRedirect(site, redirect)
  return end.kind === 'page' ? { ...end, anchor: null, redirect } : UNKNOWN
}

function isUnknowable(site: Site, path: string): boolean {
  return site.generated.some((folder) => isBelow(path, folder)) || site.unscanned.some((folder) => isBelow(path, folder))
}
