import { navigationLabels } from '../../../site/edit/navigation/navigation-labels.ts'
import { moveNavigationEntry, renameNavigationLabel, repairNavigation } from '../../../site/operations/navigation.ts'
import { type Reading, unclear, understood } from '../frame.ts'
import type { Ground } from '../ground/ground.ts'
import type { Clause } from '../message/clause.ts'
import { ANY_QUOTE, unquoted } from '../message/masked-text.ts'
import { type FrameReader, SLOT, groundPage } from './pattern.ts'

const NAV = String.raw`(?:nav(?:igation)?(?: ?bar)?|sidebar|side bar|menu|table of contents|toc)`
const ENTRIES = String.raw`(?:the |all |any |our )*(?:broken |dead |wrong |stale |orphaned |invalid |missing )*${NAV}(?: (?:entries|items|links|pages))?`
const GONE = String.raw`(?:,? (?:whose|of|for|to|that|which|with|without) .*(?:(?:do|does) not exist|don['’]?t exist|doesn['’]?t exist|(?:is|are) (?:missing|gone|deleted|not there)|no (?:longer )?(?:page|file)s?.*|missing pages?|deleted pages?))`
const REPAIR = new RegExp(String.raw`^(?:fix|update) ${ENTRIES}$`, 'iu')
const REMOVE = new RegExp(
  String.raw`^(?:remove|fix|prune) (?:${ENTRIES}${GONE}|(?:the |all |any )*(?:broken|dead|stale|orphaned|invalid) ${NAV} (?:entries|items|links))$`,
  'iu',
)
const GROUP = String.raw`(?!(?:label|title) (?:of|for|in|to) )(?:(?:entry|title|label|group|item|tab|section|heading|link)s? )?`
const RENAME = [
  String.raw`(?:rename|change|update) (?:the )?${NAV} ${GROUP}(?:called |named )?(?<from>${SLOT}) (?:to|into|as|→|->) (?<to>${SLOT})`,
  String.raw`(?:rename|change|update) (?:the )?(?<from>${SLOT}) (?:in the ${NAV}|${NAV} (?:entry|title|label|group|item|tab|section)|(?:group|tab|entry|category)(?: (?:of|in) the ${NAV})) (?:to|into|as|→|->) (?<to>${SLOT})`,
  String.raw`(?:rename|change|update) (?:the )?${GROUP}(?<from>${SLOT}) (?:to|into|as|→|->) (?<to>${SLOT}) in the ${NAV}`,
].map((source) => new RegExp(`^${source}$`, 'iu'))
const IN_GROUP = String.raw`(?:(?:in|of|within|to|inside) (?:the )?(?:group |section |tab )?(?<group>${ANY_QUOTE}|\S.*?)(?: (?:group|section|tab|category))?)`
const PLACE = [
  String.raw`(?:put|move|place|list|show|make|add) (?<page>${SLOT}) (?:to (?:the )?|at (?:the )?|as (?:the )?)?(?<at>first|last|top|bottom|end|beginning|start)(?: (?:entry|item|page|place|position))?(?: ${IN_GROUP})?(?: (?:in|of) the ${NAV}(?: group| section)?)?`,
  String.raw`(?:put|move|place|list|show) (?<page>${SLOT}) (?<at>before|after|above|below|behind|under) (?<other>${SLOT})(?: in the ${NAV})`,
  String.raw`in the ${NAV},? (?:put|move|place|list|show) (?<page>${SLOT}) (?<at>before|after|above|below|behind) (?<other>${SLOT})`,
].map((source) => new RegExp(`^${source}$`, 'iu'))

/** Entries of the navigation: led to pages, taken out, renamed, put elsewhere. */
export const navigation: FrameReader = {
  examples: [
    'Fix the navigation',
    'Rename "Guides" to "How-to guides" in the navigation',
    'Remove navigation entries whose pages do not exist',
  ],
  read: (clause, ground) => {
    // The words for the place in the navigation look like a scope.
    for (const text of [clause.raw, clause.text]) {
      if (REMOVE.test(text)) return understood({ operation: repairNavigation, given: { removes: true } })
      if (REPAIR.test(text)) return understood({ operation: repairNavigation, given: {} })
      const reading = readRename(text, clause, ground) ?? readPlace(text, clause, ground)
      if (reading) return reading
    }
    return null
  },
}

function readRename(text: string, clause: Clause, ground: Ground): Reading | null {
  for (const pattern of RENAME) {
    const found = pattern.exec(text)?.groups
    if (!found) continue
    const [from, to] = [unquoted(found['from'] ?? '', clause.quotes), unquoted(found['to'] ?? '', clause.quotes)]
    const labels = navigationLabels(ground.site).map((label) => label.text)
    if (labels.some((label) => label.toLowerCase() === from.toLowerCase()))
      return understood({ operation: renameNavigationLabel, given: { from, to } })
    return unclear(
      `No entry of the navigation is called "${from}".`,
      ...labels.slice(0, 1).map((label) => `Rename "${label}" to "${to}" in the navigation`),
    )
  }
  return null
}

function readPlace(text: string, clause: Clause, ground: Ground): Reading | null {
  for (const pattern of PLACE) {
    const found = pattern.exec(text)?.groups
    if (!found) continue
    const page = groundPage(found['page'] ?? '', clause, ground)
    if ('kind' in page) return /\bnav|sidebar|menu|group\b/iu.test(clause.raw) ? page : null
    const word = (found['at'] ?? '').toLowerCase()
    if (found['other'] !== undefined) {
      const other = groundPage(found['other'], clause, ground)
      if ('kind' in other) return other
      const at = /^(?:before|above)$/u.test(word) ? 'before' : 'after'
      return understood({ operation: moveNavigationEntry, given: { page: page.path, at, other: other.path } })
    }
    const at = /^(?:first|top|beginning|start)$/u.test(word) ? 'first' : 'last'
    const written = found['group'] === undefined ? null : unquoted(found['group'], clause.quotes)
    const group = written === null || new RegExp(`^(?:the )?${NAV}$`, 'iu').test(written) ? {} : { group: written }
    if (found['group'] === undefined && !new RegExp(NAV, 'iu').test(text)) return null
    return understood({ operation: moveNavigationEntry, given: { page: page.path, at, ...group } })
  }
  return null
}
