import { type Scope } from '../../site/operations/scope.ts'
import { isEnglish } from '../../site/operations/site-map.ts'
import { type Frame, type Reading, type Unclear, choice, unclear } from './frame.ts'
import { READERS } from './frames/frames.ts'
import { groundPage, inWords } from './frames/pattern.ts'
import { announcedVersion } from './frames/values.ts'
import type { Ground } from './ground/ground.ts'
import { groundScope } from './ground/scope-words.ts'
import { type Clause, readClause } from './message/clause.ts'
import { asImperative } from './message/imperative.ts'
import { ANY_QUOTE } from './message/masked-text.ts'
import { CONSTRAINT, trimPoliteness } from './message/politeness.ts'
import { SENTENCE_CHARACTERS_MAX, type Sentences, splitMessage } from './message/split-message.ts'
import { VERB, splitObjects, splitSentence } from './message/split-sentence.ts'
import { correctTypos } from './message/typos.ts'

/** What became of one part of a message. */
export interface ReadPart {
  /** As it was written, with its quotes. */
  written: string
  reading: Reading
}

/** A part of a message before all parts are put together. */
type Part =
  | { kind: 'request'; written: string; clause: Clause; frames: readonly Frame[]; isStatement: boolean; isLead?: boolean }
  | { kind: 'refused'; written: string; reading: Unclear }
  /** Holds for all requests of the message. */
  | { kind: 'constraint'; clause: Clause }
  /** "please update the docs": does what was announced. */
  | { kind: 'generic'; written: string; clause: Clause }
  | { kind: 'background'; written: string }

/** Nobody writes more by hand, and each one may look at every page. */
const REQUESTS_MAX = 50

const CHATTER =
  /^(?:(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|greetings)\b.{0,40}|(?:thanks?|thank you|thx|ty|cheers|great|nice|perfect|awesome|looks good|lgtm|well done|good job)\b.{0,60}|(?:two|three|four|five|a few|some|several|a couple of) (?:things|requests|changes|tasks|updates|fixes|items)\b.{0,30}|(?:here (?:are|is)|see|please see) .{0,60}:?|best|regards)$/iu

/** What is left of a sentence that only says where. */
const MODIFIER =
  /^(?:(?:only|also|just|but|and|do (?:this|that|it)|please|apply (?:this|it|that)|limit (?:this|it|that)|restrict (?:this|it|that)|update|this (?:applies|is)|these changes apply|everywhere|too|as well)[\s,]*)*$/iu

const IT = String.raw`(?:it|that|this|them|these|those|everything|the (?:docs?|documentation|pages?|site|name|names|wording|text|content|references?|mentions?|links?|rest|change|occurrences?|instances?|places?)|all (?:the |of |our )*(?:docs?|documentation|pages?|mentions?|references?|occurrences?|instances?|links?|places?|it|them|that)|(?:any|every|remaining|other|old|existing|the remaining|the old|all remaining|all old) (?:docs?|pages?|mentions?|references?|occurrences?|instances?|places?|links?|ones?))`
const GENERIC = new RegExp(
  String.raw`^(?:(?:and|so|then|now|also)\s+)*(?:(?:go through|look through) (?:it|them|everything|the docs) and )?(?:update|fix|change|adjust|correct|rename|replace|apply|do|reflect|edit|make|use|sync|align|propagate)(?: ${IT})?(?: (?:accordingly|everywhere|consistently|to match|to reflect (?:this|that|the change|it)|where (?:needed|necessary|relevant|applicable)|consistent|match|up to date|as well|too|there|change|the change))*$|^(?:make sure|ensure)(?: that)? .{0,60}(?:consistent|updated|up to date|reflect(?:s)? (?:this|that|it)|match(?:es)?(?: (?:this|that|it))?|correct)$|^(?:go through|look through)(?: ${IT})?(?: and (?:update|fix|change|adjust|correct)(?: ${IT})?)?$`,
  'iu',
)

const REDIRECT_IT =
  /^(?:and )?(?:(?:redirect|send|point|forward|lead) (?:it|them|(?:its |the |all |old |any )*(?:links?|visitors|readers|people|users|traffic|urls?))(?: (?:to it|there))?|(?:(?:the|all|old|its|existing) )*links?(?: to it)? (?:should|must|need to|can) (?:go|point|lead|redirect)) to (?<to>\S.*)$/iu

