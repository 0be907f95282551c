import type { EditableSite } from '../edit/editable-site.ts'
import { candidatesFor } from './scope.ts'

/** The pages that can be meant by a path: with or without its ending, its leading slash, or the folders above it. */
export function findPages(site: EditableSite, written: string): string[] {
  const pattern = written
    .trim()
    .replace(/^\.?\/+/u, '')
    .replace(/\/+$/u, '')
  if (pattern === '' || pattern.split('/').includes('..')) return []
  const pages = new Set(site.pages())
  const direct = candidatesFor(site, pattern).filter((path) => pages.has(path))
  if (direct.length > 0) return direct
  return [`${pattern}/index.md`, `${pattern}/index.mdx`, `${pattern}/README.md`].filter((path) => pages.has(path))
}

/** The one page that a path names, or why there is none. */
export function onePage(site: EditableSite, written: string): { path: string } | { problem: string } {
  const pages = findPages(site, written)
  const [path, ...more] = pages
  if (path === undefined) return { problem: `There is no page \`${written}\`.` }
  if (more.length > 0) return { problem: `\`${written}\` could be ${pages.map((page) => `\`${page}\``).join(' or ')}.` }
  return { path }
}
