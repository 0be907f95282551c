import { sentenceCase, titleCase } from '../../../site/edit/headings/heading-case.ts'
import { closeHeadingGaps, demoteSecondTitles } from '../../../site/edit/headings/heading-levels.ts'
import { trimHeadingPunctuation } from '../../../site/edit/headings/heading-punctuation.ts'
import type { Command } from '../reading.ts'
import { understoodRules } from './understood-rules.ts'

const HEADINGS = String.raw`(?:the |all |our |every )*(?:page )?(?:headings?|headers?|heading titles?)`
const CASE = new RegExp(
  String.raw`^(?:use|apply|make|convert|change|set|put|turn|write|fix)\s+(?:(?<first>sentence|title)[- ]case (?:in|for|to|on|across) ${HEADINGS}|${HEADINGS} (?:to |into |in |use |as )?(?<second>sentence|title)[- ]case)$|^(?<third>sentence|title)[- ]case ${HEADINGS}$|^${HEADINGS} (?:should|must) (?:be |use )?(?:in |written in )?(?<fourth>sentence|title)[- ]case$`,
  'iu',
)
const PUNCTUATION = new RegExp(
  String.raw`^(?:remove|strip|trim|drop|delete|fix) (?:the |all |any )*(?:trailing |final |ending )?(?:punctuation|periods?|full stops?|colons?)(?: (?:marks?|characters?))? (?:from|in|at the ends? of|after|of|on) ${HEADINGS}$|^(?:fix|remove|trim) (?:the )?heading punctuation$`,
  'iu',
)
const SECOND_TITLES =
  /^(?:fix|remove|demote|repair) (?:the |all |any )*(?:duplicated?|double|multiple|second|several|extra) (?:h1s?|first[- ]level headings?|titles?|h1 headings?)$/iu
const LEVELS = new RegExp(
  String.raw`^(?:fix|repair|correct|close|normali[sz]e|check and fix) (?:the |all |any )*(?:heading (?:levels?|jumps?|gaps?|hierarchy|structure|order|outline)|${HEADINGS}|(?:skipped|wrong|broken) heading levels?|level jumps?(?: in ${HEADINGS})?)$`,
  'iu',
)

export const headings: Command = {
  examples: ['Fix the heading levels', 'Use sentence case in headings', 'Remove trailing punctuation from headings'],
  read: (clause, site) => {
    const found = CASE.exec(clause.text)?.groups
    const wanted = found?.['first'] ?? found?.['second'] ?? found?.['third'] ?? found?.['fourth']
    if (wanted?.toLowerCase() === 'sentence') {
      return understoodRules('Write headings in sentence case', [sentenceCase(site)], clause, [
        'Words that the site also capitalises in its sentences were taken for names.',
      ])
    }
    if (wanted !== undefined) return understoodRules('Write headings in title case', [titleCase], clause)
    if (PUNCTUATION.test(clause.text))
      return understoodRules('Remove punctuation at the end of headings', [trimHeadingPunctuation], clause)
    if (SECOND_TITLES.test(clause.text))
      return understoodRules('Keep one first-level heading per page', [demoteSecondTitles], clause)
    if (LEVELS.test(clause.text)) {
      return understoodRules(
        'Fix heading levels: one first-level heading per page, no gaps',
        [demoteSecondTitles, closeHeadingGaps],
        clause,
      )
    }
    return null
  },
}
