import { folderOf, isBelow } from '../../lib/repository-path.ts'
import type { Mount, SiteRoot } from './site-settings.ts'

/** What is known of who serves what. */
export interface SiteMounts {
  mounts: readonly Mount[]
  roots: readonly SiteRoot[]
  /** The mounts that addresses on the pages of a site can mean, by the folder of the site. */
  mountsByRoot: ReadonlyMap<string, readonly Mount[]>
  /** The answers of `rootOf` by folder: it is asked several times for each link. */
  knownRoots: Map<string, SiteRoot | undefined>
}

/** The site that builds a page or has a file of configuration; undefined for what belongs to none. */
export function rootOf({ mounts, roots, knownRoots }: Omit<SiteMounts, 'mountsByRoot'>, path: string): SiteRoot | undefined {
  const folder = folderOf(path)
  if (knownRoots.has(folder)) return knownRoots.get(folder)
  let found: Mount | undefined
  for (const mount of mounts)
    if (mount.root && isBelow(folder, mount.folder) && (!found || mount.folder.length > found.folder.length)) found = mount
  const root = found?.root ?? roots.find((other) => other.folder === folder)
  knownRoots.set(folder, root)
  return root
}

/** The mounts that an address on a page can mean: those of its own site, or, for a page of none, all there are. */
export function mountsFor(site: SiteMounts, from: string): readonly Mount[] {
  const root = rootOf(site, from)
  return (root && site.mountsByRoot.get(root.folder)) ?? site.mounts
}

/** The mounts of each site, the deepest first, and with them what is guessed to lie in its folder. */
export function groupMounts(mounts: readonly Mount[], roots: readonly SiteRoot[]): Map<string, Mount[]> {
  return new Map(
    roots.map(({ folder }) => {
      const own = mounts.filter(({ root }) => root?.folder === folder)
      const guessed = mounts.filter((mount) => !mount.root && mount.folder !== folder && isBelow(mount.folder, folder))
      return [folder, [...own, ...guessed]]
    }),
  )
}

/** The folders that stand in for the one of a translation that has no such page yet. */
export function fallbacksOf(site: SiteMounts, path: string): { folder: string; fallback: string }[] {
  return mountsFor(site, path).flatMap(({ folder, fallback }) =>
    fallback !== undefined && isBelow(path, folder) ? [{ folder, fallback }] : [],
  )
}
