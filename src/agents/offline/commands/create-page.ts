import { slug } from 'github-slugger'
import { folderOf } from '../../../lib/repository-path.ts'
import { confinedPath } from '../../../site/edit/confined-path.ts'
import type { EditableSite } from '../../../site/edit/editable-site.ts'
import { titleFromPath } from '../../../site/edit/front-matter/missing-fields.ts'
import { createPageAt } from '../../../site/edit/pages/create-page.ts'
import type { Clause } from '../grammar/clause.ts'
import { ANY_QUOTE, unquoted } from '../grammar/masked-text.ts'
import { candidatesFor } from '../../../site/operations/scope.ts'
import { type Command, type Reading, unclear } from '../reading.ts'

const TITLED = String.raw`(?:titled|entitled|called|named|with the title|with title)`
const TEXT = String.raw`(?:,?\s+(?:and|with|containing|that says|saying)\s+(?:the\s+)?(?:following\s+)?(?:text|content|paragraph)?\s*(?<text>${ANY_QUOTE}))?`
const PATTERN = new RegExp(
  String.raw`^(?:create|add|make|start)\s+(?:a|an|the|one)?\s*(?:new\s+)?(?:empty\s+)?page\s*(?:at\s+|in\s+)?(?<path>${ANY_QUOTE}|(?!titled|entitled|called|named|with|about|that|for)\S+)?(?:,?\s+${TITLED}\s+(?<title>${ANY_QUOTE}|\S.*?))?${TEXT}$`,
  'iu',
)

export const createPage: Command = {
  examples: ['Create a page guides/webhooks titled "Webhooks"'],
  read: (clause, site) => {
    const found = PATTERN.exec(clause.text)?.groups
    if (!found) return null
    const isQuoted = new RegExp(`^${ANY_QUOTE}$`, 'u').test(found['title'] ?? '')
    const title = found['title'] === undefined ? null : unquoted(found['title'], clause.quotes).trim()
    if (title !== null && !isQuoted && !/^[\p{L}\p{N}][\p{L}\p{N}-]*(?: [\p{L}\p{N}-]+){0,3}$/u.test(title)) return askForQuotes()
    if (title !== null && !isQuoted && /\b(?:to|in|into|for|that|which|and|with|about|under)\b/iu.test(title))
      return askForQuotes()
    const text = found['text'] === undefined ? null : unquoted(found['text'], clause.quotes)
    const path = placeOf(site, clause, found['path'] === undefined ? null : unquoted(found['path'], clause.quotes), title)
    if (typeof path !== 'string') return path
    if (!site.canCreate(path)) return unclear(`There is already something at \`${path}\`.`)
    const name = title ?? titleFromPath(path)
    return {
      kind: 'understood',
      needsLinks: true,
      title: `Create ${path} titled "${name}"`,
      run: (context) => createPageAt(context.site, path, name, text),
    }
  },
}

function askForQuotes(): Reading {
  return unclear('Put the title in quotes: Create a page guides/webhooks titled "Webhooks".')
}

/** Where the page goes: the given path, or the given folder with a name made from the title. */
function placeOf(site: EditableSite, clause: Clause, written: string | null, title: string | null): string | Reading {
  const [scope] = clause.scope.include
  const given = written ?? (scope !== undefined && (title === null || /\.mdx?$/iu.test(scope)) ? scope : null)
  const name = title === null ? '' : slug(title)
  if (given === null && name === '') return unclear('Name the page: Create a page guides/webhooks titled "Webhooks".')
  const path =
    given === null
      ? `${scope === undefined ? '' : `${scope.replace(/\/+$/u, '')}/`}${name}`
      : given.endsWith('/')
        ? `${given}${name}`
        : given
  const confined = confinedPath(path)
  if (confined === null) return unclear(`\`${path}\` is no path inside the repository that a page can have.`)
  const placed = belowKnownFolder(site, confined)
  if (/\.(?:md|mdx|markdown)$/iu.test(placed)) return placed
  return `${placed}${usualEnding(site, folderOf(placed))}`
}

/** `guides/x` goes into `docs/guides` when that is the only folder of the name. */
function belowKnownFolder(site: EditableSite, path: string): string {
  const folder = folderOf(path)
  const candidates = folder === '' ? [] : candidatesFor(site, folder)
  return candidates.length === 1 && !site.has(candidates[0] ?? '') ? `${candidates[0]}${path.slice(folder.length)}` : path
}

function usualEnding(site: EditableSite, folder: string): string {
  const near = site.pages().filter((page) => folderOf(page) === folder)
  const pages = near.length > 0 ? near : site.pages()
  return pages.filter((page) => page.endsWith('.mdx')).length * 2 > pages.length ? '.mdx' : '.md'
}
