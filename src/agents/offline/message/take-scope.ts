import type { Ground } from '../ground/ground.ts'
import { type GroundedScope, groundScope, isLanguageList } from '../ground/scope-words.ts'

interface TakenScope {
  /** What is left of the instruction. */
  text: string
  include: string[]
  exclude: string[]
  inAllLanguages: boolean
  problem: string | null
  several?: { written: string; paths: readonly string[] }
}

const PREPOSITION = /^(?:in|on|across|throughout|within|inside|of|for|over|through|from|to|under|below)$/iu

/** Words behind which "of" or "on" speaks of pages, and not of a term or a topic. */
const BEFORE_OF =
  /^(?:title|description|label|name|slug|icon|matter|frontmatter|metadata|top|bottom|end|beginning|start|head|headings?|links?|anchors?|typos|spelling|images?|blocks?|keywords|tags|pages?|everywhere|case|levels?|\uE000\d+\uE001)$/iu
const TOPIC =
  /^(?:page|section|guide|note|warning|info|information|paragraph|article|tutorial|chapter|about|instead|occurrences?|mentions?|instances?|uses?|references?)$/iu

/** Two or more words that keep what follows from an operation; the rest of the phrase is a scope. */
const EXCLUSION =
  /^(?:(?:but|and|,)\s+)?(?:except(?:\s+for)?|excluding|apart\s+from|other\s+than|leav(?:e|ing)\s+out|skip(?:ping)?|ignor(?:e|ing)|(?:do\s+not|don['’]?t|never|please\s+don['’]?t|without)\s+(?:touch(?:ing)?|chang(?:e|ing)|edit(?:ing)?|modify(?:ing)?|updat(?:e|ing))|not|outside(?:\s+of)?|but\s+not)(?:\s+(?:in|on|for|inside|within|under|from|of|the\s+ones\s+in|those\s+in))?\s+/iu
const LEAVE =
  /^(?:(?:but|and)\s+)?(?:leave|keep|leaving|keeping)\s+(.+?)\s+(?:alone|out(?: of (?:it|this))?|untouched|as (?:is|it is|they are|before)|unchanged|intact)(?=$|[\s,.])/iu
const STAYS =
  /^(.+?)\s+(?:should|must|can|shall|has to|have to|needs? to)\s+(?:stay|remain|be left|be kept)(?:\s+(?:as (?:is|it is|they are)|unchanged|untouched|alone|the same))?$/iu

/** Words of the trade that are names of pages as well: alone, they are no scope. */
const NO_SCOPE =
  /^(?:headings?|headers?|links?|images?|code(?: ?blocks?)?|tables?|titles?|descriptions?|nav(?:igation)?|sidebars?|anchors?|front ?matter|lists?|typos|spelling|redirects?|terms?|prose|case|capitals|sentence case|title case|mind|place|order|general|particular|favor|use|line|today|now|it|them|this|that|these|those|me|us|you|others?|tabs|spaces|parameters|versions?|settings)$/iu

/** What may follow a description of pages. */
const BOUNDARY =
  /^(?:\uE000|\(|(?:and|or|but|to|with|by|into|in|on|of|for|from|not|except|excluding|only|too|as|also|so|that|which|where|who|instead|please|via|using|at|after|before|under|below|is|are|has|have|should|must|needs?|says?|still|over|then|because|since|unless|if|when|while|add|put|insert|change|replace|rename|without|→|->|=>|it|there|we)(?:[,.:]|$))/iu

/** Longer descriptions of pages are not given. */
const WORDS_MAX = 8
/** An instruction of more words has more than one sentence. */
const TOKENS_MAX = 300

/** Takes the words that say where an operation applies out of an instruction. */
export async function takeScope(
  text: string,
  quotes: readonly string[],
  ground: Ground,
  signal: AbortSignal,
): Promise<TakenScope> {
  const taken: TakenScope = { text, include: [], exclude: [], inAllLanguages: false, problem: null }
  await takeLeave(taken, quotes, ground, signal)
  const tokens = taken.text.split(' ')
  if (tokens.length > TOKENS_MAX) return taken
  const verb = tokens[0]?.toLowerCase() ?? ''
  const kept: string[] = []
  for (let at = 0; at < tokens.length;) {
    signal.throwIfAborted()
    const found = await scopeAt(tokens, at, verb, quotes, ground, signal)
    if (!found) {
      kept.push(tokens[at]!)
      at += 1
      continue
    }
    for (const scope of found.scopes) add(taken, scope, found.isExclusion, found.written)
    at = found.end
    // The comma in front of what was taken belongs to it.
    if (kept.length > 0 && found.isExclusion) kept[kept.length - 1] = kept.at(-1)!.replace(/,$/u, '')
  }
  taken.text = kept
    .join(' ')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\(\s*\)/gu, '')
    .replace(/^[\s,]+|[\s,]+$/gu, '')
    .replaceAll(/\s+,/gu, ',')
  taken.text = taken.text
    .replace(/(?<![\s,])[\s,]*\b(?:everywhere|site-?wide|globally|throughout|across the board)\b/giu, '')
    .trim()
  return taken
}

