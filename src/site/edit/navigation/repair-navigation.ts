import { resolveNavigation } from '../../read/resolve-target.ts'
import type { NavigationEntry } from '../../read/site-settings.ts'
import type { EditableSite } from '../editable-site.ts'
import { findTargets } from '../links/find-target.ts'
import { type Outcome, plural } from '../outcome.ts'
import { dropFromNavigation, pointNavigationTo } from './navigation.ts'

function orphansOf(site: EditableSite): NavigationEntry[] {
  const model = site.model()
  return model.navigation.filter((entry) => resolveNavigation(model, entry).kind === 'missing')
}

/** Takes out the entries that name no page. */
export function removeOrphans(site: EditableSite): Outcome {
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  for (const [path, orphans] of Map.groupBy(orphansOf(site), (entry) => entry.path)) {
    const refused = dropFromNavigation(site, path, orphans)
    const count = orphans.length - refused.length
    if (count > 0) outcome.changes.push({ path, what: `${plural(count, 'entry').replace('entrys', 'entries')} removed` })
    for (const { target, at } of refused)
      outcome.left.push({ path, line: at.line, what: `\`${target}\` does not exist, and its entry has more than that` })
  }
  return withNote(outcome)
}

/** Lets entries that name no page name the one page that they can mean. */
export function repairEntries(site: EditableSite): Outcome {
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  const model = site.model()
  // From the end of each file, so that the places before a change stay true.
  for (const entry of orphansOf(site).toReversed()) {
    const { path, target, at } = entry
    const [only, ...more] = findTargets(model, `/${target.replace(/^\//u, '')}`)
    if (only === undefined)
      outcome.left.push({ path, line: at.line, what: `\`${target}\` does not exist, and no page has its name` })
    else if (more.length > 0)
      outcome.left.push({ path, line: at.line, what: `\`${target}\` does not exist; several pages have its name` })
    else {
      const target = pointNavigationTo(site, entry, only)
      if (target !== null) outcome.changes.push({ path, what: `line ${at.line} now names \`${target}\`` })
      else outcome.left.push({ path, line: at.line, what: `\`${only}\` is outside of what this navigation can name` })
    }
  }
  outcome.changes.reverse()
  outcome.left.reverse()
  return withNote(outcome)
}

function withNote(outcome: Outcome): Outcome {
  if (outcome.changes.length + outcome.left.length === 0) outcome.notes.push('Every entry of the navigation names a page.')
  return outcome
}
