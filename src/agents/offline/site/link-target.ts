import { resolveTarget } from '../../../verify/resolve-target.ts'
import type { Site as SiteModel } from '../../../verify/site.ts'
import { folderOf, isBelow, isPagePath, withoutPageEnding } from '../../../verify/site-path.ts'

/**
 * Writes a link from one page to another file in the manner of an existing link: absolute or relative, with or without an ending.
 * Null when no way of writing it leads there for certain.
 */
export function targetFor(model: SiteModel, from: string, to: string, like: string): string | null {
  const [, likePath = '', tail = ''] = /^([^?#]*)([^]*)$/u.exec(like) ?? []
  const ways = likePath.startsWith('/')
    ? [absolute(model, to, likePath), relativeTo(from, to, likePath)]
    : [relativeTo(from, to, likePath), relativeTo(from, to, 'with.md'), absolute(model, to, '/')]
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

function absolute(model: SiteModel, to: string, like: string): string {
  const route = addressOf(model, to)
  return keepsEnding(to, like) && isPagePath(to) ? `${route}${to.slice(withoutPageEnding(to).length)}` : route
}

/** The address at which a page is served, or a file's place below the root of the site. */
export function addressOf(model: SiteModel, path: string): string {
  const mounts = model.mounts.filter(({ folder }) => isBelow(path, folder))
  // The most certain and then the most specific folder is where the site is served from.
  const mount = mounts.sort((a, b) => Number(b.isCertain) - Number(a.isCertain) || b.folder.length - a.folder.length)[0]
  const below = mount && mount.folder !== '' ? path.slice(mount.folder.length + 1) : path
  const own = model.pages.get(path)?.frontMatter.routes.find((route) => route.startsWith('/'))
  if (own !== undefined) return own
  const route = [mount?.prefix ?? '', isPagePath(path) ? pathWithoutEnding(below) : below].filter((part) => part !== '').join('/')
  return `/${route}`
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
