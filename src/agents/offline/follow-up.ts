import { type Outcome, plural } from '../../site/edit/outcome.ts'
import type { AgentTask, EarlierFiles } from '../agent.ts'
import { understand } from './carry-out.ts'
import { COMMANDS } from './commands/commands.ts'
import { type Clause, readPaths } from './grammar/clause.ts'
import { QUOTE } from './grammar/masked-text.ts'
import { readClauses } from './grammar/read-clauses.ts'
import { type Scope, describeScope, scopeSuffix, withinScope } from '../../site/operations/scope.ts'
import { type CommandContext, type Reading, type Understood, unclear } from './reading.ts'

const UNDO =
  /^(?:undo|revert|roll ?back|take back|cancel)(?:\s+(?:that|this|it|them|the last (?:change|one|step)|(?:your|the) (?:last |previous )?(?:changes?|edits?|work)|last (?:change|edit)))?$/iu
const UNDO_ALL =
  /^(?:undo|revert|roll ?back|discard|reset|take back)\s+(?:everything|all(?:\s+(?:of it|changes|your changes|the changes))?)$|^start over$/iu
/** What is left of "only in guides/" once the scope is taken out. */
const NARROW =
  /^(?:(?:only|just|but|do (?:that|it|this)|keep (?:that|it|this|the changes?)|apply (?:that|it|this)|(?:undo|revert) (?:that|this|it)|limit (?:that|it|this)|restrict (?:that|it|this)|leave|not|don(?:'|’)?t (?:touch|change)|do not (?:touch|change))[\s,]*)*$/iu
const AGAIN =
  /^(?:(?:also|and|now|do (?:the same|that|it|this)|the same|same|repeat (?:that|it|this)|apply (?:that|it|the same)|again|as well|too)[\s,]*)+/iu

const IN_CODE = /^(?:in|inside|for)\s+(?:the\s+|all\s+)?(?:inline\s+)?code(?:\s+(?:blocks?|samples?|examples?|spans?))?$/iu

/** What the job did before. */
export type Earlier = Pick<AgentTask, 'history' | 'base' | 'previous'>

/** Reads an instruction that only makes sense after an earlier one of the same job; null when it stands on its own. */
export function readFollowUp(clause: Clause, task: Earlier, context: CommandContext): Reading | null {
  if (UNDO_ALL.test(clause.text)) return undo('Undo all changes of this job', task.base, NOTHING_EXCLUDED)
  const hasScope = clause.scope.include.length + clause.scope.exclude.length > 0
  if (UNDO.test(clause.text)) return undo(`Undo the last change${scopeSuffix(clause.scope)}`, task.previous, clause.scope)
  if (task.history.length === 0) return AGAIN.test(clause.text) ? withoutAlso(clause, context) : null
  if (hasScope && NARROW.test(clause.text) && !/^also\b/iu.test(clause.original)) return narrow(clause.scope, task.previous)
  const widens = clause.text === '' && (clause.includesCode || clause.includesMarkup)
  return widens || AGAIN.test(clause.text) ? again(clause, task, context) : null
}

const NOTHING_EXCLUDED: Scope = { include: [], exclude: [] }

/** "also fix the links": the word adds nothing when the rest is an instruction of its own. */
function withoutAlso(clause: Clause, context: CommandContext): Reading | null {
  const text = clause.text.replace(AGAIN, '')
  return text === '' ? null : understand(COMMANDS, { ...clause, text }, context)
}

function undo(title: string, earlier: EarlierFiles | undefined, scope: Scope): Reading {
  if (!earlier) return unclear('There is no earlier change of this job to undo.')
  return {
    kind: 'understood',
    title,
    run: (context) => withinScope(context.site, scope, (isInScope) => restoreWhere(context, earlier, isInScope)),
  }
}

/** "only in guides/": the last change stays there and is taken back everywhere else. */
function narrow(scope: Scope, previous: EarlierFiles | undefined): Reading {
  if (!previous) return unclear('There is no earlier change of this job to narrow down.')
  return {
    kind: 'understood',
    title: `Keep the last change only ${describeScope(scope)}`,
    run: (context) =>
      withinScope(context.site, scope, (isInScope) => restoreWhere(context, previous, (path) => !isInScope(path))),
  }
}

async function restoreWhere(
  { site, signal }: CommandContext,
  earlier: EarlierFiles,
  isMeant: (path: string) => boolean,
): Promise<Outcome> {
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  const paths = (await earlier.changedPaths()).sort()
  let kept = 0
  for (const path of paths) {
    signal.throwIfAborted()
    if (!isMeant(path)) {
      kept += 1
      continue
    }
    const bytes = await earlier.read(path)
    site.restore(path, bytes)
    outcome.changes.push({ path, what: bytes ? 'as it was before' : 'removed, as before' })
  }
  if (kept > 0 && outcome.changes.length > 0) outcome.notes.push(`The change stays on ${plural(kept, 'file')}.`)
  if (outcome.changes.length === 0) outcome.notes.push('The last change is nowhere else, so there is nothing to take back.')
  return outcome
}

/** "also in code blocks", "do the same for guides/", "do the same for 'tenant'", or "also" and a new instruction. */
function again(clause: Clause, task: Earlier, context: CommandContext): Reading | null {
  const rest = clause.text.replace(AGAIN, '').trim()
  if (IN_CODE.test(rest)) return again({ ...clause, text: 'also', includesCode: true }, task, context)
  const target = /^(?:for|to|with|on|in)\s+(?:the\s+(?:word|term|text|page|folder)\s+)?(?<what>\S.*)$/iu.exec(rest)?.groups?.[
    'what'
  ]
  const paths = target === undefined ? null : readPaths(target, clause.quotes, context.site)
  const term = target === undefined ? null : new RegExp(`^(?:${QUOTE}|([\\p{L}\\p{N}_-]+))$`, 'u').exec(target)
  if (rest !== '' && !paths && !term) return withoutAlso(clause, context)
  const earlier = lastInstruction(task, context)
  if (!earlier) return unclear('There is no earlier instruction of this job to repeat.')
  if (paths) return understand(COMMANDS, { ...earlier.clause, scope: { include: paths, exclude: clause.scope.exclude } }, context)
  if (term && rest !== '')
    return forTerm(earlier.reading, term[1] === undefined ? (term[2] ?? '') : (clause.quotes[Number(term[1])] ?? ''))
  const hasScope = clause.scope.include.length + clause.scope.exclude.length > 0
  if (!hasScope && !clause.includesCode && !clause.includesMarkup) return earlier.reading
  return understand(
    COMMANDS,
    {
      ...earlier.clause,
      scope: hasScope ? clause.scope : earlier.clause.scope,
      includesCode: clause.includesCode || earlier.clause.includesCode,
      includesMarkup: clause.includesMarkup || earlier.clause.includesMarkup,
    },
    context,
  )
}

function forTerm(reading: Understood, term: string): Reading {
  return reading.forTerm?.(term) ?? unclear('The earlier instruction has no term that another one could take the place of.')
}

/** "The same" means something that was said a moment ago; a job can have hundreds of messages. */
const MESSAGES_MAX = 20

/** The last instruction of the job that can be read on its own. */
function lastInstruction(task: Earlier, context: CommandContext): { clause: Clause; reading: Understood } | null {
  for (const { prompt } of task.history.slice(-MESSAGES_MAX).reverse()) {
    for (const written of readClauses(prompt, context.site).reverse()) {
      const text = written.text.replace(AGAIN, '')
      const clause = { ...written, text }
      const reading = understand(COMMANDS, clause, context)
      if (reading?.kind === 'understood') return { clause, reading }
    }
  }
  return null
}
