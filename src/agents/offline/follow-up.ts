import { followHeadings } from '../../site/edit/links/follow-headings.ts'
import { type Outcome, nothing, plural } from '../../site/edit/outcome.ts'
import type { OperationContext } from '../../site/operations/operation.ts'
import { type Scope, describeScope, scopeMatcher, scopeSuffix } from '../../site/operations/scope.ts'
import type { EarlierFiles } from '../agent.ts'
import { carryOut, refuse } from './carry-out.ts'
import { type Earlier, siteBefore } from './earlier.ts'
import { asBox, forTerm, withCorrection, withOptions, withScope } from './edit-frames.ts'
import { type Frame, unclear } from './frame.ts'
import { inWords } from './frames/pattern.ts'
import { Ground } from './ground/ground.ts'
import { languageCode, isOfLanguage } from './ground/languages.ts'
import { groundScope } from './ground/scope-words.ts'
import { type Clause, readClause } from './message/clause.ts'
import { ANY_QUOTE, unquoted } from './message/masked-text.ts'
import { trimAround } from './message/politeness.ts'
import { SENTENCE_CHARACTERS_MAX } from './message/split-message.ts'
import { splitSentence } from './message/split-sentence.ts'
import { correctTypos } from './message/typos.ts'
import { readMessage } from './read-message.ts'
import type { Report } from './report.ts'

const UNDOING =
  /^(?:undo|revert|roll ?back|take back|cancel|reverse|discard|reset|throw away|start (?:over|again)|put everything back)/iu
const UNDO =
  /^(?:undo|revert|roll ?back|take back|cancel|reverse)(?:\s+(?:that|this|it|them|(?:the|your|my)?\s?(?:last|previous|most recent|latest)?\s?(?:changes?|one|step|edits?|thing|work|commit)))?$/iu
const UNDO_ALL =
  /^(?:undo|revert|roll ?back|discard|reset|take back|throw away|cancel)\s+(?:everything|all(?:\s+(?:of (?:it|that|them)|changes|(?:of )?(?:your|the|my) (?:changes|work|edits)))?|the whole thing)(?:\s+(?:you did|so far|again))?$|^start (?:over|again)$|^put everything back(?: as it was)?$/iu
