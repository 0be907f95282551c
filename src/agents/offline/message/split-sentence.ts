import { ANY_QUOTE } from './masked-text.ts'

/** Words that an instruction starts with. "and" separates two instructions only in front of one of them. */
export const VERB =
  '(?:replace|rename|change|substitute|swap|use|fix|repair|correct|check|find|list|report|show|add|create|make|write|insert|append|put|move|delete|remove|drop|strip|trim|normali[sz]e|convert|set|generate|fill|clean|tidy|align|format|lint|spell-?check|proofread|undo|revert|update|collapse|upgrade|run|do the same|bump|merge|unify|get rid of|redirect|capitali[sz]e|apply|ensure|mention|improve|translate|rewrite|explain|document|shorten|expand|simplify|review|sync|link|turn|switch|call|say|go through|reorder|sort|split|extract|update)'

/** "and add a redirect" says how a page is moved or deleted; it is no instruction of its own. */
const NEXT = String.raw`(?=\s+(?:please\s+|also\s+)?${VERB}\b)(?!\s+(?:please\s+)?(?:(?:add|create|leave|make|set up)\s+(?:a\s+)?redirect|redirect\s+(?:it|them|to)|(?:put|add|list) it (?:in|to) the nav|(?:repair|fix|correct) the ones|say\b))`

const SEPARATOR = new RegExp(
  [
    String.raw`,?\s+(?:and\s+then|then|and\s+afterwards|and\s+also${NEXT}|also${NEXT}|and${NEXT}|&${NEXT})\s+`,
    String.raw`,?\s+(?:and\s+)?(?=instead,?\s+${VERB}\b)`,
    String.raw`,\s+(?=(?:please\s+|also\s+|can you\s+|could you\s+|pls\s+)?${VERB}\b)(?!\s*(?:say|use|write)\b)`,
    String.raw`:\s+(?=${VERB}\b|\S+ (?:should|must|is now|are now|→|->|=>)\s)`,
    String.raw`,\s+(?=(?:the|our|it|we|but the)\s(?:[\w-]+\s){0,4}(?:still\s)?(?:says?|reads?|shows?)\b)`,
  ].join('|'),
  'giu',
)

/** "replace A with B and C with D": the second pair has no verb of its own. */
const PAIR = new RegExp(String.raw`(?:,|,?\s+and)\s+(?=${ANY_QUOTE}\s+(?:with|by|to|into|→|->|=>)\s+${ANY_QUOTE})`, 'iu')
const WHOLE_PAIR = new RegExp(String.raw`^${ANY_QUOTE}\s+(?:with|by|to|into|→|->|=>)\s+${ANY_QUOTE}(.*)$`, 'u')
const REPLACING = /\b(?:replace|rename|change|substitute|swap)\b/iu

/** Cuts a sentence where one instruction ends and the next one begins. */
export function splitSentence(sentence: string): string[] {
  const parts: string[] = []
  let start = 0
  const take = (end: number) => {
    const part = sentence.slice(start, end).trim()
    if (part !== '') for (const one of splitPairs(part)) parts.push(one)
  }
  for (const { index, 0: separator } of sentence.matchAll(SEPARATOR)) {
    if (index + separator.length === 0) continue
    take(index)
    start = index + separator.length
  }
  take(sentence.length)
  return parts
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

/** One verb with several objects, "fix the links, typos and heading levels", as one instruction for each of them. */
export function splitObjects(clause: string): string[] {
  const found = /^(?<verb>\S+) (?<objects>.+)$/u.exec(clause)?.groups
  const objects = (found?.['objects'] ?? '').split(/,\s*(?:and\s+)?|\s+and\s+/u)
  return objects.length < 2 || objects.length > OBJECTS_MAX ? [] : objects.map((object) => `${found?.['verb'] ?? ''} ${object}`)
}

/** No one names more in one sentence, and each one is held against every frame. */
const OBJECTS_MAX = 20