const UPDATE = /^(?:update|adjust|fix|change|correct|edit|apply (?:it|this|that) to) (?<what>\S.*)$/iu

const SAYS = new RegExp(
  String.raw`^(?:(?:it|they|the page|this|this page|there|the text|the docs?|the intro(?:duction)?|the (?:first |last )?(?:sentence|paragraph))(?: (?:currently|still|now))? (?:says?|reads?|has|states?|mentions?)|there(?:['’]s| is)|we (?:still |currently )?(?:say|have|write)) (?<from>${ANY_QUOTE})$`,
  'iu',
)
const CHANGE_IT =
  /^(?:change|replace|update|make|turn|fix|correct|reword|rename|rephrase) (?:that|it|this|them) (?:to|with|by|into|as) (?<to>.+)$/iu
const STILL_SAYS =
  /^(?:but )?(?<where>.{2,60}?) (?:still )(?:says?|shows?|mentions?|lists?|has|have|states?|reads?|uses?) (?:version )?(?<from>v?\d+(?:\.(?:\d+|x))*)$/iu

/** Reads a message as the list of what it asks for. The site decides which words are pages, scopes and terms. */
export async function readMessage(prompt: string, ground: Ground, signal: AbortSignal): Promise<ReadPart[]> {
  return readSentences(splitMessage(prompt), ground, signal)
}

/** The same for a message that was cut into sentences before. */
export async function readSentences(
  { sentences, quotes, rest }: Sentences,
  ground: Ground,
  signal: AbortSignal,
): Promise<ReadPart[]> {
  const reader = new MessageReader(quotes, ground, signal)
  for (const sentence of sentences) await reader.add(sentence)
  if (rest !== '') reader.refuse(`${rest.slice(0, 200)}…`, 'The message is too long; this part was left out.')
  return reader.end()
}

/** What speaks against frames that the words allow; null when nothing does. */
function whyNot(clause: Clause, frames: readonly Frame[]): Unclear | null {
  if (clause.problem !== null) return scopeProblem(clause)
  // A text with the mask of a quote in it has words of another part of the sentence.
  if (frames.some(({ given }) => /[\uE000\uE001]/u.test(JSON.stringify(given))))
    return unclear('It is not certain where the texts begin and end. Put quotes around each of them.')
  if (clause.options.wantsFollowing && !frames.every(({ operation }) => FOLLOWED.has(operation.name)))
    return unclear('Redirects and links follow only pages and headings.')
  return null
}

/** "Move a to b. Fix the links.": those that lead to what was moved, which follow anyway. */
function withoutFollowing(parts: readonly Part[]): readonly Part[] {
  const isMove = (part: Part) => part.kind === 'request' && part.frames.some(({ operation }) => MOVES.has(operation.name))
  const isOfLinks = (part: Part) =>
    part.kind === 'request' &&
    part.frames.every(({ operation }) => operation.name === 'repair_links') &&
    !/\b(?:broken|dead|invalid|wrong)\b/iu.test(part.written)
  return parts.some(isMove) ? parts.filter((part) => !isOfLinks(part)) : parts
}

class MessageReader {
  readonly #quotes: readonly string[]
  readonly #ground: Ground
  readonly #signal: AbortSignal
  readonly #parts: Part[] = []
  /** What the last sentence said is written there now. */
  #said: string | null = null
  /** "Add these descriptions:" may only say what the lines below it are about. */
  #isLead = false

  constructor(quotes: readonly string[], ground: Ground, signal: AbortSignal) {
    this.#quotes = quotes
    this.#ground = ground
    this.#signal = signal
  }

  refuse(written: string, problem: string): void {
    this.#parts.push({ kind: 'refused', written, reading: unclear(problem) })
  }

