import { resolveNavigation } from '../../../site/read/resolve-target.ts'
import type { NavigationEntry } from '../../../site/read/site-settings.ts'
import { type Command, type Outcome, plural } from '../reading.ts'
import { dropFromNavigation, pointNavigationTo } from '../../../site/edit/navigation.ts'
import type { Site } from '../../../site/edit/editable-site.ts'
import { findTargets } from '../../../site/edit/links/find-target.ts'

const NAVIGATION = String.raw`(?:the |all |any |our )*(?:broken |dead |wrong |stale |orphaned |invalid |missing )*(?:navigation|nav|sidebar|menu|table of contents)(?: (?:entries|items|links|pages))?`
const GONE = String.raw`(?:,? (?:whose|of|for|to|that|which|with|without) .*(?:(?:do|does) not exist|don['’]?t exist|doesn['’]?t exist|(?:is|are) (?:missing|gone|deleted|not there)|no (?:longer )?(?:page|file)s?.*|missing pages?|deleted pages?))`
const REPAIR = new RegExp(String.raw`^(?:fix|repair|correct|update|mend) ${NAVIGATION}$`, 'iu')
const REMOVE = new RegExp(
  String.raw`^(?:remove|delete|drop|clean up|prune) (?:${NAVIGATION}${GONE}|(?:the |all |any )*(?:broken|dead|stale|orphaned|invalid) (?:navigation|nav|sidebar|menu) (?:entries|items|links))$`,
  'iu',
)

/** Entries of the navigation that name no page: led to the one page that they can mean, or taken out when that is asked for. */
export const navigation: Command = {
  examples: ['Fix the navigation', 'Remove navigation entries whose pages do not exist'],
  read: (clause) => {
    const removes = REMOVE.test(clause.text)
    if (!removes && !REPAIR.test(clause.text)) return null
    return {
      kind: 'understood',
      needsLinks: true,
      title: removes ? 'Remove navigation entries without a page' : 'Repair navigation entries',
      run: ({ site }) => (removes ? removeOrphans(site) : repairEntries(site)),
    }
  },
}

function orphansOf(site: Site): NavigationEntry[] {
  const model = site.model()
  return model.navigation.filter((entry) => resolveNavigation(model, entry).kind === 'missing')
}

function removeOrphans(site: Site): Outcome {
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

function repairEntries(site: Site): Outcome {
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
