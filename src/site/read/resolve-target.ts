import { folderOf, isBelow, joinPath, nameOf } from '../../lib/repository-path.ts'
import { findAbsolute, findFile, findRelative } from './find-target-file.ts'
import { findRedirect, hasWildcard } from './redirect-rules.ts'
import type { TargetKind } from './page-facts.ts'
import type { Site } from './site.ts'
import { mountsFor, rootOf } from './site-mounts.ts'
import { isExternal, withoutPageEnding } from './site-path.ts'
import type { NavigationEntry, Redirect, SiteRoot } from './site-settings.ts'

/**
 * Why a target could not be judged: a template or a bundler computes it, the build writes or the scan left out what it names, its page
 * is a part of others whose places are not known, a plug-in or another site of the same host may serve it, or a redirect leads away.
 */
export type UnknownReason = 'computed' | 'generated' | 'partial' | 'elsewhere' | 'redirected'

/** Where a target leads. `unknown` is what only the generator, the host or another site can tell; it is never a problem. */
export type Resolution =
  | { kind: 'page'; path: string; anchor: string | null; redirect: Redirect | null }
  | { kind: 'file'; path: string }
  | { kind: 'external' }
  | { kind: 'unknown'; why: UnknownReason }
  | { kind: 'missing' }

const MISSING: Resolution = { kind: 'missing' }

function unknown(why: UnknownReason): Resolution {
  return { kind: 'unknown', why }
}

