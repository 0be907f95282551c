import { resolveTarget } from '../../../site/read/resolve-target.ts'
import { ANY_QUOTE, unquoted } from '../grammar/masked-text.ts'
import { type Command, type Outcome, type Reading, plural, unclear } from '../reading.ts'
import { addressOf } from '../../../site/edit/link-target.ts'
import { removeFromNavigation } from '../../../site/edit/navigation.ts'
import { addRedirect } from '../../../site/edit/redirects.ts'
import type { Site } from '../../../site/edit/editable-site.ts'
import { findPages, looksLikePage } from './page-path.ts'
import { relink } from '../../../site/edit/pages/relink.ts'

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

function onePage(site: Site, written: string): string | Reading {
  const pages = findPages(site, written)
  const [page, ...more] = pages
  if (page === undefined) return unclear(`There is no page \`${written}\`.`)
  return more.length === 0 ? page : unclear(`\`${written}\` could be ${pages.map((one) => `\`${one}\``).join(' or ')}.`)
}

/** Deletes a page with its navigation entries; its links and a redirect lead to the other page, if there is one. */
export function deletePageAt(site: Site, page: string, to: string | null): Outcome {
  const before = site.model()
  const inbound = linksTo(site, page)
  if (to === null && inbound.length > 0) {
    return {
      changes: [],
      left: inbound.map((link) => ({ ...link, what: `links to \`${page}\`` })),
      notes: [
        `The page was kept, because ${plural(inbound.length, 'link')} would lead nowhere. Say where they should lead: Delete ${page} and redirect it to guides/other.md.`,
      ],
    }
  }
  const address = addressOf(before, page)
  const edits = removeFromNavigation(site, page)
  site.remove(page)
  const outcome: Outcome = { changes: [{ path: page, what: 'deleted' }], left: [], notes: [] }
  for (const { path, isDone } of edits) {
    if (isDone) outcome.changes.push({ path, what: 'navigation' })
    else outcome.left.push({ path, what: `the entry of \`${page}\` could not be taken out with certainty` })
  }
  if (to === null) {
    outcome.left.push({ what: `no redirect from \`${address}\`; say "and redirect it to guides/other.md" to add one` })
    return outcome
  }
  const relinked = relink(site, before, page, to)
  outcome.changes = outcome.changes.concat(relinked.changes)
  outcome.left = outcome.left.concat(relinked.left)
  const redirect = addRedirect(site, address, to)
  if (redirect === null)
    outcome.left.push({ what: `no redirect from \`${address}\`: the site has no file with redirects whose format is known` })
  else outcome.changes.push({ path: redirect, what: `redirect from \`${address}\`` })
  return outcome
}

function linksTo(site: Site, page: string): { path: string; line: number }[] {
  const model = site.model()
  return site.pages().flatMap((path) => {
    if (path === page) return []
    const links = site.facts(path).links.filter(({ target }) => {
      const found = resolveTarget(model, path, target)
      return found.kind === 'page' && found.path === page
    })
    return links.map(({ line }) => ({ path, line }))
  })
}