async function takeLeave(taken: TakenScope, quotes: readonly string[], ground: Ground, signal: AbortSignal): Promise<void> {
  const parts = taken.text.split(/(?<=,)\s+|\s+(?=but (?:leave|keep)\s)/u)
  const kept: string[] = []
  for (const part of parts.length > 20 ? [] : parts) {
    const found = LEAVE.exec(part) ?? STAYS.exec(part)
    const scope = found ? await groundScope(found[1] ?? '', quotes, ground, signal) : null
    if (found && scope) {
      add(taken, scope, true, found[1] ?? '')
      const rest = part.slice(found[0].length).replace(/^[\s,]+/u, '')
      if (rest !== '') kept.push(rest)
    } else kept.push(part)
  }
  if (parts.length <= 20) taken.text = kept.join(' ').replace(/,$/u, '')
}

interface ScopePhrase {
  scopes: GroundedScope[]
  written: string
  isExclusion: boolean
  /** The token behind it. */
  end: number
}

/** A phrase that begins at a token: "except in the blog", "only in guides/ and api/". */
async function scopeAt(
  tokens: readonly string[],
  at: number,
  verb: string,
  quotes: readonly string[],
  ground: Ground,
  signal: AbortSignal,
): Promise<ScopePhrase | null> {
  const lead = tokens
    .slice(at, at + 6)
    .join(' ')
    .replace(/^\(/u, '')
  const isStart = at === 0 || tokens[at - 1]!.endsWith(',')
  const exclusion = isStart || !/^(?:skip|ignor)/iu.test(lead) ? EXCLUSION.exec(`${lead} `) : null
  const [start, isExclusion] = exclusion
    ? [at + exclusion[0].trim().split(' ').length, true]
    : [startOfScope(tokens, at, verb), false]
  if (start === null) return await scopeOnly(tokens, at, quotes, ground, signal)
  const first = await longest(tokens, start, quotes, ground, signal, isExclusion && /^not$/iu.test(exclusion?.[0].trim() ?? ''))
  if (!first) return null
  const scopes = [first.scope]
  let end = first.end
  let written = first.written
  for (;;) {
    const joined = tokens[end - 1]?.endsWith(',') === true || /^(?:and|or|nor|&)$/iu.test(tokens[end] ?? '')
    if (!joined) break
    let next = end
    while (/^(?:and|or|nor|&|also|in|on|from|of|for)$/iu.test(tokens[next] ?? '')) next += 1
    // An exclusion begins a phrase of its own.
    if (EXCLUSION.test(`${tokens.slice(next, next + 4).join(' ')} `)) break
    const more = await longest(tokens, next, quotes, ground, signal, false)
    if (!more) break
    scopes.push(more.scope)
    end = more.end
    written = more.written
  }
  if (/^(?:only|alone|too)[,.)]?$/iu.test(tokens[end] ?? '')) end += 1
  return { scopes, written, isExclusion, end }
}

