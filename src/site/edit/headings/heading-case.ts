import { readPageRegions } from '../../read/regions/page-regions.ts'
import { dialectOf } from '../../../markdown/page.ts'
import { plural } from '../outcome.ts'
import type { EditableSite } from '../editable-site.ts'
import type { PageRule } from '../page-rules.ts'
import { type HeadingText, headingTexts, rewriteHeadings } from './heading-text-range.ts'

const SMALL_WORDS = new Set(
  'a an and as at but by en for from if in into nor of off on onto or over per the to up via vs with'.split(' '),
)
const FUNCTION_WORDS = new Set(
  'a about all an and are as at be by can do for from get how if in into is it its more not of on or our out set that the their this to up use using via what when where which who why with without you your'.split(
    ' ',
  ),
)
/** Names that many sites also write in small letters, and days, months and languages, which are names in English. */
const NAMES = new Set(
  'markdown english french german spanish chinese japanese korean portuguese russian italian docker kubernetes python java rust ruby react vue angular svelte linux windows android chrome firefox safari google microsoft amazon slack discord stripe notion figma jira internet monday tuesday wednesday thursday friday saturday sunday january february april june july august september october november december'.split(
    ' ',
  ),
)
const WORD = /[\p{L}][\p{L}\p{N}'’]*/gu

/** "Getting started with projects": names and abbreviations keep their capitals. What a name is, the pages that are read tell. */
export function sentenceCase(site: EditableSite, isRead: (path: string) => boolean = () => true): PageRule {
  let words: WordForms | null = null
  return caseRule((heading, at, word, isFirst) => {
    words ??= new WordForms(site, isRead)
    if (isFirst || !isOrdinary(word) || isInSentenceCase(heading)) return word
    const before = /(?<word>[\p{L}\p{N}'’]+) $/u.exec(heading.written.slice(0, at))?.groups?.['word'] ?? ''
    const after = /^ (?<word>[\p{L}\p{N}'’]+)/u.exec(heading.written.slice(at + word.length))?.groups?.['word'] ?? ''
    return words.isCommonNoun(word, before, after) ? word.toLowerCase() : word
  }, 'sentence case')
}

/** A heading with a small word that title case would capitalise is in sentence case: the capitals that it has are meant. */
function isInSentenceCase({ written }: HeadingText): boolean {
  const [, ...words] = written.replaceAll(/`[^`]*`|\([^)]*\)/gu, ' ').match(WORD) ?? []
  return words.some((word) => word === word.toLowerCase() && word.length > 2 && !SMALL_WORDS.has(word))
}

/** "Getting Started with Projects". */
export const titleCase: PageRule = caseRule((heading, at, word, isFirst) => {
  const isLast = heading.written.slice(at + word.length).match(WORD) === null
  if (!isFirst && !isLast && SMALL_WORDS.has(word.toLowerCase())) return isOrdinary(word) ? word.toLowerCase() : word
  return word === word.toLowerCase() ? word[0]?.toUpperCase() + word.slice(1) : word
}, 'title case')

function caseRule(change: (heading: HeadingText, at: number, word: string, isFirst: boolean) => string, name: string): PageRule {
  return (page, { path, dialect }) => {
    const headings = headingTexts(path, page)
    if (headings.length === 0) return { page, changes: [] }
    const regions = readPageRegions(page, dialect)
    const starts = lineStarts(page)
    const rewrites = headings.flatMap((heading) => {
      const offset = (starts[heading.line - 1] ?? 0) + heading.start
      const isProse = (at: number) => regions[findRegion(regions, offset + at)]?.kind === 'prose'
      const calls = [...heading.written.matchAll(/[\w$]\([^)]*\)/gu)].map(({ index, 0: call }) => ({
        start: index,
        end: index + call.length,
      }))
      let isFirst = true
      const text = heading.written.replaceAll(WORD, (word, at: number) => {
        // A word that hangs on a dot, a slash or a hyphenated number is a name.
        const isBound =
          /[./@_]/u.test(heading.written[at - 1] ?? '') ||
          /[/@_(]/u.test(heading.written[at + word.length] ?? '') ||
          /^\.\p{L}/u.test(heading.written.slice(at + word.length))
        const wasFirst = isFirst || /[:.!?—–]\s+$/u.test(heading.written.slice(0, at))
        isFirst = false
        const isInCall = calls.some(({ start, end }) => start <= at && at < end)
        return isBound || isInCall || !isProse(at) ? word : change(heading, at, word, wasFirst)
      })
      return text === heading.written ? [] : [{ heading, text }]
    })
    return {
      page: rewriteHeadings(page, rewrites),
      changes: rewrites.length === 0 ? [] : [`${plural(rewrites.length, 'heading')} in ${name}`],
    }
  }
}

/** Regions cover a page without a gap, in order. */
function findRegion(regions: readonly { start: number; end: number }[], offset: number): number {
  let [low, high] = [0, regions.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (regions[middle]!.end <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** One capital at the start and small letters after it: anything else is a name or an abbreviation. */
function isOrdinary(word: string): boolean {
  return /^\p{Lu}[\p{Ll}'’]*$/u.test(word)
}

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}'’]*/gu

/** How the words of the site are written in the middle of its sentences, which tells names from other words. */
class WordForms {
  readonly #small = new Map<string, number>()
  readonly #capital = new Map<string, number>()
  /** The same for two words that stand together: "Claude Code" is a name, although "code" is not. */
  readonly #smallPairs = new Map<string, number>()
  readonly #capitalPairs = new Map<string, number>()

  constructor(site: EditableSite, isRead: (path: string) => boolean) {
    for (const path of site.pages().filter((page) => isRead(page))) {
      const page = site.text(path)
      const headings = new Set(headingTexts(path, page).map(({ line }) => line))
      const prose = page.split('\n').map((line, index) => (headings.has(index + 1) ? '' : line))
      const text = prose.join('\n')
      for (const { kind, start, end } of readPageRegions(text, dialectOf(path))) {
        if (kind === 'prose') this.#count(text.slice(start, end))
      }
    }
  }

  #count(text: string): void {
    let before: { word: string; end: number; isInside: boolean } | null = null
    for (const { 0: word, index } of text.matchAll(TOKEN)) {
      const isInside = /[\p{Ll},]\s$/u.test(text.slice(Math.max(0, index - 2), index))
      const isSmall = word === word.toLowerCase() && !/^\p{N}/u.test(word)
      if (isSmall) add(this.#small, word)
      else if (isInside) add(this.#capital, word)
      if (before && text.slice(before.end, index) === ' ') this.#countPair(before, word)
      before = { word, end: index + word.length, isInside }
    }
  }

  /** The first word of a sentence has a capital anyway; a name shows in the second one. */
  #countPair(before: { word: string; isInside: boolean }, word: string): void {
    const pair = `${before.word} ${word}`
    const [first, second] = [/^\p{Lu}/u.test(before.word), /^\p{Lu}/u.test(word)]
    if (first && (second || (before.isInside && /^\p{N}/u.test(word)))) add(this.#capitalPairs, pair)
    else if (/^\p{Ll}/u.test(word) || (!first && /^\p{N}/u.test(word))) add(this.#smallPairs, pair)
  }

  isCommonNoun(word: string, before: string, after: string): boolean {
    if (NAMES.has(word.toLowerCase()) || this.#isNamePair(before, word) || this.#isNamePair(word, after)) return false
    const lower = word.toLowerCase()
    // A plural that the site uses nowhere else is what its singular is.
    const small = this.#small.get(lower) ?? this.#small.get(lower.replace(/s$/u, '')) ?? 0
    return FUNCTION_WORDS.has(word.toLowerCase()) || small > (this.#capital.get(word.toLowerCase()) ?? 0)
  }

  #isNamePair(first: string, second: string): boolean {
    const pair = `${first} ${second}`.toLowerCase()
    return (this.#capitalPairs.get(pair) ?? 0) > (this.#smallPairs.get(pair) ?? 0)
  }
}

function add(counts: Map<string, number>, words: string): void {
  const key = words.toLowerCase()
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function lineStarts(page: string): number[] {
  const starts = [0]
  for (let at = page.indexOf('\n'); at >= 0; at = page.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
