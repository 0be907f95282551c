import type { EditableSite } from '../editable-site.ts'
import { addressOf } from '../link-target.ts'
import { hasNavigation, moveInNavigation } from '../navigation/navigation.ts'
import { addRedirect } from '../navigation/redirects.ts'
import { type Outcome, plural } from '../outcome.ts'
import { moveImports, relink } from './relink.ts'

/** Moves a page to a place where one can be made, with all that refers to it. */
export function movePageTo(site: EditableSite, from: string, to: string): Outcome {
  const before = site.model()
  const address = addressOf(before, from)
  site.move(from, to)
  site.write(to, moveImports(site.text(to), from, to))
  const outcome: Outcome = { changes: [{ path: to, what: `moved from \`${from}\`` }], left: [], notes: [] }
  const { changes, left } = relink(site, before, from, to)
  outcome.changes = outcome.changes.concat(changes)
  outcome.left = outcome.left.concat(left)
  const edits = moveInNavigation(site, before, from, to)
  for (const { path, isDone } of edits) {
    if (isDone) outcome.changes.push({ path, what: 'navigation' })
    else outcome.left.push({ path, what: `names \`${from}\` in the navigation; change it by hand` })
  }
  if (edits.length === 0 && hasNavigation(before))
    outcome.notes.push('The page was not in the navigation, so the navigation did not change.')
  const isSame = address === addressOf(site.model(), to)
  const redirect = isSame ? null : addRedirect(site, address, to)
  if (isSame) outcome.notes.push(`Its address stays \`${address}\`, so it needs no redirect.`)
  else if (redirect !== null) outcome.changes.push({ path: redirect, what: `redirect from \`${address}\`` })
  else outcome.left.push({ what: `no redirect from \`${address}\`: the site has no file with redirects whose format is known` })
  const inbound = changes.filter(({ path }) => path !== to).length
  outcome.notes.unshift(
    `${plural(inbound, 'other page')} linked to it and now ${inbound === 1 ? 'leads' : 'lead'} to its new place.`,
  )
  return outcome
}
