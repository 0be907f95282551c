import type { z } from 'zod'
import { type PageRule, applyRules } from '../edit/page-rules.ts'
import type { EditableSite } from '../edit/editable-site.ts'
import { type Operation, type OperationContext } from './operation.ts'
import { type Scope, scopeSuffix, withinScope } from './scope.ts'

interface RuleOperation<Schema extends z.ZodObject> extends Pick<Operation<Schema>, 'name' | 'help' | 'schema' | 'title'> {
  rules(site: EditableSite, given: z.output<Schema>): readonly PageRule[]
  /** For a reader who has changes to review. */
  note?: (given: z.output<Schema>) => string | null
}

/** An operation that consists of rules for every page of its scope. */
export function ruleOperation<Schema extends z.ZodObject>(made: RuleOperation<Schema>): Operation<Schema> {
  const { rules, note, title, ...rest } = made
  const scopeOf = (given: z.output<Schema>) => (given as { scope: Scope }).scope
  return {
    ...rest,
    title: (given) => title(given) + scopeSuffix(scopeOf(given)),
    work: ({ site, signal }: OperationContext, given) =>
      withinScope(site, scopeOf(given), async (isInScope) => {
        const outcome = await applyRules(site, site.pages().filter(isInScope), rules(site, given), signal)
        const said = outcome.changes.length > 0 ? (note?.(given) ?? null) : null
        return said === null ? outcome : { ...outcome, notes: [...outcome.notes, said] }
      }),
  }
}