/** Variables of templates, aliases of bundlers, and addresses that a generator treats in its own way. */
const COMPUTED = /\{\{|\{%|\$\{|<%|%7B%7B|[<>{}|]|^[@~$](?!site\/)|^pathname:/i

/** Files that generators make in the root of a site, or beside a page. */
const GENERATED_NAME =
  /^(?:llms(?:-full)?\.txt|sitemap(?:[\w-]*)\.xml|robots\.txt|rss\.xml|feed\.(?:xml|json)|atom\.xml|index\.xml|search|mcp|404|tags|archive)$/i

/** What programs of a repository write has such a folder by custom, which git ignores. */
export const GENERATED_FOLDER = /(?:^|\/)(?:_{0,2}generated_{0,2}|\.cache)(?:\/|$)/

/** Pages that appear inside others: a relative link is resolved from the page that takes them in, by most generators. */
const PARTIAL = /(?:^|\/)(?:_(?!index\.)[^/]*|snippets|partials|includes|\[[^/]*\][^/]*)(?:\/|$|\.)/

/** A folder of pages may itself have such a name; what counts is the path below it. */
export function isPartial(site: Site, path: string): boolean {
  const mounted = mountsFor(site, path).find((mount) => mount.root && isBelow(path, mount.folder))
  const folder = mounted?.folder ?? ''
  // Beside the pages of a site are texts that its programs put somewhere.
  const isBeside = !mounted && site.roots.some((root) => root.folder !== '' && isBelow(path, root.folder))
  if (isBeside && !/^[A-Z_-]+\.\w+$/.test(nameOf(path))) return true
  return PARTIAL.test(folder === '' ? path : path.slice(folder.length))
}

/** Resolves a link or image target of a page. Never looks at the network or the disk. */
export function resolveTarget(site: Site, from: string, target: string, kind: TargetKind = 'inline'): Resolution {
  if (target === '') return unknown('computed')
  if (isExternal(target)) return { kind: 'external' }
  if (COMPUTED.test(target)) return unknown('computed')
  const [, rawPath = '', rawAnchor = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#([^]*))?$/.exec(target) ?? []
  const anchor = rawAnchor === '' ? null : decode(rawAnchor)
  const path = decode(rawPath)
  if (path === '') return site.pages.has(from) ? { kind: 'page', path: from, anchor, redirect: null } : unknown('computed')
  if (path.startsWith('@site/')) return fromSite(site, from, path.slice('@site/'.length), anchor)
  const isAbsolute = path.startsWith('/')
  const found = isAbsolute ? findAbsolute(site, from, path) : findRelative(site, from, path)
  if (found !== null) return foundAt(site, found, anchor, null)
  if (site.isTruncated) return unknown('generated')
  if (isAbsolute && (kind === 'jsx' || kind === 'html') && isBelowBase(site, from, path)) return unknown('elsewhere')
  return isAbsolute ? missingAbsolute(site, from, path) : missingRelative(site, from, path)
}

/** Docusaurus: from the folder of the site, with the name that the file has. */
function fromSite(site: Site, from: string, path: string, anchor: string | null): Resolution {
  const roots = rootOf(site, from)?.generator === 'docusaurus' ? [rootOf(site, from)!] : site.roots
  for (const { folder } of roots) {
    const full = joinPath(folder, path)
    const found = full === null ? null : findFile(site, full)
    if (found !== null) return foundAt(site, found, anchor, null)
  }
  const full = joinPath(roots[0]?.folder ?? '', path)
  return roots.length === 0 || site.isTruncated || full === null || isUnknowable(site, full) ? unknown('generated') : MISSING
}

/** Resolves an entry of the navigation. */
export function resolveNavigation(site: Site, entry: NavigationEntry): Resolution {
  const { kind, target, folder, path } = entry
  if (kind === 'route') return resolveTarget(site, `${folder === '' ? '' : `${folder}/`}index.md`, addressOfEntry(entry))
  if (COMPUTED.test(target)) return unknown('computed')
  const clean = target.replace(/#.*$/, '')
  const full = joinPath(folder, clean)
  if (full === null || site.isTruncated) return unknown('generated')
  const document = kind === 'document' ? site.documents.get(folder)?.get(clean) : undefined
  const found = kind === 'document' ? document : (findFile(site, full) ?? findAbsolute(site, path, `/${clean}`) ?? undefined)
  if (found !== undefined) return foundAt(site, found, null, null)
  return isUnknowable(site, full) ? unknown('generated') : MISSING
}

/** The address that an entry means. */
export function addressOfEntry({ base, target }: NavigationEntry): string {
  return base === undefined ? target : base + target.replace(/^\//, base.endsWith('/') ? '' : '/')
}

/** Follows a redirect to its end. A loop is an end of its own. */
export function followRedirect(site: Site, first: Redirect): Resolution | { kind: 'loop' } {
  const seen = new Set<Redirect>()
  for (let redirect = first; ;) {
    if (seen.has(redirect))
      return isSameAddress(redirect.from, redirect.to) || seen.size > 1 ? { kind: 'loop' } : unknown('redirected')
    seen.add(redirect)
    // What a wildcard stands for is not known here.
    if (isExternal(redirect.to)) return { kind: 'external' }
    if (hasWildcard(redirect.to)) return unknown('computed')
    const isFile = !redirect.to.startsWith('/')
    const to = isFile ? `/${joinPath(redirect.folder, redirect.to) ?? redirect.to}` : redirect.to
    const clean = decode(to.replace(/[?#].*$/, ''))
    const direct = isFile ? findFile(site, clean.slice(1)) : findAbsolute(site, redirect.path, clean)
    const next = findRedirect(site.redirectRules, to)
    // On most hosts a redirect goes before a page, but one that catches its own destination by a wildcard is left out.
    if (direct !== null && (next === null || next === redirect || hasWildcard(next.from)))
      return foundAt(site, direct, null, first)
    if (next === null) return isFile && !isUnknowable(site, clean.slice(1)) ? MISSING : resolveTarget(site, first.path, to)
    if (next !== redirect && hasWildcard(next.from) && hasWildcard(next.to)) return unknown('computed')
    redirect = next
  }
}

/** `/a.html` and `/a` are two addresses to a host, though one page has both. */
function isSameAddress(from: string, to: string): boolean {
  return from.replace(/\/$/, '') === to.replace(/[?#].*$/, '').replace(/\/$/, '')
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

function missingAbsolute(site: Site, from: string, path: string): Resolution {
  const clean = joinPath(path)
  if (clean === null || GENERATED_NAME.test(nameOf(clean))) return unknown('generated')
  const redirected = viaRedirect(site, path)
  if (redirected) return redirected
  const mounts = mountsFor(site, from).filter(({ prefix }) => isBelow(clean, prefix))
  for (const { prefix, folder, hasList } of mounts) {
    if (hasList && clean === prefix) return unknown('generated')
    const below = joinPath(folder, clean.slice(prefix === '' ? 0 : prefix.length + 1))
    if (below !== null && isUnknowable(site, below)) return unknown('generated')
  }
  if (isUnknowable(site, clean)) return unknown('generated')
  const rooted = mounts.filter(({ root }) => root !== undefined)
  if (rooted.length > 0) {
    // The mount with the longest prefix is the one that would have to serve it.
    const longest = rooted.reduce((length, { prefix }) => Math.max(length, prefix.length), 0)
    const closest = rooted.filter(({ prefix }) => prefix.length === longest)
    if (closest.every(({ isCertain }) => isCertain) || isAsset(rootOf(site, from), clean)) return MISSING
    if (rootOf(site, from)) return unknown('elsewhere')
  }
  return missingFromGuess(site, clean)
}

/** Sites of Mintlify are often served below `/docs` of a host. Links of Markdown get that from the host, those of components don't. */
function isBelowBase(site: Site, from: string, path: string): boolean {
  if (rootOf(site, from)?.generator !== 'mintlify' || !path.startsWith('/docs/')) return false
  return findAbsolute(site, from, path.slice('/docs'.length)) !== null
}

/** Docusaurus looks pictures up itself, whatever plug-ins serve. */
function isAsset(root: SiteRoot | undefined, path: string): boolean {
  return root?.generator === 'docusaurus' && /\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|webm)$/i.test(path)
}

/** Where the root is not known: some folder that is not known to be it may be it. */
function missingFromGuess(site: Site, clean: string): Resolution {
  const bare = withoutPageEnding(clean).replace(/\.html?$/i, '')
  if (site.pathsByName.get(nameOf(bare))?.some((known) => known === bare || known.endsWith(`/${bare}`)))
    return unknown('elsewhere')
  const [first = '', second] = clean.split('/')
  const isClaimed = site.mounts.some(
    ({ prefix, folder }) => prefix === first || (prefix === '' && site.folders.has(joinPath(folder, first)!)),
  )
  return second !== undefined && isClaimed ? MISSING : unknown('elsewhere')
}

function missingRelative(site: Site, from: string, path: string): Resolution {
  const full = joinPath(folderOf(from), path)
  // Above the root of the repository are pages of the code host, such as its issues.
  if (full === null) return unknown('elsewhere')
  if (isUnknowable(site, full)) return unknown('generated')
  if (isPartial(site, from)) return unknown('partial')
  if (GENERATED_NAME.test(nameOf(full))) return unknown('generated')
  const redirected = viaRedirect(site, full)
  if (redirected) return redirected
  for (const { folder, prefix } of mountsFor(site, from)) {
    if (!isBelow(full, folder)) continue
    const route = joinPath(prefix, full.slice(folder === '' ? 0 : folder.length + 1))!
    const other = viaRedirect(site, route)
    if (other) return other
    if (isUnknowable(site, route)) return unknown('generated')
  }
  const fromRoute = joinPath(withoutPageEnding(from), path)
  return fromRoute !== null && isUnknowable(site, fromRoute) ? unknown('generated') : MISSING
}

/** A link that a redirect catches works. Where the redirect itself leads nowhere, that is said of the redirect, once. */
function viaRedirect(site: Site, path: string): Resolution | null {
  const redirect = findRedirect(site.redirectRules, path)
  if (!redirect) return null
  const end = followRedirect(site, redirect)
  return end.kind === 'page' ? { ...end, anchor: null, redirect } : unknown('redirected')
}

function isUnknowable(site: Site, path: string): boolean {
  if (GENERATED_FOLDER.test(path)) return true
  return site.generated.some((folder) => isBelow(path, folder)) || site.unscanned.some((folder) => isBelow(path, folder))
}
