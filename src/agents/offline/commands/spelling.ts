import type { Clause } from '../grammar/clause.ts'
import { describeScope, resolveScope } from '../grammar/scope.ts'
import { nextTurn } from '../../../site/edit/next-turn.ts'
import { type Command, type CommandContext, type LeftAlone, type Outcome, plural } from '../reading.ts'
import { KNOWN_MISSPELLINGS } from '../../../site/edit/spelling/known-misspellings.ts'
import { countWords, declaredWords, isLongEnough, proseWords } from '../../../site/edit/spelling/site-words.ts'
import { SpellChecker, loadDictionary } from '../../../site/edit/spelling/spell-checker.ts'

const OBJECT = String.raw`(?:(?:the|all|any|our|every)\s+)*(?:spelling(?:\s+(?:mistakes?|errors?|issues?|problems?))?|typos?|misspellings?|misspelled words?|typographical errors?)(?:\s+and\s+(?:typos?|spelling(?:\s+(?:mistakes?|errors?))?))?`
const FIX = new RegExp(String.raw`^(?:(?:find|check)\s+and\s+)?(?:fix|correct|repair)\s+${OBJECT}$`, 'iu')
const CHECK = new RegExp(
  String.raw`^(?:(?:check|find|list|report|show|look for)(?:\s+for)?\s+${OBJECT}|(?:run\s+(?:a\s+)?)?spell[- ]?check(?:ing|er)?(?:\s+.{0,20})?|proofread(?:\s+for\s+typos)?)$`,
  'iu',
)

/** A page on which every fifth word is unknown is written in another language. */
const FOREIGN_SHARE = 0.2
const FOREIGN_WORDS_MIN = 20

export const spelling: Command = {
  examples: ['Fix the spelling mistakes', 'Check the spelling in guides/'],
  read: (clause) => {
    const mayWrite = FIX.test(clause.text)
    if (!mayWrite && !CHECK.test(clause.text)) return null
    const where = clause.scope.include.length + clause.scope.exclude.length > 0 ? ` ${describeScope(clause.scope)}` : ''
    return {
      kind: 'understood',
      title: `${mayWrite ? 'Fix' : 'Check'} the spelling${where}`,
      run: (context) => check(context, clause, mayWrite),
    }
  },
}

async function check(context: CommandContext, clause: Clause, mayWrite: boolean): Promise<Outcome> {
  const { site, words, signal } = context
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  const scope = resolveScope(site, clause.scope)
  if ('problem' in scope) return { ...outcome, notes: [scope.problem] }
  // Once for all the instructions of a message.
  context.dictionary ??= loadDictionary()
  const checker = new SpellChecker(await context.dictionary, KNOWN_MISSPELLINGS, declaredWords(site, words), countWords(site))
  const foreign: string[] = []
  for (const path of site.pages().filter((page) => scope.matches(page))) {
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
