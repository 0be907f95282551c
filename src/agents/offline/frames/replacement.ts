import { areOfOneKind, kindOfText } from '../../../site/edit/replace/text-kind.ts'
import { hasRegularPlural } from '../../../site/edit/replace/term-pattern.ts'
import { replaceText } from '../../../site/operations/replace-text.ts'
import { replaceAddress, setVersion } from '../../../site/operations/values.ts'
import { type Frame, type Reading, unclear, understood } from '../frame.ts'
import type { Ground } from '../ground/ground.ts'
import { simplified } from '../ground/words.ts'
import type { Clause } from '../message/clause.ts'
import { ANY_QUOTE, unquoted } from '../message/masked-text.ts'
import { isQuoted, where } from './pattern.ts'

/** Words with which people describe a thing instead of naming it: "replace the screenshots with newer ones". */
const DESCRIPTION =
  /\b(?:a|an|this|that|these|those|it|its|them|their|our|my|your|some|any|all|every|each|newer|older|better|latest|current|new|old|one|ones|and|or|which|what|more|less|following|something|anything|everything|friendly|friendlier|shorter|longer|not|n['’]t|except|only|but|unless|keep|without|instead|where|when|if|is|are|was|be)\b/iu

/** Things that pages are made of. Whoever speaks of them seldom means the word. */
const PARTS_OF_PAGES =
  /^(?:tabs?|spaces?|commas?|semicolons?|colons?|periods?|full stops?|(?:em|en)?[- ]?dashes|hyphens?|(?:curly |smart |straight |single |double )?(?:quotes?|quotation marks)|apostrophes?|ellips[ie]s|emojis?|images?|screenshots?|pictures?|videos?|gifs?|logos?|icons?|links?|urls?|headings?|headers?|titles?|bullets?|bullet points|lists?|numbered lists?|tables?|code(?: ?blocks?)?|snippets?|pages?|sections?|paragraphs?|sentences?|words?|text|front ?matter|descriptions?|footers?|sidebars?|nav(?:igation|bar)?|menus?|buttons?|callouts?|admonitions?|notes?|warnings?|theme|themes|colou?rs?|fonts?|status|price|pricing|year|date|version|language|tone|style|layout|default(?: theme)?)$/iu

const FUNCTION_WORDS =
  /^(?:i|you|we|he|she|it|they|me|us|him|her|them|my|your|our|their|a|an|the|is|are|was|were|be|been|to|of|in|on|at|by|for|with|from|and|or|but|not|no|yes|do|does|did|can|could|will|would|should|may|might|must|have|has|had|this|that|these|those|as|if|so)$/iu

/** How sure the words of an instruction make it that a text is to be replaced. */
export type Certainty = 'replace' | 'rename' | 'change' | 'style' | 'announcement'

/** Reads two slots as a replacement, when the site and the kinds of the texts allow it. Null when the words mean something else. */
export function readReplacement(
  fromSlot: string,
  toSlot: string,
  certainty: Certainty,
  clause: Clause,
  ground: Ground,
): Reading | null {
  const { quotes } = clause
  const [fromBare, toBare] = [bareTerm(fromSlot), bareTerm(toSlot)]
  const fromQuoted = isQuoted(fromBare)
  const toQuoted = isQuoted(toBare) || toSlot === ''
  const [from, to] = [unquoted(fromBare, quotes), unquoted(toBare, quotes)]
  if (from.trim() === '') return unclear('The text to look for is empty.')
  if (new RegExp(ANY_QUOTE, 'u').test(`${fromQuoted ? '' : from}${toQuoted ? '' : to}`)) return null
  if (from.length > 2000 || /\n\s*\n/u.test(from)) return unclear('The text to look for is longer than a paragraph.')
  if (from === to) return unclear('The two texts are the same.')
  const named = fromQuoted && toQuoted ? null : asVersion(from, to, clause)
  if (named) return named
  if (kindOfText(from) === 'address' && kindOfText(to) === 'address') return understood(addressFrame(from, to, clause))
  const asked = askFor(from, to, { fromQuoted, toQuoted }, certainty, ground)
  return asked
    ? unclear(asked, ...hints(from, to, clause))
    : understood(termFrame(from, to, { fromQuoted }, withoutHistory(from, certainty, clause, ground)))
}

/** An unquoted term without the words around it. */
function bareTerm(slot: string): string {
  return slot
    .trim()
    .replace(
      /^(?:(?:all|every|each|any|the|our|old|new|remaining|other)\s+)*(?:(?:mentions?|occurrences?|instances?|uses?|usages?|references?|words?|terms?|texts?|phrases?|strings?|names?|spellings?)\s+)(?:of\s+|to\s+)?/iu,
      '',
    )
    .replace(/^(?:the|our|an?)\s+(?=\S)/iu, '')
    .replace(/[,;]$/u, '')
    .trim()
}

/** Why the reading is not certain enough; null when it is. */
function askFor(
  from: string,
  to: string,
  { fromQuoted, toQuoted }: { fromQuoted: boolean; toQuoted: boolean },
  certainty: Certainty,
  ground: Ground,
): string | null {
  const isSpelledOut = fromQuoted && toQuoted && kindOfText(to) === 'word'
  if (!isSpelledOut && !areOfOneKind(from, to))
    return `"${from}" and "${to}" are not of one kind: a word does not become a number, nor an address a word.`
  const kind = kindOfText(from)
  if (kind === 'marks' && /^[.,;:!?'"()*_#`-]+$/u.test(from))
    return `"${from}" stands in too many places that mean something else.`
  if (!fromQuoted && kind !== 'word') return 'Put quotes around both texts, so that it is certain where they begin and end.'
  for (const [text, quoted] of [
    [from, fromQuoted],
    [to, toQuoted],
  ] as const) {
    if (quoted) continue
    if (/[,;:()[\]{}]/u.test(text)) return 'It is not certain where the texts begin and end. Put quotes around both.'
    if (DESCRIPTION.test(text) || text.split(/\s+/u).length > 5 || /\S\s(?:with|to|by|in|on|for|from|as)\s\S/u.test(text))
      return 'It is not certain where the texts begin and end. Put quotes around both.'
  }
  if (fromQuoted) return null
  if (PARTS_OF_PAGES.test(from) || (!toQuoted && PARTS_OF_PAGES.test(to)))
    return `It is not certain that the word "${from}" is meant, and not what it stands for. Put quotes around both texts.`
  if (FUNCTION_WORDS.test(from))
    return `"${from}" cannot be replaced without a writer: the sentences around it would change, too.`
  if (ground.occurrences(from) === 0) return `"${from}" is nowhere on the site.`
  const isNear = simplified(from) === simplified(to)
  const isName = (text: string) => /\p{Lu}|\p{N}|[._]\p{L}/u.test(text)
  if (certainty === 'change' && !isNear && !(isName(from) && (isName(to) || toQuoted)))
    return `It is not certain that the word "${from}" is meant, and not what it stands for. Put quotes around both texts.`
  if (certainty === 'announcement' && !isNear && !isName(from) && !isName(to) && !toQuoted)
    return 'Put quotes around both texts, so that it is certain that the words are meant.'
  return null
}

/** "Node 20.17" → "22 LTS", "v1.2" → "v1.3": a version, beside its name if there is one. */
function asVersion(from: string, to: string, { scope }: Clause): Reading | null {
  const [old, fresh] = [splitVersion(from), splitVersion(to)]
  if (!old || !fresh) return null
  const name = old.name ?? fresh.name
  if (old.name !== null && fresh.name !== null && simplified(old.name) !== simplified(fresh.name)) return null
  // A short number without a name stands for anything.
  if (name === null && !/^v|\d\.\d/iu.test(old.version)) return null
  return understood({
    operation: setVersion,
    given: { ...(name === null ? {} : { name }), from: old.version, to: fresh.version, scope },
  })
}

function splitVersion(text: string): { name: string | null; version: string } | null {
  const found =
    /^(?:(?<name>\p{L}[\p{L}\p{N}.@/_-]*(?: \p{L}[\p{L}.@/_-]*){0,2}?) (?:version )?)?(?<version>v?\d+(?:\.(?:\d+|x))*(?:[-+][\w.]+)?(?: LTS)?)\+?$/iu.exec(
      text.trim(),
    )?.groups
  return found ? { name: found['name'] ?? null, version: found['version'] ?? '' } : null
}

function addressFrame(from: string, to: string, { scope, options }: Clause): Frame {
  return {
    operation: replaceAddress,
    given: { from, to, inCode: options.inCode, scope },
    ...(options.inCode ? { details: ['also in code'] } : {}),
  }
}

function termFrame(from: string, to: string, { fromQuoted }: { fromQuoted: boolean }, { options, scope }: Clause): Frame {
  const isLower = from === from.toLowerCase() && /\p{L}/u.test(from)
  const isCaseOnly = from.toLowerCase() === to.toLowerCase()
  const isTerm = isLower && to !== '' && !isCaseOnly && !options.isExact && !options.ignoresCase && !/[\n.!?]/u.test(from)
  const given = {
    from,
    to,
    followsCase: options.followsCase || isTerm,
    ignoresCase: options.ignoresCase || (isCaseOnly && isLower && !options.isExact),
    followsPlural: options.followsPlural || (isTerm && hasRegularPlural(lastWord(from)) && hasRegularPlural(lastWord(to))),
    inCode: options.inCode,
    inMarkup: options.inMarkup,
    scope,
  }
  const details = [
    given.followsCase ? 'following its capitals' : '',
    given.ignoresCase ? 'in any capitals' : '',
    given.followsPlural ? 'and its plural' : '',
    given.inCode ? 'also in code' : '',
    given.inMarkup ? 'also in attributes' : '',
  ].filter((detail) => detail !== '')
  return { operation: replaceText, given, details, isEnglishOnly: !fromQuoted && isLower && !/[\p{N}._]/u.test(from) }
}

/** A changelog tells what was: a new name does not change it, unless everything is meant. */
function withoutHistory(from: string, certainty: Certainty, clause: Clause, { site, map }: Ground): Clause {
  const isRename = (certainty === 'rename' || certainty === 'announcement') && /\p{Lu}/u.test(from)
  if (!isRename || clause.scope.include.length > 0 || /\b(?:everywhere|all|every|each|any)\b/iu.test(clause.raw)) return clause
  const logs = site.pages().filter((path) => map.isCurrent(path) && CHANGELOG.test(path))
  return { ...clause, scope: { ...clause.scope, exclude: [...new Set([...clause.scope.exclude, ...logs])] } }
}

const CHANGELOG = /(?:^|\/)(?:changelogs?|changes|release-notes|releases|history)(?:-[\w.]+)?\.(?:md|mdx|markdown)$/iu

function lastWord(text: string): string {
  return text.split(/\s+/u).at(-1) ?? ''
}

/** The sentence that works; none when no sentence about these two texts does. */
function hints(from: string, to: string, clause: Clause): string[] {
  const [old, fresh] = [kindOfText(from), kindOfText(to)]
  if (old === 'marks' || DESCRIPTION.test(from) || DESCRIPTION.test(to)) return []
  if (old === 'word' && fresh === 'version' && !splitVersion(from)) return [`Update ${from} from 1.0 to ${to}${where(clause)}`]
  return areOfOneKind(from, to) ? [`Replace "${from}" with "${to}"${where(clause)}`] : []
}
