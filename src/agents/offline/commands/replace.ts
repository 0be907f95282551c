import { pathKind } from '../../../policy/path-kind.ts'
import { configurationDanger } from '../../../policy/site-configuration.ts'
import { replaceOnSite } from '../../../site/edit/replace/replace-on-site.ts'
import { type TermOptions, hasRegularPlural } from '../../../site/edit/replace/term-pattern.ts'
import type { RegionKind } from '../../../site/read/regions/region.ts'
import type { Clause } from '../grammar/clause.ts'
import { ANY_QUOTE, unquoted } from '../grammar/masked-text.ts'
import { scopeSuffix, withinScope } from '../../../site/operations/scope.ts'
import { type Command, type Reading, type Understood, unclear } from '../reading.ts'
import { looksLikePage } from './page-path.ts'

const LEAD = String.raw`(?:(?:all|every|each|any|the|our|old|new)\s+)*(?:(?:mentions?|occurrences?|instances?|uses?|words?|terms?|texts?|phrases?|strings?|names?)\s+)?(?:of\s+)?(?:the\s+(?:word|term|text|phrase|name)\s+)?`
const OLD = String.raw`(?<from>${ANY_QUOTE}|\S.*?)`
const NEW = String.raw`(?:the\s+(?:word|term|text|phrase)\s+)?(?<to>${ANY_QUOTE}|\S.*)`

/** Verbs that give a text literally, and verbs that speak of a term in all its forms. */
const PATTERNS: { pattern: RegExp; isTerm: boolean }[] = [
  {
    pattern: new RegExp(String.raw`^(?:replace|substitute|swap)\s+${LEAD}${OLD}\s+(?:with|by|for|→|->|=>)\s+${NEW}$`, 'iu'),
    isTerm: false,
  },
  {
    pattern: new RegExp(
      String.raw`^(?:change|convert|update|turn)\s+(?=(?:all\s+|every\s+|each\s+|the\s+)*(?:mentions?|uses?|terms?)\b)${LEAD}${OLD}\s+(?:to|into)\s+${NEW}$`,
      'iu',
    ),
    isTerm: true,
  },
  {
    pattern: new RegExp(String.raw`^(?:change|convert|update|turn)\s+${LEAD}${OLD}\s+(?:to|into)\s+${NEW}$`, 'iu'),
    isTerm: false,
  },
  { pattern: new RegExp(String.raw`^rename\s+${LEAD}${OLD}\s+(?:to|as|into|→|->|=>)\s+${NEW}$`, 'iu'), isTerm: true },
  {
    pattern: new RegExp(
      String.raw`^(?:use|say|write|prefer)\s+(?:the\s+(?:word|term|name)\s+)?(?<to>${ANY_QUOTE}|\S.*?)\s+(?:instead of|rather than|in place of|and not|not)\s+${LEAD}(?<from>${ANY_QUOTE}|\S.*)$`,
      'iu',
    ),
    isTerm: true,
  },
  {
    pattern: new RegExp(
      String.raw`^(?:correct|fix)\s+(?:the\s+)?(?:(?:typo|spelling|misspelling|mistake)\s+(?:of\s+)?)?(?<from>${ANY_QUOTE})\s+(?:to|into|as|with|→|->|=>)\s+(?<to>${ANY_QUOTE})$`,
      'iu',
    ),
    isTerm: false,
  },
  {
    pattern: new RegExp(
      String.raw`^(?<from>${ANY_QUOTE})\s+(?:should be|should read|must be|becomes|is now(?: called)?|→|->|=>)\s+(?<to>${ANY_QUOTE})$`,
      'iu',
    ),
    isTerm: false,
  },
  {
    pattern: new RegExp(
      String.raw`^(?:remove|delete|drop)\s+(?:all\s+|every\s+|the\s+)*(?:words?|texts?|phrases?|sentences?|mentions?\s+of|occurrences?\s+of)\s+(?:the\s+(?:word|text|phrase)\s+)?(?<from>${ANY_QUOTE})(?<to>)$`,
      'iu',
    ),
    isTerm: false,
  },
  { pattern: new RegExp(String.raw`^call\s+(?<from>${ANY_QUOTE})\s+(?<to>${ANY_QUOTE})(?:\s+instead)?$`, 'iu'), isTerm: true },
]

/** Words with which people describe a thing instead of quoting it: "replace the screenshots with newer ones". */
const DESCRIPTION =
  /\b(?:the|a|an|this|that|these|those|it|its|them|their|our|my|your|some|any|all|every|each|newer|older|better|latest|current|one|ones|and|or|which|what|more|less|following)\b/iu

