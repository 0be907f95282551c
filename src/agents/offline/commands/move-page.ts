import { folderOf, nameOf } from '../../../lib/repository-path.ts'
import { confinedPath } from '../../../site/edit/confined-path.ts'
import type { EditableSite } from '../../../site/edit/editable-site.ts'
import { movePageTo } from '../../../site/edit/pages/move-page.ts'
import { ANY_QUOTE, unquoted } from '../grammar/masked-text.ts'
import { type Command, type Reading, unclear } from '../reading.ts'
import { findPages, looksLikePage } from './page-path.ts'

const PATTERN = new RegExp(
  String.raw`^(?<verb>move|rename|relocate)\s+(?<page>the\s+page\s+|the\s+file\s+|page\s+|file\s+)?(?<from>${ANY_QUOTE}|\S+)\s+(?:to|into|as|under)\s+(?:the\s+)?(?:folder\s+)?(?<to>${ANY_QUOTE}|\S+)(?:\s+(?:folder|directory))?(?:,?\s+(?:and|with)\s+(?:(?:add|create|leave|make)\s+)?(?:a\s+)?redirects?(?:\s+(?:from|for|to)\s+(?:the\s+)?(?:old|new)\s+\w+)?)?$`,
  'iu',
)

export const movePage: Command = {
  examples: ['Move guides/setup.md to start/setup.md'],
  read: (clause, site) => {
    const found = PATTERN.exec(clause.text)?.groups
    if (!found) return null
    const from = unquoted(found['from'] ?? '', clause.quotes)
    const to = unquoted(found['to'] ?? '', clause.quotes)
    const isAboutPage = found['page'] !== undefined || looksLikePage(from, site)
    // "rename workspace to project" is about a word, and "move" is always about a page.
    if (!isAboutPage && (found['verb']?.toLowerCase() === 'rename' || findPages(site, from).length === 0))
      return found['verb']?.toLowerCase() === 'rename' ? null : missing(from)
    return readMove(site, from, to)
  },
}

function missing(written: string): Reading {
  return unclear(`There is no page \`${written}\`.`)
}

function readMove(site: EditableSite, written: string, target: string): Reading {
  const pages = findPages(site, written)
  const [from, ...more] = pages
  if (from === undefined) return missing(written)
  if (more.length > 0) return unclear(`\`${written}\` could be ${pages.map((page) => `\`${page}\``).join(' or ')}.`)
  const to = destination(site, from, target)
  if (to === null) return unclear(`\`${target}\` is no path inside the repository that a page can have.`)
  if (to === from)
    return {
      kind: 'understood',
      needsLinks: true,
      title: `Move ${from}`,
      run: () => ({ changes: [], left: [], notes: ['The page is already there.'] }),
    }
  if (!site.canCreate(to)) return unclear(`There is already something at \`${to}\`.`)
  return {
    kind: 'understood',
    needsLinks: true,
    title: `Move ${from} to ${to}`,
    run: ({ site: now }) => movePageTo(now, from, to),
  }
}

/** A folder keeps the page's name, a bare name keeps its folder, and a path without ending keeps the ending. */
function destination(site: EditableSite, from: string, target: string): string | null {
  const path = confinedPath(target)
  if (path === null) return null
  const isFolder = target.endsWith('/') || site.allPaths().some((other) => other.startsWith(`${path}/`))
  if (isFolder) return `${path}/${nameOf(from)}`
  const ending = nameOf(from).slice(nameOf(from).lastIndexOf('.'))
  const named = /\.(?:md|mdx|markdown)$/iu.test(path) ? path : `${path}${ending}`
  const folder = folderOf(from)
  return named.includes('/') || folder === '' ? named : `${folder}/${named}`
}
