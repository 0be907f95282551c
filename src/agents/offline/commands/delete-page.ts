import type { EditableSite } from '../../../site/edit/editable-site.ts'
import { deletePageAt } from '../../../site/edit/pages/delete-page.ts'
import { ANY_QUOTE, unquoted } from '../grammar/masked-text.ts'
import { type Command, type Reading, unclear } from '../reading.ts'
import { findPages, looksLikePage } from './page-path.ts'

const PATTERN = new RegExp(
  String.raw`^(?:delete|remove|drop)\s+(?<page>(?:the\s+)?(?:page|file)\s+)?(?<path>${ANY_QUOTE}|\S+)(?:,?\s+(?:and|with)\s+(?:(?:a|add a|create a)\s+)?redirect(?:s|ing)?\s+(?:(?:it|its address|the old address|readers|links)\s+)?(?:to|towards)\s+(?<to>${ANY_QUOTE}|\S+))?$`,
  'iu',
)

export const deletePage: Command = {
  examples: ['Delete guides/old.md and redirect it to guides/new.md'],
  read: (clause, site) => {
    const found = PATTERN.exec(clause.text)?.groups
    const written = found ? unquoted(found['path'] ?? '', clause.quotes) : ''
    if (!found || (found['page'] === undefined && !looksLikePage(written, site))) return null
    const page = onePage(site, written)
    if (typeof page !== 'string') return page
    const to = found['to'] === undefined ? null : onePage(site, unquoted(found['to'], clause.quotes))
    if (to !== null && typeof to !== 'string') return to
    if (to === page) return unclear('A page cannot redirect to itself.')
    return {
      kind: 'understood',
      needsLinks: true,
      title: to === null ? `Delete ${page}` : `Delete ${page} and redirect it to ${to}`,
      run: ({ site: now }) => deletePageAt(now, page, to),
    }
  },
}

function onePage(site: EditableSite, written: string): string | Reading {
  const pages = findPages(site, written)
  const [page, ...more] = pages
  if (page === undefined) return unclear(`There is no page \`${written}\`.`)
  return more.length === 0 ? page : unclear(`\`${written}\` could be ${pages.map((one) => `\`${one}\``).join(' or ')}.`)
}
