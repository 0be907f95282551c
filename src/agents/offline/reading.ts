import type { Nspell } from 'nspell'
import type { EditableSite } from '../../site/edit/editable-site.ts'
import type { Outcome } from '../../site/edit/outcome.ts'
import type { Clause } from './grammar/clause.ts'

/** What the commands need besides the pages. */
export interface CommandContext {
  site: EditableSite
  /** The project's own words for the spelling check. */
  words: string
  signal: AbortSignal
  /** Loaded by the first spelling check. */
  dictionary?: Promise<Nspell>
}

/** An instruction that was understood, ready to be carried out. */
export interface Understood {
  kind: 'understood'
  /** In the imperative, without a full stop: it becomes the title of the pull request. */
  title: string
  /** How exactly it was understood, in half a sentence each. */
  details?: string[]
  /** True when the command looks at links or addresses: all pages are scanned before it starts. */
  needsLinks?: boolean
  run(context: CommandContext): Outcome | Promise<Outcome>
  /** The same for another term, when the instruction has one: "do the same for 'tenant'". */
  forTerm?(term: string): Understood
}

/** An instruction that means several things, or that lacks a part. */
interface Unclear {
  kind: 'unclear'
  /** A sentence that says what is missing and how to say it. */
  problem: string
}

export type Reading = Understood | Unclear

/** One thing that the offline agent can do. */
export interface Command {
  /** Instructions that work as they stand; the first one is shown as help. */
  readonly examples: readonly string[]
  /** Null when the clause is about something else. */
  read(clause: Clause, site: EditableSite): Reading | null
}

export function unclear(problem: string): Unclear {
  return { kind: 'unclear', problem }
}
