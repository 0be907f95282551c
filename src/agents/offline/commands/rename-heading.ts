import { renameHeadings } from '../../../site/edit/headings/rename-headings.ts'
import { QUOTE } from '../grammar/masked-text.ts'
import { type Command, unclear } from '../reading.ts'
import { understoodRules } from './understood-rules.ts'

const PATTERN = new RegExp(
  String.raw`^(?:rename|change|replace|retitle|update)\s+(?:the\s+|every\s+|all\s+)?(?:headings?|section|section title)\s+${QUOTE}\s+(?:to|into|with|by)\s+${QUOTE}$`,
  'iu',
)

export const renameHeading: Command = {
  examples: ['Rename the heading "Setup" to "Install" in guides/setup.md'],
  read: (clause) => {
    const found = PATTERN.exec(clause.text)
    if (!found) return null
    const from = (clause.quotes[Number(found[1])] ?? '').trim()
    const to = (clause.quotes[Number(found[2])] ?? '').trim()
    if (from === '' || to === '' || to.includes('\n')) return unclear('A heading needs one line of text.')
    return understoodRules(`Rename the heading "${from}" to "${to}"`, [renameHeadings(from, to)], clause)
  },
}
