import { ANY_QUOTE } from './masked-text.ts'

/** Words that an instruction starts with. "and" separates two instructions only in front of one of them. */
const VERB =
  '(?:replace|rename|change|substitute|swap|use|fix|repair|correct|check|find|list|report|show|add|create|make|write|insert|append|put|move|delete|remove|drop|strip|trim|normali[sz]e|convert|set|generate|fill|clean|tidy|align|format|lint|spell-?check|proofread|undo|revert|update|collapse|upgrade|run|do the same)'

/** "and add a redirect" says how a page is moved or deleted; it is no instruction of its own. */
const NEXT = String.raw`(?=\s+(?:please\s+)?${VERB}\b)(?!\s+(?:please\s+)?(?:add|create|leave|make)\s+(?:a\s+)?redirect)`

const SEPARATOR = new RegExp(
  [
    // From the first of a row of marks only, or a long row would be read anew from each of them.
    String.raw`(?<![.!?;:])[.!?;:]+(?=\s|$)[ \t]*`,
    String.raw`\s*\n+\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?`,
    String.raw`,?\s+(?:and\s+then|then|and\s+afterwards|and\s+also${NEXT}|also${NEXT}|and${NEXT})\s+`,
    String.raw`,?\s+(?:and\s+)?(?=instead,?\s+${VERB}\b)`,
    String.raw`,\s+(?=(?:please\s+|also\s+)?${VERB}\b)`,
  ].join('|'),
  'giu',
)

/** "find and replace X with Y", "find X and replace it with Y": one instruction with two verbs. */
const FIND = /\b(?:find|search for|look for) and (?=replace\b)/giu
const FIND_FIRST = new RegExp(
  String.raw`\b(?:find|search for|look for) (?:(?:all |every )?(?:occurrences?|mentions?) of )?(${ANY_QUOTE}) and (?:replace|change) (?:it|them|all of them|each) (?=with|by|to)`,
  'giu',
)

/** "replace A with B and C with D": the second pair has no verb of its own. */
const PAIR = new RegExp(String.raw`(?:,|,?\s+and)\s+(?=${ANY_QUOTE}\s+(?:with|by|to|into)\s+${ANY_QUOTE})`, 'iu')

const WHOLE_PAIR = new RegExp(String.raw`^${ANY_QUOTE}\s+(?:with|by|to|into)\s+${ANY_QUOTE}(.*)$`, 'u')

const REPLACING = /\b(?:replace|rename|change|substitute)\b/iu

/** Things that people say to be polite or to start a sentence, and that mean nothing here. */
const POLITE_START =
  /^(?:(?:please|kindly|hey|hi|hello|ok(?:ay)?|now|next|first(?:ly)?|second(?:ly)?|finally|then|and|so|well|thanks|thank you|just|instead|docwright|(?:could|can|would|will)\s+you(?:\s+(?:please|mind))?|i(?:'|’)?d like(?: you)? to|i would like(?: you)? to|i want(?: you)? to|(?:i|we) need(?: you)? to|we want(?: you)? to|we should|you should|let(?:'|’)?s|go ahead and|it would be (?:nice|great) if you could)\b[\s,:!-]*)+/iu

const POLITE_END = /[\s,](?:please|thanks|thank you|thx|for me|for us|if (?:possible|you can)|as well|too|now)$/iu
/** The longest of them, with the character in front of it. */
const POLITE_END_CHARACTERS = ' if possible'.length

/** Four times as many parts as instructions are carried out: some belong to the one before. The rest is not even cut. */
const PARTS_MAX = 200

/** Cuts a masked prompt into its instructions: sentences, list items, and parts joined by "and" or "then". */
export function splitClauses(masked: string): { clauses: string[]; rest: string } {
  const clauses: string[] = []
  const source = masked
    .replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u, '')
    .replaceAll(FIND, '')
    .replaceAll(FIND_FIRST, 'replace $1 ')
  let start = 0
  const take = (end: number) => {
    const clause = trimPoliteness(source.slice(start, end))
    if (clause !== '') clauses.push(...splitPairs(clause))
  }
  for (const { index, 0: separator } of source.matchAll(SEPARATOR)) {
    // A separator may be nothing but a place: in front of "instead".
    if (index + separator.length === 0) continue
    take(index)
    start = index + separator.length
    if (clauses.length > PARTS_MAX) break
  }
  if (clauses.length <= PARTS_MAX) {
    take(source.length)
    start = source.length
  }
  return { clauses, rest: trimPoliteness(source.slice(start)) }
}

/** One instruction for each pair. What stands behind the last pair, such as a scope, is meant for all of them. */
function splitPairs(clause: string): string[] {
  const [first = '', ...pairs] = clause.split(PAIR)
  const verb = REPLACING.exec(first)?.[0]
  if (verb === undefined || pairs.length === 0) return [clause]
  const tail = WHOLE_PAIR.exec(pairs.at(-1) ?? '')?.[1] ?? ''
  const all = [first, ...pairs.map((pair) => `${verb} ${pair}`)]
  return all.map((one, index) => (index < all.length - 1 && new RegExp(`${ANY_QUOTE}$`, 'u').test(one) ? one + tail : one))
}

function trimPoliteness(text: string): string {
  const flat = text.replaceAll(/\s+/gu, ' ').trim().replace(POLITE_START, '')
  return flat.slice(0, politeEnd(flat)).trim()
}

/** Where the marks and the polite words at the end begin. From the end, so that a text of nothing else is read once. */
function politeEnd(text: string): number {
  let end = endWithout(' .!?', text, text.length)
  for (;;) {
    const words = POLITE_END.exec(text.slice(Math.max(0, end - POLITE_END_CHARACTERS), end))
    if (!words) return endWithout(' .!?,;:', text, end)
    end = endWithout(' ,', text, end - words[0].length)
  }
}

function endWithout(characters: string, text: string, from: number): number {
  let end = from
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1
  return end
}
