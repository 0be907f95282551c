import { addMissingDescription, addMissingTitle } from '../../../site/edit/front-matter/missing-fields.ts'
import { repairFrontMatter } from '../../../site/edit/front-matter/repair-front-matter.ts'
import { setField } from '../../../site/edit/front-matter/set-field.ts'
import { QUOTE } from '../grammar/masked-text.ts'
import { type Command, unclear } from '../reading.ts'
import { findPages } from './page-path.ts'
import { understoodRules } from './understood-rules.ts'

const MATTER = String.raw`(?:(?:page )?front[- ]?matter|metadata|yaml(?: headers?| blocks?| front[- ]?matter)?)`
const TAIL = String.raw`(?: (?:to|in|for|of|on|into) (?:the |all |every |each )*(?:${MATTER}|pages?|docs|files?)(?: (?:that|which) (?:have none|has none|lacks? (?:one|it|them)|do(?:es)? not have (?:one|any)|are missing (?:one|it)))?| where (?:missing|needed|there is none))*`
const ADD = new RegExp(
  String.raw`^(?:add|fill(?: in)?|generate|create|write|set) (?:a |the |all |any )*(?:missing )?(?<fields>(?:(?:page )?(?:titles?|descriptions?)(?:,? and |, | or )?(?:missing )?)+(?:fields?)?|${MATTER}(?: (?:titles?|descriptions?|fields?)(?: and (?:titles?|descriptions?))?)?)${TAIL}$`,
  'iu',
)
const REPAIR = new RegExp(
  String.raw`^(?:fix|repair|correct|validate) (?:the |all |any )*(?:broken |invalid |malformed )?${MATTER}(?: (?:errors?|problems?|syntax))?$`,
  'iu',
)
const SET = new RegExp(String.raw`^(?:set|change|update) the (?<field>title|description) to ${QUOTE}$`, 'iu')

export const frontMatter: Command = {
  examples: [
    'Add missing titles and descriptions to the front matter',
    'Repair the front matter',
    'Set the title of guides/setup.md to "Set up"',
  ],
  read: (clause, site) => {
    const set = SET.exec(clause.text)
    if (set) {
      const [page, ...more] = clause.scope.include.flatMap((written) => findPages(site, written))
      if (page === undefined || more.length > 0)
        return unclear('Name the one page: Set the title of guides/setup.md to "Set up".')
      const field = (set.groups?.['field'] ?? '').toLowerCase()
      return understoodRules(
        `Set the ${field} to "${clause.quotes[Number(set[2])] ?? ''}"`,
        [setField(field, clause.quotes[Number(set[2])] ?? '')],
        clause,
      )
    }
    if (REPAIR.test(clause.text)) return understoodRules('Repair invalid front matter', [repairFrontMatter], clause)
    const fields = ADD.exec(clause.text)?.groups?.['fields']
    if (fields === undefined) return null
    const wantsTitle = /title/iu.test(fields) || !/description/iu.test(fields)
    const wantsDescription = /description/iu.test(fields)
    const rules = [...(wantsTitle ? [addMissingTitle] : []), ...(wantsDescription ? [addMissingDescription] : [])]
    const names = [...(wantsTitle ? ['titles'] : []), ...(wantsDescription ? ['descriptions'] : [])]
    const note = wantsDescription ? ['Descriptions were generated from the first sentence of each page: please read them.'] : []
    return understoodRules(`Add missing ${names.join(' and ')} to the front matter`, rules, clause, note)
  },
}
