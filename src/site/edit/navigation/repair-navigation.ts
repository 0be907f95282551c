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
  const counts = new Map<string, number>()
  // Each removal moves what follows it, so the places are looked up again; from the end, what could not be removed stays behind.
  const refused = new Set<string>()
  for (;;) {
    const entry = orphansOf(site).findLast(({ path, target }) => !refused.has(`${path} ${target}`))
    if (!entry) break
    if (dropFromNavigation(site, entry)) counts.set(entry.path, (counts.get(entry.path) ?? 0) + 1)
    else {
      refused.add(`${entry.path} ${entry.target}`)
      outcome.left.push({
        path: entry.path,
        line: entry.at.line,
        what: `\`${entry.target}\` does not exist, and its entry has more than that`,
      })
    }
  }
  for (const [path, count] of counts)
    outcome.changes.push({ path, what: `${plural(count, 'entry').replace('entrys', 'entries')} removed` })
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
    else outcome.changes.push({ path, what: `line ${at.line} now names \`${pointNavigationTo(site, entry, only)}\`` })
  }
  outcome.changes.reverse()
  outcome.left.reverse()
  return withNote(outcome)
}

function withNote(outcome: Outcome): Outcome {
  if (outcome.changes.length + outcome.left.length === 0) outcome.notes.push('Every entry of the navigation names a page.')
  return outcome
}
