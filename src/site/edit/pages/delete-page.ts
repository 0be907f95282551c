import { resolveTarget } from '../../read/resolve-target.ts'
import type { EditableSite } from '../editable-site.ts'
import { addressOf } from '../link-target.ts'
import { removeFromNavigation } from '../navigation/navigation.ts'
import { addRedirect } from '../navigation/redirects.ts'
import { type Outcome, plural } from '../outcome.ts'
import { relink } from './relink.ts'

/** Deletes a page with its navigation entries; its links and a redirect lead to the other page, if there is one. */
export function deletePageAt(site: EditableSite, page: string, to: string | null): Outcome {
  const before = site.model()
  const inbound = linksTo(site, page)
  if (to === null && inbound.length > 0) {
    return {
      changes: [],
      left: inbound.map((link) => ({ ...link, what: `links to \`${page}\`` })),
      notes: [
        `The page was kept, because ${plural(inbound.length, 'link')} would lead nowhere. Say where they should lead: Delete ${page} and redirect it to ${otherPage(site, page)}.`,
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
    outcome.left.push({ what: `no redirect from \`${address}\`; say where it should lead to add one` })
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

/** A page that is there, so that the sentence works: the start page, if there is one. */
function otherPage(site: EditableSite, page: string): string {
  const others = site.pages().filter((path) => path !== page)
  return others.find((path) => /(?:^|\/)(?:index|introduction|README)\.mdx?$/u.test(path)) ?? others[0] ?? 'index.md'
}

function linksTo(site: EditableSite, page: string): { path: string; line: number }[] {
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
