import { folderOf, isBelow, joinPath, nameOf } from '../../lib/repository-path.ts'
import type { FrontMatter } from './page-facts.ts'
import { withoutNumbers, withoutPageEnding } from './site-path.ts'
import type { Mount } from './site-settings.ts'

const INDEX = /(?:^|\/)(?:index|README|_index)$/i

/** The addresses at which a mount serves a page, without a leading slash: its own one first, then the one that follows from its path. */
export function addressesBelow(
  mount: Mount,
  path: string,
  frontMatter: Pick<FrontMatter, 'id' | 'routes'> | undefined,
  stripsNumbers: boolean,
): string[] {
  if (!isBelow(path, mount.folder)) return []
  const below = withoutPageEnding(path).slice(mount.folder === '' ? 0 : mount.folder.length + 1)
  const route = mount.route?.(below) ?? (stripsNumbers ? withoutNumbers(below) : below)
  const found = new Set<string>()
  const add = (...parts: string[]) => {
    const address = joinPath(...parts)
    if (address !== null) found.add(address.replace(INDEX, ''))
  }
  for (const own of frontMatter?.routes ?? [])
    add(own.startsWith('/') && !mount.hasOwnSlugs ? '' : mount.prefix, own.startsWith('/') ? '' : folderOf(route), own)
  const id = frontMatter?.id ?? null
  if (id !== null && mount.hasDocumentIds && !INDEX.test(route)) add(mount.prefix, folderOf(route), id)
  add(mount.prefix, isFolderPage(mount, route) ? folderOf(route) : route)
  return [...found]
}

/** Docusaurus serves `guides/guides.md` at `guides`, like an index. */
function isFolderPage(mount: Mount, route: string): boolean {
  return mount.hasDocumentIds === true && nameOf(route).toLowerCase() === nameOf(folderOf(route)).toLowerCase()
}
