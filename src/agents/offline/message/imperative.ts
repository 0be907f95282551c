import { ANY_QUOTE } from './masked-text.ts'

/** Verbs that mean the same here, each with the one that the frames know. */
const VERBS: [RegExp, string][] = [
  [
    /^(?:get rid of|take out|strip(?: out)?|eliminate|purge|cut(?: out)?|erase|trim(?: off)?|clear(?: out)?|drop|kill|delete)(?=\s)/iu,
    'remove',
  ],
  [/^(?:swap(?: out)?|substitute|exchange)(?=\s)/iu, 'replace'],
  [
    /^(?:repair|mend|resolve|correct|sort out|clean up|tidy up|fix up|find and fix|check and fix|look for and fix|find and correct|check and correct|find and repair|check and repair)(?=\s)/iu,
    'fix',
  ],
  [/^(?:append|insert|place|paste|include|prepend|attach|stick)(?=\s)/iu, 'add'],
  [/^(?:relocate|transfer|shift)(?=\s)/iu, 'move'],
  [/^(?:combine|fold|consolidate|join)(?=\s)/iu, 'merge'],
  [/^(?:raise|upgrade|increase|bump up|bump)(?=\s)/iu, 'bump'],
  [/^(?:alter|modify|adjust|edit|switch|turn|convert|transform|migrate)(?=\s)/iu, 'change'],
  [/^(?:retitle|rebrand)(?=\s)/iu, 'rename'],
  [/^(?:normali[sz]e|standardi[sz]e|harmoni[sz]e|unify)(?=\s)/iu, 'unify'],
]

const SHOULD = String.raw`(?:should|must|needs? to|has to|have to|ought to|shall|can)(?: now| all| always| also)*`

const PARTICIPLES: ReadonlyMap<string, string> = new Map(
  'renamed rename,moved move,deleted remove,removed remove,dropped remove,replaced replace,merged merge,changed change,updated update,bumped bump,converted change,fixed fix,corrected fix,repaired fix,added add,set set,cleaned fix,sorted fix'
    .split(',')
    .map((pair): [string, string] => [pair.split(' ')[0]!, pair.split(' ')[1]!]),
)

/** What is said about things, as what is to be done about them. */
const STATEMENTS: [RegExp, (...groups: string[]) => string][] = [
  // "make sure that every page has a description"
  [
    /^(?:make sure|ensure|verify|see to it|check)(?: that)? ([^:;]{1,200}?) (?:all )?(?:has|have|gets?|contains?|includes?|carr(?:y|ies)) (?:a |an |its |their |some )?(.{1,100})$/iu,
    (what, field) => `add missing ${field} to ${what}`,
  ],
  // "every page needs a description"
  [
    new RegExp(
      `^((?:all|every|each|the|our|any)\\b[^:;]{1,200}?) (?:needs?(?! to\\b)|${SHOULD} (?:have|get|carry|contain)|requires?|lacks?|(?:is|are) missing) (?:a |an |its |their |some )?(.{1,100})$`,
      'iu',
    ),
    (what, field) => `add missing ${field} to ${what}`,
  ],
  // "make all descriptions end with a period"
  [/^(?:make|let|have) ([^:;]{1,200}?) (end (?:with|in) .{1,60})$/iu, (what, how) => `${what} should ${how}`],
  [
    new RegExp(
      `^([^:;]{1,300}?) ${SHOULD} (?:be )?(?:live|be located|sit|go|reside|belong|be) (?:in|under|at|below|inside|within) (?:the )?(\\S*\\/\\S*(?: (?:folder|directory))?)$`,
      'iu',
    ),
    (what, where) => `move ${what} to ${where}`,
  ],
  [
    new RegExp(`^([^:;]{1,300}?) ${SHOULD} be (?:called|named|known as|referred to as) (.{1,300})$`, 'iu'),
    (what, name) => `rename ${what} to ${name}`,
  ],
]

/** Says an instruction as a command, with the verb that the frames know. */
export function asImperative(text: string): string {
  let flat = text
  for (const [pattern, rewrite] of STATEMENTS) {
    const found = pattern.exec(flat)
    if (found) {
      flat = rewrite(...found.slice(1))
      break
    }
  }
  const passive = new RegExp(`^([^:;]{1,300}?) ${SHOULD} be (\\w+)(?: (.{1,300}))?$`, 'iu').exec(flat)
  const verb = passive ? PARTICIPLES.get((passive[2] ?? '').toLowerCase()) : undefined
  if (passive && verb !== undefined)
    flat = [verb, passive[1], passive[3]].filter((part) => part !== undefined && part !== '').join(' ')
  flat = flat.replace(/^((?:rename|move) \S+) so (?:that )?it(?:['’]s| is) (?:now )?(?:called|named) /iu, '$1 to ')
  // "find X and replace it with Y": one instruction with two verbs.
  flat = flat
    .replace(
      /^(?:find|search for|look for|locate|go through \S+(?: \S+){0,3}) and (?=(?:replace|fix|change|remove|repair|correct)\b)/iu,
      '',
    )
    .replace(
      new RegExp(
        String.raw`^(?:find|search for|look for|take) (?:(?:all |every )?(?:occurrences?|mentions?|instances?) of )?(${ANY_QUOTE}) and (?:replace|change) (?:it|them|all of them|each|that|those) (?=with|by|to)`,
        'iu',
      ),
      'replace $1 ',
    )
  for (const [pattern, known] of VERBS) {
    if (pattern.test(flat)) return flat.replace(pattern, known)
  }
  return flat
}
