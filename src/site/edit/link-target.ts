import { folderOf, isBelow } from '../../lib/repository-path.ts'
import { addressesBelow } from '../read/page-address.ts'
import { resolveTarget } from '../read/resolve-target.ts'
import type { Site } from '../read/site.ts'
import { mountsFor } from '../read/site-mounts.ts'
import { isPagePath, withoutPageEnding } from '../read/site-path.ts'
import type { Mount } from '../read/site-settings.ts'

/**
 * Writes a link from one page to another file in the manner of an existing link: absolute or relative, with or without an ending.
 * Null when no way of writing it leads there for certain.
 */
export function targetFor(model: Site, from: string, to: string, like: string): string | null {
  const [, likePath = '', tail = ''] = /^([^?#]*)([^]*)$/u.exec(like) ?? []
  const ways = likePath.startsWith('/')
    ? [...absolute(model, to, likePath), relativeTo(from, to, likePath)]
    : [relativeTo(from, to, likePath), relativeTo(from, to, 'with.md'), ...absolute(model, to, '/')]
  for (const way of ways) {
    const written = encodeTarget(way) + tail
    const found = resolveTarget(model, from, written)
    if ((found.kind === 'page' || found.kind === 'file') && found.path === to) return written
  }
  return null
}

function relativeTo(from: string, to: string, like: string): string {
  const base = folderOf(from)
    .split('/')
    .filter((part) => part !== '')
  const parts = keepsEnding(to, like) ? to.split('/') : pathWithoutEnding(to).split('/')
  let shared = 0
  while (shared < base.length && shared < parts.length - 1 && base[shared] === parts[shared]) shared += 1
  const up = '../'.repeat(base.length - shared)
  const down = parts.slice(shared).join('/')
  return up === '' && like.startsWith('./') ? `./${down}` : up + down
}

/** The address, first below the same folder of the site as the link that it is written in the manner of. */
function absolute(model: Site, to: string, like: string): string[] {
  const first = like.split('/')[1] ?? ''
  const addresses = addressesOf(model, to).sort((a, b) => Number(b.split('/')[1] === first) - Number(a.split('/')[1] === first))
  const ending = keepsEnding(to, like) && isPagePath(to) ? to.slice(withoutPageEnding(to).length) : ''
  return addresses.map((address) => address + ending)
}

/** The address at which a page is served, or a file's place below the root of the site. */
export function addressOf(model: Site, path: string): string {
  return addressesOf(model, path)[0] ?? `/${path}`
}

/** The likeliest first: below a folder that a generator serves, that is certain, that links use, that is most specific. */
function addressesOf(model: Site, path: string): string[] {
  const uses = usesOf(model)
  const mounts = mountsFor(model, path)
    .filter(({ folder }) => isBelow(path, folder))
    .sort(
      (a, b) =>
        Number(b.isCertain) - Number(a.isCertain) || (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || b.folder.length - a.folder.length,
    )
  return mounts.flatMap((mount) => addressesIn(model, mount, path))
}

function addressesIn({ pages, stripsNumbers }: Site, mount: Mount, path: string): string[] {
  if (!isPagePath(path))
    return [`/${[mount.prefix, path.slice(mount.folder === '' ? 0 : mount.folder.length + 1)].filter(Boolean).join('/')}`]
  return addressesBelow(mount, path, pages.get(path)?.frontMatter, stripsNumbers).map((address) => `/${address}`)
}

/** Enough to know how the links of a site are written. */
const LINKS_MAX = 2_000

const usesBySite = new WeakMap<Site, Map<Mount, number>>()

/** How many of the site's own absolute links are addresses below each of the folders that may be its root. */
function usesOf(model: Site): ReadonlyMap<Mount, number> {
  const known = usesBySite.get(model)
  if (known) return known
  const uses = new Map<Mount, number>()
  const links = [...model.pages].flatMap(([from, { links: all }]) =>
    all.filter(({ target }) => target.startsWith('/')).map(({ target }) => ({ from, target })),
  )
  for (const { from, target } of links.slice(0, LINKS_MAX)) {
    const found = resolveTarget(model, from, target)
    if (found.kind !== 'page') continue
    const address = target.replace(/[?#].*$/u, '').replace(/(?:\.(?:mdx?|html?))?\/?$/iu, '')
    for (const mount of model.mounts)
      if (isBelow(found.path, mount.folder) && addressesIn(model, mount, found.path).includes(address))
        uses.set(mount, (uses.get(mount) ?? 0) + 1)
  }
  usesBySite.set(model, uses)
  return uses
}

function pathWithoutEnding(path: string): string {
  const bare = withoutPageEnding(path)
  return bare.replace(/(?:^|\/)(?:index|README)$/iu, '')
}

function keepsEnding(to: string, like: string): boolean {
  return !isPagePath(to) || /\.(?:md|mdx|markdown)$/iu.test(like)
}

/** Spaces and brackets end a target in Markdown. */
function encodeTarget(path: string): string {
  return encodeURI(path).replaceAll('(', '%28').replaceAll(')', '%29')
}
