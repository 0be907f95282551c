import type { Clause } from '../grammar/clause.ts'
import { ANY_QUOTE, unquoted } from '../grammar/masked-text.ts'
import { describeScope, resolveScope } from '../grammar/scope.ts'
import { type RegionKind, dialectOf } from '../markdown/region.ts'
import {
  type Command,
  type CommandContext,
  type LeftAlone,
  type Outcome,
  type Reading,
  type Understood,
  plural,
  unclear,
} from '../reading.ts'
import { looksLikePage } from './page-path.ts'
import { replaceInPage } from './replace-in-page.ts'
import { type TermOptions, hasRegularPlural, termPattern } from './term-pattern.ts'

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
  { pattern: new RegExp(String.raw`^rename\s+${LEAD}${OLD}\s+(?:to|as|into)\s+${NEW}$`, 'iu'), isTerm: true },
  {
    pattern: new RegExp(
      String.raw`^(?:use|say|write|prefer)\s+(?:the\s+(?:word|term|name)\s+)?(?<to>${ANY_QUOTE}|\S.*?)\s+(?:instead of|rather than|in place of|and not|not)\s+${LEAD}(?<from>${ANY_QUOTE}|\S.*)$`,
      'iu',
    ),
    isTerm: true,
  },
  { pattern: new RegExp(String.raw`^call\s+(?<from>${ANY_QUOTE})\s+(?<to>${ANY_QUOTE})(?:\s+instead)?$`, 'iu'), isTerm: true },
]

/** Words with which people describe a thing instead of quoting it: "replace the screenshots with newer ones". */
const DESCRIPTION =
  /\b(?:the|a|an|this|that|these|those|it|its|them|their|our|my|your|some|any|all|every|each|newer|older|better|latest|current|one|ones|and|or|which|what|more|less|following)\b/iu

const CASE =
  /[\s,(]*\b(?:(?:and\s+)?(?:keep(?:ing)?|preserv(?:e|ing)|match(?:ing)?\s+the|follow(?:ing)?)\s+(?:the\s+)?(?:case|capitals|capitali[sz]ation))\b\)?/iu
const ANY_CASE = /[\s,(]*\b(?:in any case|case[- ]insensitive(?:ly)?|ignoring (?:the )?case|ignore case|whatever the case)\b\)?/iu
const EXACT = /[\s,(]*\b(?:exact(?:ly)?(?: (?:case|match(?:es)?|text))?(?: only)?|case[- ]sensitive(?:ly)?|match case)\b\)?/iu
const PLURALS = /[\s,(]*\b(?:and|with|including|also)?\s*(?:its|the|their)?\s*plurals?(?: forms?)?(?: too| as well)?\b\)?/iu

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
      const isQuoted =
        new RegExp(`^${ANY_QUOTE}$`, 'u').test(found['from'] ?? '') && new RegExp(`^${ANY_QUOTE}$`, 'u').test(found['to'] ?? '')
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
  if (
    /\b(?:links?|urls?)\b/iu.test(clause.text.replaceAll(new RegExp(ANY_QUOTE, 'gu'), '')) &&
    isQuoted &&
    /\b(?:in|including)\s+(?:the\s+)?(?:links?|urls?)\b/iu.test(clause.text)
  ) {
    return unclear(
      'Link targets are not replaced as text, because that breaks links. Move the page instead: Move guides/a.md to guides/b.md.',
    )
  }
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
  const where = clause.scope.include.length + clause.scope.exclude.length > 0 ? ` ${describeScope(clause.scope)}` : ''
  return {
    kind: 'understood',
    title: title + where,
    details: forms,
    run: (context) => replaceOnSite(context, options, clause),
    forTerm: (term) => understood({ ...options, from: term }, clause),
  }
}

function replaceOnSite({ site, signal }: CommandContext, options: TermOptions, clause: Clause): Outcome {
  const scope = resolveScope(site, clause.scope)
  if ('problem' in scope) return { changes: [], left: [], notes: [scope.problem] }
  const also = new Set<RegionKind>([
    ...(clause.includesCode ? (['code-block', 'inline-code'] as const) : []),
    ...(clause.includesMarkup ? (['markup'] as const) : []),
  ])
  const term = termPattern(options)
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  const left = new Map<RegionKind, { places: number; pages: Set<string> }>()
  for (const path of site.pages().filter((page) => scope.matches(page))) {
    signal.throwIfAborted()
    const replaced = replaceInPage(site.text(path), dialectOf(path), term, also)
    if (replaced.count > 0) {
      site.write(path, replaced.page)
      outcome.changes.push({ path, what: plural(replaced.count, 'place') })
    }
    for (const [kind, places] of Object.entries(replaced.left) as [RegionKind, number][]) {
      const total = left.get(kind) ?? { places: 0, pages: new Set() }
      total.places += places
      left.set(kind, { places: total.places, pages: total.pages.add(path) })
    }
  }
  outcome.left.push(...describeLeft(left), ...otherForms(site, options, scope.matches))
  if (outcome.changes.length === 0) outcome.notes.push(`"${options.from}" is in no text that may be changed.`)
  return outcome
}

const LEFT_WORDS: Record<RegionKind, string> = {
  prose: 'part of a longer construct',
  'front-matter': 'in front matter that is not shown to readers',
  'front-matter-text': 'in front matter, where the new text would have to be quoted',
  'code-block': 'in code blocks; say "also in code blocks" to change them',
  'inline-code': 'in inline code; say "also in code blocks" to change them',
  'link-target': 'in link targets, which would break; move the page instead',
  url: 'in addresses',
  markup: 'in tags and attributes; say "also in attributes" to change them',
  comment: 'in comments',
  import: 'in imports and exports',
  expression: 'in expressions and templates',
}

function describeLeft(left: Map<RegionKind, { places: number; pages: Set<string> }>): LeftAlone[] {
  return [...left.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, { places, pages }]) => ({
      what: `${plural(places, 'place')} ${LEFT_WORDS[kind]} (${pages.size > 3 ? plural(pages.size, 'page') : [...pages].map((page) => `\`${page}\``).join(', ')})`,
    }))
}

/** Spellings that were not asked for but that the reader may have meant. */
function otherForms(site: CommandContext['site'], options: TermOptions, isInScope: (path: string) => boolean): LeftAlone[] {
  if (!/^[\p{L}\p{N}-]+$/u.test(options.from)) return []
  const wide = termPattern({ ...options, ignoresCase: true, followsPlural: true })
  const counts = new Map<string, number>()
  for (const path of site.pages().filter(isInScope)) {
    replaceInPage(
      site.text(path),
      dialectOf(path),
      { ...wide, replacement: (match) => (counts.set(match, (counts.get(match) ?? 0) + 1), match) },
      new Set(),
    )
  }
  // What is still there after the replacement is there on purpose only when the new text contains the old one.
  counts.delete(options.from)
  const found = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([form, count]) => `"${form}" (${count})`)
  return found.length > 0
    ? [
        {
          what: `Other forms of the word: ${found.join(', ')}; say "keeping the capitals" or "and its plural" to change them too`,
        },
      ]
    : []
}
