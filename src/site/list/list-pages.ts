import { folderOf, isBelow, joinPath } from '../../lib/repository-path.ts'
import { addressesBelow } from '../read/page-address.ts'
import { isPartial, resolveNavigation, resolveTarget } from '../read/resolve-target.ts'
import type { Site } from '../read/site.ts'
import { withoutPageEnding } from '../read/site-path.ts'
import type { Mount } from '../read/site-settings.ts'

/** A page as its readers meet it. */
export interface SitePage {
  /** Below the root of the repository. */
  file: string
  title: string | null
  /** Where it may be served, the likeliest first. Several where nothing says which folder is the root of the site. */
  addresses: string[]
  /** How many other pages link to it. */
  linkedFrom: number
  /** Null where the navigation is made by a generator, or there is none. */
  isInNavigation: boolean | null
}

/** Files for who works on the repository, not for readers, unless the navigation names them. */
const COMMUNITY =
  /^(?:agents|authors|changelog|claude|code_of_conduct|contributing|governance|license|maintainers|security|support)$/i
const README = /^readme$/i
const STATIC = /(?:^|\/)(?:public|static)$/

/** The pages that readers can open, in the order of their files: without parts of other pages, and what stands beside the site. */
export function listPages(site: Site): SitePage[] {
  const linked = countLinks(site)
  const named = namedInNavigation(site)
  const isNavigationKnown = site.navigation.length > 0 && site.navigation.every(({ kind }) => kind !== 'document')
  const mounts = site.mounts.filter(({ folder }) => !STATIC.test(folder))
  const homes = homesOf(site, mounts)
  const pages: SitePage[] = []
  for (const [file, { title }] of site.pages) {
    const isNamed = named.has(file)
    if (!isNamed && (isPartial(site, file) || isBeside(site, file))) continue
    const above = mountsAbove(mounts, homes, file)
    if (above.length === 0) continue
    pages.push({
      file,
      title,
      addresses: addressesOf(site, file, above),
      linkedFrom: linked.get(file) ?? 0,
      isInNavigation: isNamed || (isNavigationKnown ? false : null),
    })
  }
  return pages
}

function countLinks(site: Site): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [from, { links }] of site.pages) {
    const targets = new Set<string>()
    for (const { target } of links) {
      const found = resolveTarget(site, from, target)
      if (found.kind === 'page' && found.path !== from) targets.add(found.path)
    }
    for (const path of targets) counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  return counts
}

function namedInNavigation(site: Site): Set<string> {
  const named = new Set<string>()
  for (const entry of site.navigation) {
    const found = resolveNavigation(site, entry)
    if (found.kind === 'page') named.add(found.path)
  }
  return named
}

function isBeside(site: Site, file: string): boolean {
  if (folderOf(file) !== '') return false
  const name = withoutPageEnding(file)
  if (COMMUNITY.test(name)) return true
  const hasOtherStart = site.navigation.length > 0 || ['index.md', 'index.mdx'].some((index) => site.pages.has(index))
  return README.test(name) && hasOtherStart
}

/** Folders that hold pages of the site. One that is only guessed does not when a folder below it is a better guess. */
function homesOf(site: Site, mounts: readonly Mount[]): Set<string> {
  const files = [...site.pages.keys()]
  const filled = new Set(mounts.map(({ folder }) => folder).filter((folder) => files.some((file) => isBelow(file, folder))))
  const isHome = (folder: string) =>
    mounts.some((mount) => mount.folder === folder && mount.isCertain) ||
    ![...filled].some((other) => other !== folder && isBelow(other, folder))
  return new Set([...filled].filter(isHome))
}

/** The mounts that may serve a file, the deepest first: guesses count only where nothing is certain. */
function mountsAbove(mounts: readonly Mount[], homes: ReadonlySet<string>, file: string): Mount[] {
  const above = mounts.filter(({ folder }) => isBelow(file, folder)).sort((a, b) => b.folder.length - a.folder.length)
  const certain = above.filter(({ isCertain }) => isCertain)
  if (certain.length > 0) return certain.filter(({ folder }) => folder === certain[0]!.folder)
  return above.some(({ folder }) => homes.has(folder)) ? above : []
}

function addressesOf(site: Site, file: string, mounts: readonly Mount[]): string[] {
  const { frontMatter } = site.pages.get(file)!
  const found = mounts.map((mount) => addressesBelow(mount, file, frontMatter, site.stripsNumbers))
  // An address of the page's own may also be below the root of the host, whatever the mount says.
  const own = frontMatter.routes.flatMap((route) => joinPath(route) ?? [])
  const first = found.flatMap((addresses) => addresses.slice(0, -1))
  return [...new Set([...first, ...own, ...found.map((addresses) => addresses.at(-1)!)])].map((address) => `/${address}`)
}
