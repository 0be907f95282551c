import { z } from 'zod'
import { sentenceCase, titleCase } from '../edit/headings/heading-case.ts'
import { closeHeadingGaps, demoteSecondTitles } from '../edit/headings/heading-levels.ts'
import { trimHeadingPunctuation } from '../edit/headings/heading-punctuation.ts'
import { renameHeadings } from '../edit/headings/rename-headings.ts'
import { ruleOperation } from './page-rules.ts'
import { SCOPE } from './scope.ts'
import { SiteMap } from './site-map.ts'

export const renameHeading = ruleOperation({
  name: 'rename_heading',
  help: 'Gives headings of one text another one; links to them follow.',
  schema: z.object({
    from: z.string().min(1),
    to: z
      .string()
      .min(1)
      .regex(/^[^\n]*$/u),
    scope: SCOPE,
  }),
  title: ({ from, to }) => `Rename the heading "${from}" to "${to}"`,
  rules: (_, { from, to }) => [renameHeadings(from, to)],
})

export const headingCase = ruleOperation({
  name: 'heading_case',
  help: 'Writes English headings in sentence case or title case and keeps the names that the site capitalises; links to them follow.',
  schema: z.object({ to: z.enum(['sentence', 'title']), scope: SCOPE }),
  title: ({ to }) => `Write headings in ${to} case`,
  rules: (site, { to }) => {
    const map = new SiteMap(site)
    const isEnglish = (path: string) => map.placeOf(path).locale === null
    const rule = to === 'sentence' ? sentenceCase(site, isEnglish) : titleCase
    return [(page, context) => (isEnglish(context.path) ? rule(page, context) : { page, changes: [] })]
  },
  note: ({ to }) => (to === 'sentence' ? 'Words that the site also capitalises in its sentences were taken for names.' : null),
})

export const headingLevels = ruleOperation({
  name: 'heading_levels',
  help: 'Keeps one first-level heading per page and, unless only that is asked for, closes gaps between heading levels.',
  schema: z.object({ onlyTitles: z.boolean().default(false), scope: SCOPE }),
  title: ({ onlyTitles }) =>
    onlyTitles ? 'Keep one first-level heading per page' : 'Fix heading levels: one first-level heading per page, no gaps',
  rules: (_, { onlyTitles }) => (onlyTitles ? [demoteSecondTitles] : [demoteSecondTitles, closeHeadingGaps]),
})

export const headingPunctuation = ruleOperation({
  name: 'heading_punctuation',
  help: 'Removes full stops, colons, commas and semicolons at the end of headings.',
  schema: z.object({ scope: SCOPE }),
  title: () => 'Remove punctuation at the end of headings',
  rules: () => [trimHeadingPunctuation],
})
