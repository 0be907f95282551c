import type { Nspell } from 'nspell'
import type { EditableSite } from '../editable-site.ts'
import { nextTurn } from '../next-turn.ts'
import { type LeftAlone, type Outcome, plural } from '../outcome.ts'
import { KNOWN_MISSPELLINGS } from './known-misspellings.ts'
import { countWords, declaredWords, isLongEnough, proseWords } from './site-words.ts'
import { SpellChecker } from './spell-checker.ts'

/** A page on which every fifth word is unknown is written in another language. */
const FOREIGN_SHARE = 0.2
const FOREIGN_WORDS_MIN = 20

export interface SpellingOptions {
  isInScope(path: string): boolean
  /** The project's own words, one to a line. */
  words: string
  dictionary: Nspell
  /** False lists what is wrong and changes nothing. */
  mayWrite: boolean
}

/** Corrects words that cannot mean anything else, and lists those that are not known. */
export async function checkSpelling(site: EditableSite, options: SpellingOptions, signal: AbortSignal): Promise<Outcome> {
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  const { words, dictionary, mayWrite } = options
  const checker = new SpellChecker(dictionary, KNOWN_MISSPELLINGS, declaredWords(site, words), countWords(site))
  const foreign: string[] = []
  for (const path of site.pages().filter((page) => options.isInScope(page))) {
    await nextTurn(signal)
    const checked = checkPage(path, site.text(path), checker)
    if (checked.isForeign) {
      foreign.push(path)
      continue
    }
    for (const item of checked.left) outcome.left.push(item)
    if (checked.fixes.length === 0) continue
    if (mayWrite) {
      site.write(path, checked.page)
      outcome.changes.push({ path, what: checked.fixes.map(({ word, correction }) => `"${word}" → "${correction}"`).join(', ') })
    } else
      outcome.left.push(
        ...checked.fixes.map(({ word, correction, line }) => ({ path, line, what: `"${word}" should be "${correction}"` })),
      )
  }
  if (foreign.length > 0)
    outcome.notes.push(
      `${plural(foreign.length, 'page')} in another language ${foreign.length === 1 ? 'was' : 'were'} not checked.`,
    )
  if (outcome.left.length > 0) outcome.notes.push('Words that are right can be listed in `.docwright/words.txt`, one to a line.')
  return outcome
}

interface CheckedPage {
  page: string
  fixes: { word: string; correction: string; line: number }[]
  left: LeftAlone[]
  isForeign: boolean
}

function checkPage(path: string, page: string, checker: SpellChecker): CheckedPage {
  const words = proseWords(path, page)
  const checked: CheckedPage = { page, fixes: [], left: [], isForeign: false }
  const unknown = new Map<string, LeftAlone>()
  const strange = words.filter(({ word }) => !checker.isInDictionary(word)).length
  if (words.length >= FOREIGN_WORDS_MIN && strange / words.length > FOREIGN_SHARE) return { ...checked, isForeign: true }
  const parts: string[] = []
  let [position, line] = [0, 1]
  for (const { word, at } of words) {
    if (!isLongEnough(word) && !KNOWN_MISSPELLINGS.has(word)) continue
    const verdict = checker.judge(word)
    if (verdict.kind === 'right') continue
    const before = page.slice(position, at)
    line += before.split('\n').length - 1
    position = at + (verdict.kind === 'wrong' ? word.length : 0)
    if (verdict.kind === 'wrong') {
      parts.push(before, verdict.correction)
      checked.fixes.push({ word, correction: verdict.correction, line })
      continue
    }
    parts.push(before)
    const hint = verdict.suggestions.length === 0 ? '' : `; similar: ${verdict.suggestions.join(', ')}`
    if (!unknown.has(word)) unknown.set(word, { path, line, what: `"${word}" is not in the dictionary${hint}` })
  }
  checked.page = parts.join('') + page.slice(position)
  checked.left = [...unknown.values()]
  return checked
}