  async add(sentence: string): Promise<void> {
    this.#signal.throwIfAborted()
    this.#isLead = sentence.trimEnd().endsWith(':')
    if (sentence.length > SENTENCE_CHARACTERS_MAX) return this.refuse(`${sentence.slice(0, 200)}…`, 'The sentence is too long.')
    if (CHATTER.test(sentence.trim())) return
    const text = trimPoliteness(correctTypos(sentence, (word) => this.#ground.occurrences(word) > 0))
    if (text === '' || CHATTER.test(text)) return
    if (this.#redirect(text)) return
    const whole = await this.#read(text)
    if (whole.kind !== 'refused' && whole.kind !== 'background') return this.#push(whole)
    const parts = splitSentence(text)
      .map((part) => trimPoliteness(part))
      .filter((part) => part !== '' && !CHATTER.test(part))
    if (parts.length < 2) return this.#push(whole)
    const read: Part[] = []
    for (const part of parts) read.push(await this.#readPart(part, read))
    // What is not understood may restrict the rest: its pages, its texts, or in so many words.
    const isLost = read.some(
      (part) =>
        (part.kind === 'refused' || part.kind === 'background') &&
        (CONSTRAINT.test(part.written) || /[\w-]\/|\.mdx?\b|["\uE000]/u.test(part.written)) &&
        !SAYS.test(part.written),
    )
    if (isLost || read.every((part) => part.kind === 'refused' || part.kind === 'background')) this.#push(whole)
    else for (const part of read) this.#push(part)
  }

  /** "Links should go to X", after a page was deleted: where it is redirected to. */
  #redirect(text: string): boolean {
    const to = REDIRECT_IT.exec(text)?.groups?.['to']
    const last = this.#parts.findLast((part) => part.kind === 'request')
    if (to === undefined || !last?.frames.every(({ operation }) => operation.name === 'delete_page')) return false
    const page = groundPage(to, { quotes: this.#quotes, raw: text }, this.#ground)
    if ('kind' in page) return false
    const frames = last.frames.map((frame) => ({ ...frame, given: { ...frame.given, redirectTo: page.path } }))
    this.#parts.splice(this.#parts.indexOf(last), 1, { ...last, frames })
    return true
  }

  #push(part: Part): void {
    if (part.kind === 'background') {
      const said = SAYS.exec(part.written)
      if (said) this.#said = said.groups?.['from'] ?? null
    }
    this.#parts.push(part.kind === 'request' && this.#isLead ? { ...part, isLead: true } : part)
  }

  /** A part of a sentence, which may go on with what the part before it said. */
  async #readPart(text: string, before: readonly Part[]): Promise<Part> {
    const last = before.at(-1)
    const still = STILL_SAYS.exec(text)?.groups
    const announced =
      last && 'clause' in last
        ? announcedVersion(last.clause.text)
        : last?.kind === 'refused'
          ? announcedVersion(last.written)
          : null
    if (still && announced) {
      const scope = await groundScope(still['where'] ?? '', this.#quotes, this.#ground, this.#signal)
      const where = scope?.kind === 'everywhere' ? '' : ` in ${still['where'] ?? ''}`
      const read = await this.#read(`update ${announced.name} from ${still['from'] ?? ''} to ${announced.to}${where}`)
      if (read.kind === 'request' && scope) {
        ;(before as Part[]).pop()
        return { ...read, isStatement: true }
      }
    }
    return this.#read(text)
  }

  /** Reads one instruction: as a whole, as a continuation, or as one verb with several objects. */
  async #read(written: string): Promise<Part> {
    const updated = await this.#readUpdate(written)
    if (updated) return updated
    const changed = CHANGE_IT.exec(written)?.groups?.['to']
    const text = changed !== undefined && this.#said !== null ? `replace ${this.#said} with ${changed}` : written
    const clause = await readClause(text, this.#quotes, this.#ground, this.#signal)
    const shown = inWords(written, this.#quotes)
    const said = SAYS.exec(clause.text)?.groups?.['from']
    if (said !== undefined) {
      this.#said = said
      return { kind: 'constraint', clause }
    }
    if (this.#parts.some((part) => part.kind === 'request' && part.isStatement) && GENERIC.test(clause.text))
      return { kind: 'generic', written: shown, clause }
    const isBare = MODIFIER.test(clause.text)
    const hasScope =
      clause.scope.include.length + clause.scope.exclude.length > 0 || clause.inAllLanguages || clause.problem !== null
    if (isBare && (hasScope || Object.values(clause.options).some(Boolean))) return { kind: 'constraint', clause }
    const reading = this.#understand(clause)
    if (reading?.kind === 'understood')
      return { kind: 'request', written: shown, clause, frames: reading.frames, isStatement: !isCommand(text) }
    const objects = splitObjects(asImperative(clause.text)).map((object) => this.#understand({ ...clause, text: object }))
    if (objects.length > 0 && objects.every((one) => one?.kind === 'understood')) {
      const frames = objects.flatMap((one) => (one?.kind === 'understood' ? one.frames : []))
      return { kind: 'request', written: shown, clause, frames, isStatement: false }
    }
    if (GENERIC.test(clause.text)) return { kind: 'generic', written: shown, clause }
    if (reading) return { kind: 'refused', written: shown, reading }
    return isRequest(text) || CONSTRAINT.test(text)
      ? { kind: 'refused', written: shown, reading: unclear('The offline agent does not understand this instruction.') }
      : { kind: 'background', written: text }
  }

  /** "update the getting started guide", after an announcement: that page is where it is to be done. */
  async #readUpdate(written: string): Promise<Part | null> {
    const what = UPDATE.exec(written)?.groups?.['what']
    if (what === undefined || !this.#parts.some((part) => part.kind === 'request' && part.isStatement)) return null
    const clause = await readClause(`update in ${what}`, this.#quotes, this.#ground, this.#signal)
    return GENERIC.test(clause.text) ? { kind: 'generic', written: inWords(written, this.#quotes), clause } : null
  }

  #understand(clause: Clause): Reading | null {
    const meant = { ...clause, text: asImperative(clause.text), raw: asImperative(clause.raw) }
    for (const reader of READERS) {
      const reading = reader.read(meant, this.#ground)
      if (reading) return reading.kind === 'understood' ? (whyNot(clause, reading.frames) ?? reading) : reading
    }
    return null
  }

  /** Puts the parts together: constraints hold for every request, and a restriction that is not understood stops them all. */
  end(): ReadPart[] {
    const parts = withoutFollowing(this.#parts)
    const requests = parts.filter((part) => part.kind === 'request')
    const lost = parts.find((part) => part.kind === 'refused' && CONSTRAINT.test(part.written) && !isCommand(part.written))
    const isUnread = parts.some((part) => part.kind === 'refused' || part.kind === 'background')
    const isAsked = parts.some((part) => part.kind === 'refused' && isCommand(part.written))
    const isLost = parts.some((part) => part.kind === 'refused')
    const shared = parts.flatMap((part) => (part.kind === 'constraint' || part.kind === 'generic' ? [part.clause] : []))
    const read: ReadPart[] = []
    for (const part of parts) {
      if (part.kind === 'refused') read.push({ written: part.written, reading: part.reading })
      else if (part.kind === 'generic' && !requests.some(({ isStatement }) => isStatement))
        read.push({ written: part.written, reading: unclear('It is not clear what is to be changed.') })
      else if (part.kind === 'background' && requests.length === 0)
        read.push({
          written: inWords(part.written, this.#quotes),
          reading: unclear('The offline agent does not understand this instruction.'),
        })
      else if (part.kind === 'constraint' && requests.length === 0)
        read.push({
          written: inWords(part.clause.raw, this.#quotes),
          reading: unclear('There is nothing that this could be about.'),
        })
      else if (part.kind === 'request' && (part.isStatement ? isAsked : part.isLead === true && isUnread))
        read.push({ written: part.written, reading: unclear('It may be no more than the beginning of what is not understood.') })
      else if (part.kind === 'request' && isLost && part.frames.some(isSweep) && !OF_ALL.test(part.written))
        read.push({
          written: part.written,
          reading: unclear('It may belong to what is not understood, and would change the whole site.'),
        })
      else if (part.kind === 'request' && lost?.kind === 'refused')
        read.push({ written: part.written, reading: unclear(`"${lost.written}" restricts it in a way that is not understood.`) })
      else if (part.kind === 'request') read.push({ written: part.written, reading: this.#withShared(part, shared) })
    }
    return read.slice(0, REQUESTS_MAX + 1).map((one, index) =>
      index < REQUESTS_MAX
        ? one
        : {
            ...one,
            reading: unclear(`One message takes ${REQUESTS_MAX} instructions; this one and all that follow it were left out.`),
          },
    )
  }

  #withShared({ clause, frames }: Extract<Part, { kind: 'request' }>, shared: readonly Clause[]): Reading {
    const unclearScope = shared.find(({ problem }) => problem !== null)
    if (unclearScope) return scopeProblem(unclearScope)
    const inAllLanguages = clause.inAllLanguages || shared.some((one) => one.inAllLanguages)
    const made: Frame[] = []
    for (const frame of frames) {
      const scoped = this.#withScope(frame, clause, shared, inAllLanguages)
      if ('kind' in scoped) return scoped
      made.push(scoped)
    }
    return { kind: 'understood', frames: made }
  }

  #withScope(frame: Frame, clause: Clause, shared: readonly Clause[], inAllLanguages: boolean): Frame | Unclear {
    const options = shared.map((one) => one.options)
    const given = { ...frame.given }
    for (const [option, field] of [
      ['inCode', 'inCode'],
      ['inMarkup', 'inMarkup'],
      ['followsCase', 'followsCase'],
      ['followsPlural', 'followsPlural'],
      ['ignoresCase', 'ignoresCase'],
    ] as const)
      if (field in given && options.some((one) => one[option])) given[field] = true
    const include = shared.flatMap(({ scope }) => scope.include)
    const exclude = shared.flatMap(({ scope }) => scope.exclude)
    if (!('scope' in frame.operation.schema.shape)) {
      const named = Object.values(given).filter((value) => typeof value === 'string')
      const isTouched = exclude.some((path) => named.some((value) => value === path || value.startsWith(`${path}/`)))
      return isTouched || include.length > 0
        ? unclear('It is not clear what the pages beside it have to do with it.')
        : { ...frame, given }
    }
    const scope = given.scope ?? { include: [], exclude: [] }
    // A scope of its own is narrower than that of the message.
    const named = scope.include.length > 0 ? scope.include : include
    const merged: Scope = {
      include: inAllLanguages ? named.flatMap((path) => [path, ...this.#ground.map.translationsOf(path)]) : named,
      exclude: [...new Set([...scope.exclude, ...exclude])],
    }
    return inEnglish({ ...frame, given: { ...given, scope: merged } }, this.#ground, inAllLanguages)
  }
}

/** Operations that name nothing: "fix the links" after a sentence that isn't understood may be about the links of that sentence. */
const SWEEPS = new Set([
  'repair_links',
  'repair_navigation',
  'repair_front_matter',
  'add_missing_front_matter',
  'end_descriptions',
  'check_spelling',
  'heading_case',
  'heading_levels',
  'heading_punctuation',
  'tidy',
])

/** What can't be said of the links or headings of one page alone. */
const OF_ALL = /\b(?:all|any|every|everywhere|broken|dead|invalid|missing|trailing|typos?|spelling|throughout|whole)\b/iu

function isSweep({ operation, given }: Frame): boolean {
  return SWEEPS.has(operation.name) && (given.scope?.include.length ?? 0) === 0
}

/** Operations that redirects, links and the navigation follow. */
const MOVES = new Set(['move_page', 'move_folder', 'delete_page', 'merge_pages', 'rename_heading'])
const FOLLOWED = new Set([
  'move_page',
  'move_folder',
  'delete_page',
  'merge_pages',
  'rename_heading',
  'rename_navigation_label',
  'replace_text',
])

/** What only makes sense in English leaves other languages alone. */
function inEnglish(frame: Frame, { map }: Ground, inAllLanguages: boolean): Frame | Unclear {
  if (!frame.isEnglishOnly || !frame.given.scope) return frame
  const others = map.localeFolders((code) => !isEnglish(code))
  const { include, exclude } = frame.given.scope
  const isForeign =
    include.length > 0 && include.every((path) => others.some((folder) => path === folder || path.startsWith(`${folder}/`)))
  const isLanguageWork = frame.operation.name === 'check_spelling' || frame.operation.name === 'heading_case'
  if (isLanguageWork && isForeign) return unclear('The offline agent knows the rules of English only.')
  if (include.length > 0 || (inAllLanguages && !isLanguageWork) || others.length === 0) return frame
  return { ...frame, given: { ...frame.given, scope: { include, exclude: [...new Set([...exclude, ...others])] } } }
}

function scopeProblem({ problem, several, raw, quotes }: Clause): Unclear {
  const hints = several?.paths.slice(0, 5).map((path) => inWords(raw.replace(several.written, path), quotes)) ?? []
  return hints.length > 1 ? choice(problem ?? '', hints) : unclear(problem ?? '')
}

function isCommand(text: string): boolean {
  return new RegExp(`^${VERB}\\b`, 'iu').test(text)
}

function isRequest(text: string): boolean {
  return (
    isCommand(text) ||
    /\b(?:please|should|must|needs? to|want|would like|can you|could you|how|what|why|which|who|when|where)\b|\?$/iu.test(text)
  )
}
