import { ANY_QUOTE } from './masked-text.ts'

/** Words that an instruction starts with. "and" separates two instructions only in front of one of them. */
const VERB =
  '(?:replace|rename|change|substitute|swap|use|fix|repair|correct|check|find|list|report|show|add|create|make|write|insert|append|put|move|delete|remove|drop|strip|trim|normali[sz]e|convert|set|generate|fill|clean|tidy|align|format|lint|spell-?check|proofread|undo|revert|update|collapse|upgrade|run|do the same)'

const SEPARATOR = new RegExp(
  [
    String.raw`[.!?;:]+(?=\s|$)[ \t]*`,
    String.raw`\s*\n+\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?`,
    String.raw`,?\s+(?:and\s+then|then|and\s+afterwards|and\s+also(?=\s+${VERB}\b)|also(?=\s+${VERB}\b)|and(?=\s+(?:please\s+)?${VERB}\b))\s+`,
    String.raw`,\s+(?=(?:please\s+|also\s+)?${VERB}\b)`,
  ].join('|'),
  'iu',
)

/** "replace A with B and C with D": the second pair has no verb of its own. */
const PAIR = new RegExp(String.raw`(?:,|,?\s+and)\s+(?=${ANY_QUOTE}\s+(?:with|by|to|into)\s+${ANY_QUOTE})`, 'iu')

const REPLACING = /\b(?:replace|rename|change|substitute)\b/iu

/** Things that people say to be polite or to start a sentence, and that mean nothing here. */
const POLITE_START =
  /^(?:(?:please|kindly|hey|hi|hello|ok(?:ay)?|now|next|first(?:ly)?|second(?:ly)?|finally|then|and|so|well|thanks|thank you|just|docwright|(?:could|can|would|will)\s+you(?:\s+(?:please|mind))?|i(?:'|’)?d like(?: you)? to|i would like(?: you)? to|i want(?: you)? to|(?:i|we) need(?: you)? to|we want(?: you)? to|we should|you should|let(?:'|’)?s|go ahead and|it would be (?:nice|great) if you could)\b[\s,:!-]*)+/iu

const POLITE_END = /(?:[\s,]+(?:please|thanks|thank you|thx|for me|for us|if (?:possible|you can)|as well|too|now))+[\s.!?]*$/iu

/** Cuts a masked prompt into its instructions: sentences, list items, and parts joined by "and" or "then". */
export function splitClauses(masked: string): string[] {
  const clauses: string[] = []
  for (const part of masked.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u, '').split(SEPARATOR)) {
    const clause = trimPoliteness(part)
    if (clause === '') continue
    const [first = '', ...pairs] = clause.split(PAIR)
    const verb = REPLACING.exec(first)?.[0]
    if (verb === undefined) clauses.push(clause)
    else clauses.push(first, ...pairs.map((pair) => `${verb} ${pair}`))
  }
  return clauses
}

export function trimPoliteness(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(POLITE_START, '')
    .replace(POLITE_END, '')
    .replace(/[\s.!?,;:]+$/u, '')
    .trim()
}
