import { removeOrphans, repairEntries } from '../../../site/edit/navigation/repair-navigation.ts'
import type { Command } from '../reading.ts'

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
