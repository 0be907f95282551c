import { type PageRule, applyRules } from '../../../site/edit/page-rules.ts'
import type { Clause } from '../grammar/clause.ts'
import { scopeSuffix, withinScope } from '../../../site/operations/scope.ts'
import type { Understood } from '../reading.ts'

/** An instruction that consists of rules for every page of its scope. The notes are for a reader who has changes to review. */
export function understoodRules(
  title: string,
  rules: readonly PageRule[],
  { scope }: Clause,
  notes: readonly string[] = [],
): Understood {
  return {
    kind: 'understood',
    title: title + scopeSuffix(scope),
    run: ({ site, signal }) =>
      withinScope(site, scope, async (isInScope) => {
        const outcome = await applyRules(site, site.pages().filter(isInScope), rules, signal)
        return outcome.changes.length > 0 ? { ...outcome, notes: [...outcome.notes, ...notes] } : outcome
      }),
  }
}
