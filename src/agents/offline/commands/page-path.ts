import type { EditableSite } from '../../../site/edit/editable-site.ts'
import { candidatesFor } from '../../../site/operations/scope.ts'

const PAGE_ENDING = /\.(?:md|mdx|markdown)$/iu

/** True for what is meant as a page's path rather than as a text. */
export function looksLikePage(written: string, site: EditableSite): boolean {
  return !/\s/u.test(written) && (PAGE_ENDING.test(written) || (written.includes('/') && findPages(site, written).length > 0))
}

/** The pages that a person can mean by a path: with or without its ending, its leading slash, or the folders above it. */
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
