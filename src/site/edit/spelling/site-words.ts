import { readPageRegions } from '../../read/regions/page-regions.ts'
import { dialectOf } from '../../../markdown/page.ts'
import type { EditableSite } from '../editable-site.ts'

/** A word in the prose of a page. */
interface ProseWord {
  word: string
  /** Offset in the page. */
  at: number
}

/** Letters and apostrophes; not when the word hangs on a digit, an underscore, a dot, a slash or an at sign, as identifiers do. */
const WORD = /(?<![\p{L}\p{N}_@./\\#$&-])\p{L}+(?:['’]\p{L}+)*(?![\p{L}\p{N}_@/\\]|[.]\p{L}|\()/gu

/** Words shorter than four letters are abbreviations as often as mistakes. */
const WORD_CHARACTERS_MIN = 4

/** The words of a page that a spelling check can say something about. Names, abbreviations and identifiers are left out. */
export function proseWords(path: string, page: string): ProseWord[] {
  const words: ProseWord[] = []
  for (const { kind, start, end } of readPageRegions(page, dialectOf(path))) {
    if (kind !== 'prose') continue
    for (const { 0: word, index } of page.slice(start, end).matchAll(WORD)) {
      if (/^[\p{Ll}'’]+$/u.test(word)) words.push({ word, at: start + index })
    }
  }
  return words
}

export function isLongEnough(word: string): boolean {
  return word.length >= WORD_CHARACTERS_MIN
}

/** How often each word occurs, and on how many pages. */
export function countWords(site: EditableSite): Map<string, { times: number; pages: number }> {
  const counts = new Map<string, { times: number; pages: number }>()
  for (const path of site.pages()) {
    const onPage = new Set<string>()
    for (const { word } of proseWords(path, site.text(path))) {
      const count = counts.get(word) ?? { times: 0, pages: 0 }
      counts.set(word, { times: count.times + 1, pages: count.pages + (onPage.has(word) ? 0 : 1) })
      onPage.add(word)
    }
  }
  return counts
}

/** The words that the project has declared to be right: its own list, and that of cspell. */
export function declaredWords(site: EditableSite, list: string): Set<string> {
  const words = list.split('\n').map((line) => line.replace(/#.*$/u, '').trim())
  for (const path of site.paths()) {
    if (!/(?:^|\/)cspell(?:\.config)?\.json$/u.test(path)) continue
    for (const word of cspellWords(site.text(path))) words.push(word)
  }
  return new Set(words.filter((word) => word !== '').map((word) => word.toLowerCase()))
}

function cspellWords(text: string): string[] {
  try {
    const settings: unknown = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gmu, ''))
    const words = typeof settings === 'object' && settings !== null && 'words' in settings ? settings.words : []
    return Array.isArray(words) ? words.filter((word): word is string => typeof word === 'string') : []
  } catch {
    // A file that cannot be read declares nothing; that is the business of the tool that owns it.
    return []
  }
}
