import { checkSpelling } from '../../../site/edit/spelling/check-spelling.ts'
import { loadDictionary } from '../../../site/edit/spelling/spell-checker.ts'
import { scopeSuffix, withinScope } from '../../../site/operations/scope.ts'
import type { Command } from '../reading.ts'

const OBJECT = String.raw`(?:(?:the|all|any|our|every)\s+)*(?:spelling(?:\s+(?:mistakes?|errors?|issues?|problems?))?|typos?|misspellings?|misspelled words?|typographical errors?)(?:\s+and\s+(?:typos?|spelling(?:\s+(?:mistakes?|errors?))?))?`
const FIX = new RegExp(String.raw`^(?:(?:find|check)\s+and\s+)?(?:fix|correct|repair)\s+${OBJECT}$`, 'iu')
const CHECK = new RegExp(
  String.raw`^(?:(?:check|find|list|report|show|look for)(?:\s+for)?\s+${OBJECT}|(?:run\s+(?:a\s+)?)?spell[- ]?check(?:ing|er)?(?:\s+.{0,20})?|proofread(?:\s+for\s+typos)?)$`,
  'iu',
)

export const spelling: Command = {
  examples: ['Fix the spelling mistakes', 'Check the spelling in guides/'],
  read: (clause) => {
    const mayWrite = FIX.test(clause.text)
    if (!mayWrite && !CHECK.test(clause.text)) return null
    return {
      kind: 'understood',
      title: `${mayWrite ? 'Fix' : 'Check'} the spelling${scopeSuffix(clause.scope)}`,
      run: (context) =>
        withinScope(context.site, clause.scope, async (isInScope) => {
          // Once for all the instructions of a message.
          context.dictionary ??= loadDictionary()
          const { site, words, signal } = context
          return checkSpelling(site, { isInScope, words, dictionary: await context.dictionary, mayWrite }, signal)
        }),
    }
  },
}
