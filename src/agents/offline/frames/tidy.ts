import { tidy as operation } from '../../../site/operations/tidy.ts'
import { type Reading, understood } from '../frame.ts'
import type { FrameReader } from './pattern.ts'

/** A rule with the words by which it is asked for. */
interface NamedRule {
  rule: string
  /** The whole object of the sentence; a longer one means something else. */
  words: RegExp
  verbs: RegExp
  /** True when the rule cannot change what a reader sees, so that a general "clean up" includes it. */
  isSafe?: boolean
}

const REMOVE = /^(?:remove|fix|collapse|reduce|clean|tidy|unify|squeeze)$/iu
const UNIFY = /^(?:unify|fix|use|make|align|clean|tidy)$/iu
const ADD = /^(?:add|fix|generate|fill|name|detect|set|write|create|label|annotate)$/iu
const ALIGN = /^(?:align|format|reformat|tidy|clean|unify|fix)$/iu

const WHERE_NONE = String.raw`(?: (?:that|which) (?:have none|has none|lacks? (?:one|it|them)|miss(?:es)? (?:one|it)|do(?:es)?(?: not|n['’]t) have (?:one|any|it)|(?:are|is) missing (?:one|it))| where(?:ver)? (?:it(?:['’]s| is)? )?(?:missing|needed)| without (?:one|any))?`
const BLOCKS = String.raw`(?:the |all |every |each |any |our )*(?:fenced )?(?:code(?: ?blocks?| ?fences?| samples?| snippets?)?|fences?|snippets?)`

const RULES: readonly NamedRule[] = [
  {
    rule: 'trailing_spaces',
    words:
      /^(?:trailing (?:white ?)?spaces?(?: (?:at|from) (?:the )?(?:line ends|ends? of (?:the |all )?lines?|lines))?|white ?space(?: at (?:the )?(?:line ends|ends? of (?:the |all )?lines?))?|spaces at (?:the )?(?:line ends|ends? of (?:the |all )?lines?))$/iu,
    verbs: REMOVE,
    isSafe: true,
  },
  {
    rule: 'blank_lines',
    words:
      /^(?:(?:multiple|extra|double|repeated|consecutive|superfluous|duplicate|excess(?:ive)?|unnecessary) )?(?:blank|empty) lines?$|^white ?space$/iu,
    verbs: REMOVE,
    isSafe: true,
  },
  {
    rule: 'list_markers',
    words:
      /^(?:(?:in)?consistent |same |mixed )?(?:list (?:markers?|bullets?|styles?)|bullets?|bullet (?:markers?|points?|styles?))(?: consistent(?:ly)?)?$/iu,
    verbs: UNIFY,
    isSafe: true,
  },
  {
    rule: 'code_languages',
    words: new RegExp(
      String.raw`^(?:(?:a |the |missing )*(?:code ?)?(?:(?:fence|block|code) )?(?:language|lang|syntax)s?(?: (?:tags?|identifiers?|annotations?|hints?|labels?))?(?: (?:of|to|for|on) ${BLOCKS}${WHERE_NONE})?|(?:missing )?${BLOCKS} languages?)$`,
      'iu',
    ),
    verbs: ADD,
  },
  {
    rule: 'alt_texts',
    words: new RegExp(
      String.raw`^(?:missing )?(?:image )?alt(?:ernative)?[ -]?(?:texts?|tags?|attributes?|descriptions?)(?: (?:to|for|of|on) (?:the |all |every |each |any |our )*(?:images?|pictures?|screenshots?)${WHERE_NONE})?$`,
      'iu',
    ),
    verbs: ADD,
  },
  {
    rule: 'straight_quotes',
    words:
      /^(?:curly|smart|typographic|fancy) (?:quotes?|quotation marks)(?: (?:to|with|by|into) (?:straight|plain|ascii|normal)(?: (?:quotes?|ones|quotation marks))?)?$/iu,
    verbs: /^(?:replace|change|fix|remove)$/iu,
  },
  {
    rule: 'straight_quotes',
    words:
      /^(?:straight|plain|ascii) (?:quotes?|quotation marks)(?: (?:instead of|rather than|not|and not|,? not) (?:curly|smart|typographic|fancy)(?: (?:quotes?|ones|quotation marks))?)?$/iu,
    verbs: /^(?:use|prefer|apply)$/iu,
  },
  { rule: 'tables', words: /^(?:markdown )?tables?(?: columns?| alignment| formatting)?$/iu, verbs: ALIGN },
]

const SENTENCE = /^(?<verb>[a-z]+)(?: (?:up|in)(?= ))? (?<objects>.+)$/iu
const GENERAL =
  /^(?:clean(?:[ -]?up)?|tidy(?:[ -]?up)?|format|reformat|lint|fix|unify)(?: the| all| our| up)*(?: (?:formatting|markdown(?: (?:formatting|files?))?|layout|hygiene|white ?space and formatting))(?: up)?$/iu

export const tidy: FrameReader = {
  examples: ['Clean up the formatting', 'Add missing alt text', 'Align tables', 'Use https links'],
  read: ({ text, scope }): Reading | null => {
    const rules = GENERAL.test(text) ? RULES.filter(({ isSafe }) => isSafe).map(({ rule }) => rule) : readRules(text)
    return rules && rules.length > 0 ? understood({ operation, given: { rules, scope } }) : null
  },
}

/** Null as soon as one of the things asked for is none of the rules. */
function readRules(text: string): string[] | null {
  const sentence = SENTENCE.exec(text)?.groups
  const verb = sentence?.['verb'] ?? ''
  const asked = new Set<string>()
  for (const item of (sentence?.['objects'] ?? '').split(/,\s*(?:and\s+)?|\s+and\s+/u)) {
    const words = item.replace(/^(?:(?:the|all|any|every|our|a|an)\s+)+/iu, '').trim()
    const found = RULES.filter((rule) => rule.verbs.test(verb) && rule.words.test(words))
    if (found.length === 0) return null
    for (const { rule } of found) asked.add(rule)
  }
  return [...asked]
}
