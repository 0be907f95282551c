import { headingCase, headingLevels, headingPunctuation, renameHeading } from '../../../site/operations/headings.ts'
import { pagesIn } from '../../../site/operations/scope.ts'
import { type Reading, unclear, understood } from '../frame.ts'
import type { Ground } from '../ground/ground.ts'
import type { Clause } from '../message/clause.ts'
import { ANY_QUOTE, unquoted } from '../message/masked-text.ts'
import { type FrameReader, SLOT } from './pattern.ts'

const HEADINGS = String.raw`(?:the |all |our |every |each |any |of )*(?:page |section )?(?:headings?|headers?|heading titles?|section titles?)`
const CASE_NAME = String.raw`(?<to>sentence|title)[- ]?case`
const CASE = [
  String.raw`(?:use|apply|make|change|set|put|write|fix|unify|prefer|switch to|enforce|capitali[sz]e)(?: to)? ${CASE_NAME} (?:in|for|to|on|across) ${HEADINGS}`,
  String.raw`(?:use|apply|make|change|set|put|write|fix|unify|capitali[sz]e) ${HEADINGS} (?:to |into |in |use |as |be |to be in |to use |all )*${CASE_NAME}`,
  String.raw`${CASE_NAME}(?: (?:for|in|on))? ${HEADINGS}`,
  String.raw`${HEADINGS} (?:should|must|need to|have to)(?: all| always)? (?:be |use |follow )?(?:in |written in )?${CASE_NAME}`,
  String.raw`${HEADINGS}:? (?:in |to |use )?${CASE_NAME}`,
].map((source) => new RegExp(`^${source}$`, 'iu'))
const PUNCTUATION = new RegExp(
  String.raw`^(?:remove|fix) (?:the |all |any )*(?:trailing |final |ending )?(?:punctuation|periods?|full stops?|colons?|dots?)(?: (?:marks?|characters?))? (?:from|in|at the ends? of|after|of|on) ${HEADINGS}$|^(?:fix|remove) (?:the )?heading punctuation$|^${HEADINGS} (?:should|must) (?:not|never) end (?:with|in) (?:a |any )?(?:punctuation|periods?|full stops?|colons?|dots?)$|^no (?:periods?|full stops?|punctuation|colons?) (?:at the end of|in|after) ${HEADINGS}$`,
  'iu',
)
const SECOND_TITLES =
  /^(?:fix|remove|demote) (?:the |all |any )*(?:duplicated?|double|multiple|second|several|extra) (?:h1s?|first[- ]level headings?|titles?|h1 headings?)$|^(?:only )?one h1 per page$/iu
const LEVELS = new RegExp(
  String.raw`^(?:fix|close|unify|check) (?:the |all |any |our )*(?:(?:skipped|wrong|broken|inconsistent) )?(?:heading (?:levels?|jumps?|gaps?|hierarch(?:y|ies)|structure|order|outline|nesting)|${HEADINGS}|level jumps?(?: in ${HEADINGS})?|h[1-6](?: to h[1-6])? jumps?)(?: (?:that|which|where|when) (?:jump|skip|are skipped|are wrong|(?:skip|jump) (?:a |levels?)*(?:levels?)?|don['’]t (?:match|nest)))*$|^${HEADINGS} (?:should|must) not (?:skip|jump)(?: (?:a |any )?levels?)?$`,
  'iu',
)
const RENAME = new RegExp(
  String.raw`^(?:rename|change|replace|update) (?:the |every |all )*(?:headings?|sections?|section (?:title|heading)s?|headers?) (?:called |named |titled )?(?<from>${SLOT}) (?:to|into|with|by|as|→|->) (?<to>${SLOT})$|^(?:rename|change) (?:the )?(?<other>${ANY_QUOTE}) (?:heading|section|header) (?:to|into|as) (?<name>${SLOT})$|^(?:the )?(?:heading|section(?: title)?|header) (?<said>${ANY_QUOTE}) (?:should|must|needs to) (?:be(?: renamed to)?|read|say|become) (?<now>${SLOT})$`,
  'iu',
)

export const headings: FrameReader = {
  examples: [
    'Fix the heading levels',
    'Use sentence case in headings',
    'Remove trailing punctuation from headings',
    'Rename the heading "Setup" to "Install" in guides/setup.md',
  ],
  read: (clause, ground) => {
    const { text, scope } = clause
    const renamed = readRename(clause, ground)
    if (renamed) return renamed
    for (const pattern of CASE) {
      const to = pattern.exec(text)?.groups?.['to']?.toLowerCase()
      if (to !== undefined) return understood({ operation: headingCase, given: { to, scope }, isEnglishOnly: true })
    }
    if (PUNCTUATION.test(text)) return understood({ operation: headingPunctuation, given: { scope } })
    if (SECOND_TITLES.test(text)) return understood({ operation: headingLevels, given: { onlyTitles: true, scope } })
    return LEVELS.test(text) ? understood({ operation: headingLevels, given: { scope } }) : null
  },
}

function readRename(clause: Clause, ground: Ground): Reading | null {
  const found = RENAME.exec(clause.text)?.groups
  if (!found) return null
  const from = unquoted(found['from'] ?? found['other'] ?? found['said'] ?? '', clause.quotes).trim()
  const to = unquoted(found['to'] ?? found['name'] ?? found['now'] ?? '', clause.quotes).trim()
  if (from === '' || to === '' || to.includes('\n')) return unclear('A heading needs one line of text.')
  const pages = pagesIn(ground.site, clause.scope)
  const written = new RegExp(`^#{1,6} .*${from.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)}`, 'imu')
  if (pages.length > 0 && !pages.some((path) => written.test(ground.site.text(path))))
    return unclear(`No page there has a heading "${from}".`)
  return understood({ operation: renameHeading, given: { from, to, scope: clause.scope } })
}