const CASE =
  /(?<![\s,(])[\s,(]*\b(?:(?:and\s+)?(?:keep(?:ing)?|preserv(?:e|ing)|match(?:ing)?\s+the|follow(?:ing)?)\s+(?:the\s+)?(?:case|capitals|capitali[sz]ation))\b\)?/iu
const ANY_CASE =
  /(?<![\s,(])[\s,(]*\b(?:in any case|case[- ]insensitive(?:ly)?|ignoring (?:the )?case|ignore case|whatever the case)\b\)?/iu
const EXACT =
  /(?<![\s,(])[\s,(]*\b(?:exact(?:ly)?(?: (?:case|match(?:es)?|text))?(?: only)?|case[- ]sensitive(?:ly)?|match case)\b\)?/iu
const PLURALS =
  /(?<![\s,(])[\s,(]*\b(?:and|with|including|also)?\s*(?:its|the|their)?\s*plurals?(?: forms?)?(?: too| as well)?\b\)?/iu

export const replace: Command = {
  examples: [
    'Replace "old text" with "new text" in guides/, except in changelog.md',
    'Rename workspace to project everywhere',
    'Use the term "sign in" instead of "log in", also in code blocks',
  ],
  read: (clause, site) => {
    const options = {
      followsCase: CASE.test(clause.text),
      ignoresCase: ANY_CASE.test(clause.text),
      isExact: EXACT.test(clause.text),
      followsPlural: PLURALS.test(clause.text),
    }
    const text = [CASE, ANY_CASE, EXACT, PLURALS].reduce((rest, pattern) => rest.replace(pattern, ''), clause.text).trim()
    for (const { pattern, isTerm } of PATTERNS) {
      const found = pattern.exec(text)?.groups
      if (!found) continue
      const from = unquoted(found['from'] ?? '', clause.quotes)
      const to = unquoted(found['to'] ?? '', clause.quotes)
      const isRemoval = found['to'] === ''
      const isQuoted =
        isRemoval ||
        (new RegExp(`^${ANY_QUOTE}$`, 'u').test(found['from'] ?? '') && new RegExp(`^${ANY_QUOTE}$`, 'u').test(found['to'] ?? ''))
      if (isTerm && looksLikePage(from, site)) return null
      return checked(from, to, isQuoted, clause) ?? understood(termOptions(from, to, isTerm, options), clause)
    }
    return null
  },
}

interface AskedOptions {
  followsCase: boolean
  ignoresCase: boolean
  isExact: boolean
  followsPlural: boolean
}

/** A term in small letters stands for all its forms; a name with capitals of its own is found only as written. */
function termOptions(from: string, to: string, isTerm: boolean, asked: AskedOptions): TermOptions {
  const isLower = from === from.toLowerCase() && to === to.toLowerCase()
  const followsTerm = isTerm && isLower && !asked.isExact
  return {
    from,
    to,
    followsCase: asked.followsCase || (followsTerm && !asked.ignoresCase),
    ignoresCase: asked.ignoresCase,
    followsPlural: asked.followsPlural || (followsTerm && hasRegularPlural(from) && hasRegularPlural(to)),
  }
}

/** The reason why the instruction is not certain enough; null when it is. */
function checked(from: string, to: string, isQuoted: boolean, clause: Clause): Reading | null {
  if (from.trim() === '') return unclear('The text to look for is empty.')
  if (/\b(?:in|including|inside)\s+(?:the\s+)?(?:links?|urls?|addresses|link targets?)\b/iu.test(clause.text)) {
    return unclear(
      'Link targets are not replaced as text, because that breaks links. Move the page instead: Move guides/a.md to guides/b.md.',
    )
  }
  if (new RegExp(ANY_QUOTE, 'u').test(from + to)) {
    return unclear('There are words beside the two quoted texts that the offline agent does not understand.')
  }
  if (from.length > 2000 || /\n\s*\n/u.test(from)) return unclear('The text to look for is longer than a paragraph.')
  const isAmbiguous =
    !isQuoted &&
    (DESCRIPTION.test(from) ||
      DESCRIPTION.test(to) ||
      from.split(/\s+/u).length > 4 ||
      to.split(/\s+/u).length > 5 ||
      /\s(?:with|to|by|in|on|for|from)\s/u.test(`${from} ${to}`))
  if (isAmbiguous)
    return unclear(`It is not certain where the texts begin and end. Put quotes around both: Replace "old text" with "new text".`)
  return null
}

function understood(options: TermOptions, clause: Clause): Understood {
  const forms = [
    options.followsCase ? 'following its capitals' : '',
    options.ignoresCase ? 'in any capitals' : '',
    options.followsPlural ? 'and its plural' : '',
    clause.includesCode ? 'also in code' : '',
    clause.includesMarkup ? 'also in attributes' : '',
  ].filter((form) => form !== '')
  const title = options.to === '' ? `Remove "${options.from}"` : `Replace "${options.from}" with "${options.to}"`
  return {
    kind: 'understood',
    title: title + scopeSuffix(clause.scope),
    details: forms,
    run: ({ site, signal }) =>
      withinScope(site, clause.scope, (isInScope) =>
        replaceOnSite(site, { ...options, also: regionsOf(clause), isInScope, mayConfigure: isNavigationEdit }, signal),
      ),
    forTerm: (term) => understood({ ...options, from: term }, clause),
  }
}

function regionsOf({ includesCode, includesMarkup }: Clause): Set<RegionKind> {
  return new Set([
    ...(includesCode ? (['code-block', 'inline-code'] as const) : []),
    ...(includesMarkup ? (['markup'] as const) : []),
  ])
}

/** False for what no agent may change in the configuration of a site. */
function isNavigationEdit(path: string, before: string, after: string): boolean {
  const kind = pathKind(path)
  return kind.kind !== 'configuration' || configurationDanger(kind.shape, before, after) === null
}
