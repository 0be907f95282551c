import type { EditableSite } from '../../../site/edit/editable-site.ts'
import { addAltTexts } from '../../../site/edit/hygiene/alt-texts.ts'
import { collapseBlankLines } from '../../../site/edit/hygiene/blank-lines.ts'
import { addFenceLanguages } from '../../../site/edit/hygiene/fence-languages.ts'
import { unifyListMarkers } from '../../../site/edit/hygiene/list-markers.ts'
import { secureLinks } from '../../../site/edit/hygiene/secure-links.ts'
import { alignTables } from '../../../site/edit/hygiene/table-columns.ts'
import { trimTrailingSpaces } from '../../../site/edit/hygiene/trailing-spaces.ts'
import type { PageRule } from '../../../site/edit/page-rules.ts'
import type { Command } from '../reading.ts'
import { understoodRules } from './understood-rules.ts'

/** A rule with the words by which it is asked for. */
interface NamedRule {
  /** The whole object of the sentence; a longer one means something else. */
  words: RegExp
  verbs: RegExp
  title: string
  rule: (site: EditableSite) => PageRule
  /** True when the rule cannot change what a reader sees, so that a general "clean up" includes it. */
  isSafe: boolean
}

const REMOVE = /^(?:remove|strip|trim|delete|drop|collapse|reduce|clean(?: up)?|fix|tidy(?: up)?|normali[sz]e|squeeze)$/iu
const UNIFY = /^(?:unify|normali[sz]e|fix|use|make|standardi[sz]e|align|clean(?: up)?|tidy(?: up)?)$/iu
const ADD = /^(?:add|fix|generate|fill(?: in)?|name|detect|set|write|repair|create)$/iu
const CHANGE = /^(?:use|upgrade|convert|change|switch|make|update|replace|fix)$/iu
const ALIGN = /^(?:align|format|reformat|tidy(?: up)?|clean(?: up)?|normali[sz]e)$/iu

const RULES: readonly NamedRule[] = [
  {
    words:
      /^(?:trailing (?:white ?)?spaces?(?: (?:at|from) (?:the )?(?:line ends|ends? of (?:the )?lines?|lines))?|white ?space)$/iu,
    verbs: REMOVE,
    title: 'remove trailing spaces',
    rule: () => trimTrailingSpaces,
    isSafe: true,
  },
  {
    words: /^(?:(?:multiple|extra|double|repeated|consecutive|superfluous|duplicate) )?(?:blank|empty) lines?$|^white ?space$/iu,
    verbs: REMOVE,
    title: 'collapse blank lines',
    rule: () => collapseBlankLines,
    isSafe: true,
  },
  {
    words:
      /^(?:(?:in)?consistent |same )?(?:list (?:markers?|bullets?|styles?)|bullets?|bullet (?:markers?|points?|styles?))(?: consistent(?:ly)?)?$/iu,
    verbs: UNIFY,
    title: 'unify list markers',
    rule: () => unifyListMarkers,
    isSafe: true,
  },
  {
    words:
      /^(?:missing )?(?:(?:code ?)?(?:fence|block|code) languages?(?: tags?)?|languages? (?:of|to|for|on) (?:the |all )?(?:code(?: ?blocks?| ?fences?)?|fences?))$/iu,
    verbs: ADD,
    title: 'name the language of code blocks',
    rule: () => addFenceLanguages,
    isSafe: false,
  },
  {
    words:
      /^(?:missing )?(?:image )?alt(?:ernative)?[ -]?(?:texts?|tags?|attributes?)(?: (?:to|for|of|on) (?:the |all |every )*(?:images?|pictures?)(?: (?:that|which) (?:have none|lack it|miss it))?)?$/iu,
    verbs: ADD,
    title: 'add missing alternative texts',
    rule: () => addAltTexts,
    isSafe: false,
  },
  {
    words:
      /^(?:https(?: (?:links?|urls?))?|http(?: (?:links?|urls?))? (?:to|with|by) https(?: (?:links?|urls?))?|(?:links?|urls?) (?:from http )?(?:to|use) https|(?:links?|urls?) secure)(?: where possible| for links)?$/iu,
    verbs: CHANGE,
    title: 'use https where the site already does',
    rule: secureLinks,
    isSafe: false,
  },
  {
    words: /^(?:markdown )?tables?(?: columns?| alignment| formatting)?$/iu,
    verbs: ALIGN,
    title: 'align tables',
    rule: () => alignTables,
    isSafe: false,
  },
]

const SENTENCE = /^(?<verb>[a-z]+(?: (?:up|in)(?= ))?) (?<objects>.+)$/iu
const GENERAL =
  /^(?:clean(?:[ -]?up)?|tidy(?:[ -]?up)?|format|reformat|lint|fix|normali[sz]e)(?: the| all| our)*(?: (?:formatting|markdown(?: (?:formatting|files?))?|layout|hygiene))(?: up)?$/iu

export const hygiene: Command = {
  examples: ['Clean up the formatting', 'Add missing alt text', 'Align tables', 'Use https links'],
  read: (clause, site) => {
    const asked = GENERAL.test(clause.text) ? RULES.filter(({ isSafe }) => isSafe) : readRules(clause.text)
    if (!asked || asked.length === 0) return null
    const title = asked.map((rule) => rule.title).join(', ')
    const rules = asked.map(({ rule }) => rule(site))
    return understoodRules(title[0]?.toUpperCase() + title.slice(1), rules, clause)
  },
}

/** Null as soon as one of the things asked for is none of the rules. */
function readRules(text: string): NamedRule[] | null {
  const sentence = SENTENCE.exec(text)?.groups
  const verb = sentence?.['verb'] ?? ''
  const asked = new Set<NamedRule>()
  for (const item of (sentence?.['objects'] ?? '').split(/,\s*(?:and\s+)?|\s+and\s+/u)) {
    const words = item.replace(/^(?:(?:the|all|any|every|our)\s+)+/iu, '').trim()
    const found = RULES.filter((rule) => rule.verbs.test(verb) && rule.words.test(words))
    if (found.length === 0) return null
    for (const rule of found) asked.add(rule)
  }
  return RULES.filter((rule) => asked.has(rule))
}
