import type { Nspell } from 'nspell'
import type { z } from 'zod'
import type { EditableSite } from '../edit/editable-site.ts'
import { followHeadings } from '../edit/links/follow-headings.ts'
import type { Outcome } from '../edit/outcome.ts'

/** What operations need besides their arguments. */
export interface OperationContext {
  site: EditableSite
  /** The project's own words for the spelling check. */
  words: string
  signal: AbortSignal
  /** Whether a configuration file may be changed so: a label elsewhere than in the navigation is a setting. */
  mayConfigure(path: string, before: string, after: string): boolean
  /** Loaded by the first spelling check. */
  dictionary?: Promise<Nspell>
}

/**
 * One thing that can be done to a site, the same for everyone who asks: the offline agent that reads English, and a model that calls
 * it as a tool. It knows no English itself.
 */
export interface Operation<Schema extends z.ZodObject = z.ZodObject> {
  readonly name: string
  /** One sentence, for whoever chooses between operations. */
  readonly help: string
  readonly schema: Schema
  /** True when it looks at links or addresses: all pages are scanned before it starts. */
  readonly needsLinks?: boolean
  /** What it does with these arguments, in the imperative and without a full stop: the title of a pull request. */
  title(given: z.output<Schema>): string
  work(context: OperationContext, given: z.output<Schema>): Outcome | Promise<Outcome>
}

/** Infers the arguments from the schema. */
export function operation<Schema extends z.ZodObject>(made: Operation<Schema>): Operation<Schema> {
  return made
}

/** Carries out an operation. Links follow the headings that it renamed, whatever it was. Arguments that do not fit throw. */
export async function runOperation<Schema extends z.ZodObject>(
  made: Operation<Schema>,
  context: OperationContext,
  given: z.input<Schema>,
): Promise<Outcome> {
  const parsed = made.schema.parse(given)
  context.signal.throwIfAborted()
  const before = context.site.snapshot()
  if (made.needsLinks) await context.site.scan(context.signal)
  const outcome = await made.work(context, parsed)
  const followed = await followHeadings(context.site, before, context.signal)
  return { ...outcome, changes: outcome.changes.concat(followed) }
}
