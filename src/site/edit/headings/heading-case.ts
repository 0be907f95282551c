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
const WORD = /[\p{L}][\p{L}\p{N}'’]*/gu

/** "Getting started with projects": names and abbreviations keep their capitals. */
export function sentenceCase(site: EditableSite): PageRule {
  let words: WordForms | null = null
  return caseRule((heading, at, word, isFirst) => {
    words ??= new WordForms(site)
    if (isFirst) return word
    return isOrdinary(word) && words.isCommonNoun(word) ? word.toLowerCase() : word
  }, 'sentence case')
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

/** How the words of the site are written in the middle of its sentences, which tells names from other words. */
class WordForms {
  readonly #small = new Map<string, number>()
  readonly #capital = new Map<string, number>()

  constructor(site: EditableSite) {
    for (const path of site.pages()) {
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
    for (const { 0: word, index } of text.matchAll(WORD)) {
      if (word === word.toLowerCase()) this.#small.set(word, (this.#small.get(word) ?? 0) + 1)
      else if (/[\p{Ll},]\s$/u.test(text.slice(Math.max(0, index - 2), index))) {
        this.#capital.set(word.toLowerCase(), (this.#capital.get(word.toLowerCase()) ?? 0) + 1)
      }
    }
  }

  isCommonNoun(word: string): boolean {
    const small = this.#small.get(word.toLowerCase()) ?? 0
    return FUNCTION_WORDS.has(word.toLowerCase()) || small > (this.#capital.get(word.toLowerCase()) ?? 0)
  }
}

function lineStarts(page: string): number[] {
  const starts = [0]
  for (let at = page.indexOf('\n'); at >= 0; at = page.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
