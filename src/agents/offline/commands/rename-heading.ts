import { QUOTE } from '../grammar/masked-text.ts'
import { type Command, plural, unclear } from '../reading.ts'
import { type PageRule, understoodRules } from './page-rules.ts'
import { headingTexts, rewriteHeadings } from '../../../site/edit/headings/heading-text-range.ts'

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
    return understoodRules(`Rename the heading "${from}" to "${to}"`, [renameRule(from, to)], clause)
  },
}

function renameRule(from: string, to: string): PageRule {
  return (page, { path }) => {
    const rewrites = headingTexts(path, page)
      .filter(({ plain, written }) => plain === from || written === from)
      .map((heading) => ({ heading, text: to }))
    return {
      page: rewriteHeadings(page, rewrites),
      changes: rewrites.length === 0 || from === to ? [] : [`${plural(rewrites.length, 'heading')} renamed`],
    }
  }
}
