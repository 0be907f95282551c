import { repairLinks } from '../../../site/edit/links/repair-links.ts'
import { scopeSuffix, withinScope } from '../../../site/operations/scope.ts'
import type { Command } from '../reading.ts'

const LINKS = String.raw`(?:the |all |any |our |my |every )*(?:broken |dead |internal |wrong |invalid |stale )*(?:(?:links?|anchors?|cross-?references?|hyperlinks?|link targets?)(?:,? and |, | or )?(?:the )?)+`
const REPAIR = new RegExp(
  String.raw`^(?:(?:find|check|look for|detect) and )?(?:fix|repair|correct|update|mend)(?: up)? ${LINKS}$`,
  'iu',
)
const CHECK = new RegExp(
  String.raw`^(?:check|find|list|report|show|look for|detect|test|validate)(?: for| me)? ${LINKS}$|^link[- ]?check$|^(?:are|is) there (?:still )?(?:any )?${LINKS}$`,
  'iu',
)

export const links: Command = {
  examples: ['Fix the broken links', 'Check the links in guides/'],
  read: (clause) => {
    const mayWrite = REPAIR.test(clause.text)
    if (!mayWrite && !CHECK.test(clause.text)) return null
    return {
      kind: 'understood',
      needsLinks: true,
      title: `${mayWrite ? 'Repair' : 'Check'} internal links and anchors${scopeSuffix(clause.scope)}`,
      run: ({ site }) => withinScope(site, clause.scope, (isInScope) => repairLinks(site, isInScope, mayWrite)),
    }
  },
}