/** "Update current docs only": a scope that only its last word shows. */
async function scopeOnly(
  tokens: readonly string[],
  at: number,
  quotes: readonly string[],
  ground: Ground,
  signal: AbortSignal,
): Promise<ScopePhrase | null> {
  const only = tokens.findIndex((token, index) => index > at && index <= at + 5 && /^only[,.)]?$/iu.test(token))
  if (only < 0) return null
  const written = tokens.slice(at, only).join(' ')
  const scope = /[a-z]/iu.test(written) && !NO_SCOPE.test(written) ? await groundScope(written, quotes, ground, signal) : null
  return scope ? { scopes: [scope], written, isExclusion: false, end: only + 1 } : null
}

/** Where the description of pages begins behind a preposition; null when the preposition is about something else. */
function startOfScope(tokens: readonly string[], at: number, verb: string): number | null {
  let start = at
  while (/^\(?(?:only|just|but|and|also)$/iu.test(tokens[start] ?? '') && start < at + 2) start += 1
  const word = (tokens[start] ?? '').replace(/^\(/u, '')
  if (!PREPOSITION.test(word)) return null
  const before = (tokens[start - 1] ?? '').replace(/,$/u, '')
  if (/^of$/iu.test(word) && !BEFORE_OF.test(before)) return null
  if (/^(?:on|for|from)$/iu.test(word) && TOPIC.test(before)) return null
  if (/^to$/iu.test(word) && !/^(?:add|apply|append|prepend|insert|put|limit|restrict)$/u.test(verb)) return null
  if (/^from$/iu.test(word) && !/^(?:remove|delete|drop|strip|cut|take|trim|get|clean)$/u.test(verb)) return null
  return start + 1
}

/** The longest run of words that means pages. */
async function longest(
  tokens: readonly string[],
  start: number,
  quotes: readonly string[],
  ground: Ground,
  signal: AbortSignal,
  needsForm: boolean,
): Promise<{ scope: GroundedScope; written: string; end: number } | null> {
  for (let end = Math.min(tokens.length, start + WORDS_MAX); end > start; end -= 1) {
    const written = tokens
      .slice(start, end)
      .join(' ')
      .replace(/[,;:)]+$/u, '')
    // Only languages are listed within a description; anything else goes on with another one.
    const isPlain = !/[,;:]|\b(?:not|except|but|only|in|on|to|from|with|and|or|of|for)\b/iu.test(written)
    if (!isPlain && !isLanguageList(written)) continue
    const bare = written.replace(/^(?:the|all|every|each|any|our)\s+/giu, '')
    if (bare === '' || NO_SCOPE.test(bare)) continue
    // A bare "not" keeps out only what is certain to be pages: "use email, not e-mail" is about words.
    if (needsForm && !/\/|\.(?:md|mdx)$|\b(?:pages?|docs|blog|changelog|folder|guides?|versions?)$/iu.test(bare)) continue
    // "in the front" is not a page in "in the front matter": a description ends where something else begins.
    const isWhole =
      end === tokens.length || /[,;:)]$/u.test(tokens[end - 1]!) || /\/|\.\w+$/u.test(bare) || BOUNDARY.test(tokens[end]!)
    const scope = isWhole ? await groundScope(written, quotes, ground, signal) : null
    if (scope) return { scope, written, end }
  }
  return null
}

function add(taken: TakenScope, scope: GroundedScope, isExclusion: boolean, written: string): void {
  switch (scope.kind) {
    case 'everywhere':
      if (isExclusion) taken.problem ??= `"${written}" would leave nothing.`
      return
    case 'languages':
      if (isExclusion) taken.problem ??= `It is not clear which pages "${written}" leaves out.`
      else taken.inAllLanguages = true
      return
    case 'ambiguous':
      taken.problem ??= `\`${written}\` could be ${scope.several.map((path) => `\`${path}\``).join(' or ')}.`
      taken.several ??= { written, paths: scope.several }
      return
    case 'paths':
      for (const path of scope.include) (isExclusion ? taken.exclude : taken.include).push(path)
      for (const path of scope.exclude ?? []) (isExclusion ? taken.include : taken.exclude).push(path)
  }
}