const WHAT_CHANGED =
  /^(?:what|which (?:pages?|files?)|how many (?:pages?|files?)|where) (?:exactly )?(?:did you|have you|has|was|were|got|is|are) .{0,40}$|^(?:show|list|tell|give) (?:me |us )?(?:what|which|the changes|a summary|an overview).{0,40}$|^summari[sz]e (?:the|your|what).{0,40}$|^what(?:['’]s| is| has) (?:been )?(?:changed|different|new).{0,20}$/iu
const THANKS =
  /^(?:thanks?|thank you|thx|ty|cheers|great|nice|perfect|awesome|cool|looks good|lgtm|ok(?:ay)?|well done|good job|that['’]?s (?:it|all|great|perfect|fine))\b[^\uE000]{0,60}$/iu
const BRING_BACK =
  /^(?:bring back|restore|put back|undelete|recover|un-?delete) (?:the )?(?:page |file )?(?<page>\S+)(?: page)?$/iu

const AGAIN =
  /^(?:(?:also|and|now|do (?:the same|that|it|this)|the same|same|repeat (?:that|it|this)|apply (?:that|it|the same|this)|again|as well|too|please)[\s,]*)+/iu
const SAME_TERM = new RegExp(
  String.raw`^(?:also |and |now )*(?:do )?(?:the same|same|that|it|this)(?: thing)? (?:for|with|to) (?:the (?:word|term|text|name|phrase) )?(?<term>${ANY_QUOTE}|[\p{L}\p{N}_-]+)$`,
  'iu',
)
const OOPS = String.raw`(?:oops|sorry|no|wait|actually|hm+|ah|correction|my bad|scratch that|on second thought|rather|hold on)`
const MEANT = new RegExp(
  String.raw`^(?:${OOPS}[\s,.!:—–-]+)?(?:(?:i|we) (?:meant|mean|wanted)(?: to (?:say|write))?|(?:it|that) should (?:be|read|say|have been)|(?:please )?(?:call|name|make) (?:it|that)|use|let['’]s (?:call it|use|say)|should be|change (?:it|that) to) (?<value>${ANY_QUOTE}|\S.*?)(?:,? instead| rather)?(?:,? not (?<wrong>${ANY_QUOTE}|\S.*))?$`,
  'iu',
)
const BOX =
  /^(?:make|turn|change) (?:it|that|this|the \w+) (?:into |to )?(?:a|an) (?<box>note|tip|info|warning|caution|danger|important)(?: (?:box|callout|admonition))?(?: (?:instead|rather)(?: (?:of|than) (?:a|an) \w+)?)?$/iu
const SAME_PLACE =
  /^(?:and |also |then |now |please )*(?:put|add|do|apply|insert|make|use) (?:the same(?: (?:one|thing|note|warning|tip|text|box|change))?|it|that|this)(?: (?:in|on|to|for|at|into)(?: the)?) (?<where>.+)$/iu
const WITH_VALUE = new RegExp(
  String.raw`^(?:and |also |now |the same |same )+(?:in|on|for) (?<where>.+?)(?::| to| as|,)? (?<value>${ANY_QUOTE})$`,
  'iu',
)
const NARROW =
  /^(?:(?:only|just|but|do (?:that|it|this)|keep (?:that|it|this|the changes?)|apply (?:that|it|this)|(?:undo|revert) (?:that|this|it)|limit (?:that|it|this)|restrict (?:that|it|this)|please|leave|not|don(?:'|’)?t (?:touch|change)|do not (?:touch|change))[\s,]*)*$/iu

const IN_CODE =
  /^(?:(?:do )?(?:the same|that|it|this)|repeat (?:that|it|this)|apply (?:that|it|the same|this)|same) (?:in|inside|for|to) (?:the |all )?(?:inline )?code(?: ?(?:blocks?|samples?|examples?|spans?|snippets?))?$/iu

/** What was made of a sentence that only makes sense after an earlier one. */
interface FollowedUp {
  reports: Report[]
  /** What is left of the sentence. */
  rest: string
}

/** Reads a sentence that only makes sense after an earlier message of the same job; null when it stands on its own. */
export async function followUp(
  sentence: string,
  quotes: readonly string[],
  task: Earlier,
  context: OperationContext,
): Promise<FollowedUp | null> {
  if (sentence.length > SENTENCE_CHARACTERS_MAX) return null
  const text = trimAround(correctTypos(sentence, () => false))
  // The first message of a job has nothing to go on with.
  if (task.history.length === 0 && !UNDOING.test(text)) return null
  const ground = new Ground(context.site)
  const whole = await new FollowUp(quotes, task, context, ground).read(text)
  if (whole) return { reports: whole, rest: '' }
  const [first = '', ...more] = splitSentence(text)
  const isUndo = UNDO.test(first) || UNDO_ALL.test(first)
  const undone = more.length > 0 && isUndo ? await new FollowUp(quotes, task, context, ground).read(first) : null
  return undone ? { reports: undone, rest: more.join(', ').replace(/^instead,?\s+/iu, '') } : null
}

class FollowUp {
  readonly #quotes: readonly string[]
  readonly #task: Earlier
  readonly #context: OperationContext
  readonly #ground: Ground

  constructor(quotes: readonly string[], task: Earlier, context: OperationContext, ground: Ground) {
    this.#quotes = quotes
    this.#task = task
    this.#context = context
    this.#ground = ground
  }

  async read(text: string): Promise<Report[] | null> {
    if (UNDO_ALL.test(text)) return [await this.#restore('Undo all changes of this job', this.#task.base, () => true)]
    const clause = await readClause(text.replace(IN_CODE, 'also in code'), this.#quotes, this.#ground, this.#context.signal)
    if (UNDO.test(clause.text) && (clause.text === text || clause.scope.include.length > 0))
      return [
        await this.#restore(`Undo the last change${scopeSuffix(clause.scope)}`, this.#task.previous, this.#matcher(clause.scope)),
      ]
    if (this.#task.history.length === 0) return null
    if (WHAT_CHANGED.test(text)) return [this.#tell()]
    if (THANKS.test(text))
      return [
        {
          heading: inWords(text, this.#quotes),
          details: [],
          kind: 'answered',
          outcome: nothing('Nothing was asked for.'),
          hints: [],
        },
      ]
    return (await this.#edit(text)) ?? (await this.#elsewhere(text, clause))
  }

  /** Another value, another box, a page brought back: the last change is taken back and made again in another way. */
  async #edit(text: string): Promise<Report[] | null> {
    const back = BRING_BACK.exec(text)?.groups?.['page']
    if (back !== undefined) {
      const frames = await this.#lastFrames()
      const rest = frames.filter(
        ({ operation, given }) =>
          !(operation.name === 'delete_page' && String(given['page']).endsWith(unquoted(back, this.#quotes))),
      )
      return rest.length === frames.length ? null : this.#redo(rest, `Bring back ${unquoted(back, this.#quotes)}`)
    }
    const box = BOX.exec(text)?.groups?.['box']
    if (box !== undefined) return this.#redoEach((frame) => asBox(frame, box), text)
    const meant = MEANT.exec(text)?.groups
    if (!meant || /^(?:the|a|an|more|less|it|them|shorter|longer|better)\b/iu.test(meant['value'] ?? '')) return null
    const value = unquoted(meant['value'] ?? '', this.#quotes)
    return this.#redoEach((frame) => withCorrection(frame, value), text)
  }

  /** The last operation on other pages, for another term, or with other options; or only on some of the pages. */
  async #elsewhere(text: string, clause: Clause): Promise<Report[] | null> {
    const term = SAME_TERM.exec(text)?.groups?.['term']
    const isTerm =
      term !== undefined &&
      (new RegExp(`^${ANY_QUOTE}$`, 'u').test(term) ||
        (await groundScope(term, this.#quotes, this.#ground, this.#context.signal)) === null)
    if (isTerm)
      return this.#again(
        (frame) => forTerm(frame, unquoted(term ?? '', this.#quotes)),
        text,
        'It is not certain what the other term becomes. Say both texts.',
      )
    const valued = WITH_VALUE.exec(text)?.groups
    if (valued) return this.#withValue(valued['where'] ?? '', unquoted(valued['value'] ?? '', this.#quotes), text)
    const place = SAME_PLACE.exec(text)?.groups?.['where']
    const scope = place === undefined ? null : await this.#scopeOf(place)
    if (scope) return this.#again((frame) => withScope(frame, scope), text)
    const hasScope = clause.scope.include.length + clause.scope.exclude.length > 0
    const isAgain = AGAIN.test(text) || clause.inAllLanguages
    const rest = clause.text
      .replace(AGAIN, '')
      .replace(/^(?:do|apply|make) (?:it|that|this|the same)$/iu, '')
      .trim()
    if (clause.problem !== null && NARROW.test(rest))
      return [await refuse(inWords(text, this.#quotes), unclear(clause.problem), this.#context)]
    if (rest !== '' && !NARROW.test(rest)) return null
    if (hasScope && !isAgain) return [await this.#narrow(clause.scope)]
    const hasOptions = Object.values(clause.options).some(Boolean)
    if (!hasScope && !hasOptions && !clause.inAllLanguages)
      return isAgain && text.replace(AGAIN, '') === '' ? this.#again((frame) => frame, text) : null
    return this.#again((frame) => {
      const widened = hasOptions ? withOptions(frame, clause.options) : frame
      if (!widened || (!hasScope && !clause.inAllLanguages)) return widened
      return withScope(widened, hasScope ? clause.scope : { include: [], exclude: [] })
    }, text)
  }

  /** Pages that words mean, or the translation of the page that the last operation was about. */
  async #scopeOf(words: string): Promise<Scope | null> {
    const found = await groundScope(words.replace(/[.,]$/u, ''), this.#quotes, this.#ground, this.#context.signal)
    if (found?.kind === 'paths') return { include: found.include, exclude: found.exclude ?? [] }
    return null
  }

  async #withValue(where: string, value: string, text: string): Promise<Report[] | null> {
    const code = languageCode(where.replace(/^the\s+/iu, '').replace(/\s+(?:page|version|one|translation)$/iu, ''))
    const scope = await this.#scopeOf(where)
    return this.#again((frame) => {
      const [page, ...more] = frame.given.scope?.include ?? []
      const translated = code === null || page === undefined || more.length > 0 ? null : this.#translation(page, code)
      const placed =
        translated === null ? scope && withScope(frame, scope) : withScope(frame, { include: [translated], exclude: [] })
      return placed && withCorrection(placed, value)
    }, text)
  }

  #translation(page: string, code: string): string | null {
    const { map } = this.#ground
    return map.translationsOf(page).find((path) => isOfLanguage(map.placeOf(path).locale ?? 'en', code)) ?? null
  }

  /** Takes the last change back and carries out its frames in another way. */
  async #redoEach(edit: (frame: Frame) => Frame | null, text: string): Promise<Report[] | null> {
    const frames = (await this.#lastFrames()).map(edit)
    if (frames.length === 0 || frames.some((frame) => frame === null)) return null
    return this.#redo(frames as Frame[], `Instead of the last change: ${inWords(text, this.#quotes)}`)
  }

  async #redo(frames: readonly Frame[], title: string): Promise<Report[]> {
    const undone = await this.#restore(title, this.#task.previous, () => true)
    if (!this.#task.previous) return [undone]
    const reports = [undone]
    for (const frame of frames) reports.push(await carryOut(frame, this.#context))
    return reports
  }

  async #again(
    edit: (frame: Frame) => Frame | null,
    text: string,
    problem = 'The earlier instruction cannot be repeated like this.',
  ): Promise<Report[] | null> {
    const frames = await this.#lastFrames()
    const edited = frames.flatMap((frame) => edit(frame) ?? [])
    const shown = inWords(text, this.#quotes)
    if (frames.length === 0)
      return [await refuse(shown, unclear('There is no earlier instruction of this job to repeat.'), this.#context)]
    if (edited.length < frames.length) return [await refuse(shown, unclear(problem), this.#context)]
    const reports: Report[] = []
    for (const frame of edited) reports.push(await carryOut(frame, this.#context))
    return reports
  }

  /** "only in guides/": the last change stays there and is taken back everywhere else. */
  async #narrow(scope: Scope): Promise<Report> {
    const isInScope = this.#matcher(scope)
    return this.#restore(`Keep the last change only ${describeScope(scope)}`, this.#task.previous, (path) => !isInScope(path))
  }

  #matcher(scope: Scope): (path: string) => boolean {
    return scope.include.length + scope.exclude.length === 0 ? () => true : scopeMatcher(this.#context.site, scope)
  }

  /** What the last message asked for, also when it was a follow-up itself. It is read on the site as it was then. */
  async #lastFrames(): Promise<readonly Frame[]> {
    const { history, base } = this.#task
    const before = await siteBefore(this.#context.site, base)
    const ground = new Ground(before)
    let frames: readonly Frame[] = []
    for (const { prompt } of history.slice(-MESSAGES_MAX)) {
      const parts = await readMessage(prompt, ground, this.#context.signal)
      const read = parts.flatMap(({ reading }) => (reading.kind === 'understood' ? reading.frames : []))
      if (read.length > 0) frames = read
      else frames = editedFrames(prompt, frames)
    }
    return frames
  }

  /** What was changed, in the words of the last report. */
  #tell(): Report {
    const last = this.#task.history.findLast(({ summary }) => summary.includes('**Done**')) ?? this.#task.history.at(-1)
    const told = (last?.summary ?? '').split('\n\nThis project uses the offline agent')[0] ?? ''
    return { heading: 'What was changed', details: [], kind: 'answered', outcome: nothing(told), hints: [] }
  }

  async #restore(title: string, earlier: EarlierFiles | undefined, isMeant: (path: string) => boolean): Promise<Report> {
    if (!earlier) return refuse(title, unclear('There is no earlier change of this job to undo.'), this.#context)
    const { site, signal } = this.#context
    const before = site.snapshot()
    const outcome: Outcome = { changes: [], left: [], notes: [] }
    let kept = 0
    for (const path of (await earlier.changedPaths()).sort()) {
      signal.throwIfAborted()
      if (!isMeant(path)) {
        kept += 1
        continue
      }
      const bytes = await earlier.read(path)
      site.restore(path, bytes)
      outcome.changes.push({ path, what: bytes ? 'as it was before' : 'removed, as before' })
    }
    outcome.changes = outcome.changes.concat(await followHeadings(site, before, signal))
    if (kept > 0 && outcome.changes.length > 0) outcome.notes.push(`The change stays on ${plural(kept, 'file')}.`)
    if (outcome.changes.length === 0) outcome.notes.push('The last change is nowhere else, so there is nothing to take back.')
    return { heading: title, details: [], kind: 'understood', outcome, hints: [] }
  }
}

/** "The same" means something that was said a moment ago; a job can have hundreds of messages. */
const MESSAGES_MAX = 20

/** The frames after a follow-up that gave them another value. */
function editedFrames(prompt: string, frames: readonly Frame[]): readonly Frame[] {
  const text = trimAround(prompt)
  const box = BOX.exec(text)?.groups?.['box']
  const value = MEANT.exec(text)?.groups?.['value']?.replaceAll(/^["“'‘]|["”'’]$/gu, '')
  const edited = frames.map((frame) =>
    box !== undefined ? asBox(frame, box) : value !== undefined ? withCorrection(frame, value) : null,
  )
  return edited.length > 0 && edited.every((frame) => frame !== null) ? edited : frames
}
