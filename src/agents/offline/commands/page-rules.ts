import type { Clause } from '../grammar/clause.ts'
import { describeScope, resolveScope } from '../grammar/scope.ts'
import { type Dialect, dialectOf } from '../../../site/read/regions/region.ts'
import { nextTurn } from '../../../site/edit/next-turn.ts'
import type { CommandContext, LeftAlone, Outcome, Understood } from '../reading.ts'
import type { Site } from '../../../site/edit/editable-site.ts'

interface RuleContext {
  path: string
  dialect: Dialect
  site: Site
}

interface RuledPage {
  page: string
  /** What was changed, one phrase each; empty exactly when the page is the same as before. */
  changes: string[]
  left?: Omit<LeftAlone, 'path'>[]
}

/** A rule that looks at one page at a time. Applying it to its own result changes nothing. */
export type PageRule = (page: string, context: RuleContext) => RuledPage

/** An instruction that consists of rules for every page of its scope. */
export function understoodRules(
  title: string,
  rules: readonly PageRule[],
  clause: Clause,
  notes: readonly string[] = [],
): Understood {
  const where = clause.scope.include.length + clause.scope.exclude.length > 0 ? ` ${describeScope(clause.scope)}` : ''
  return { kind: 'understood', title: title + where, run: (context) => applyRules(context, rules, clause, notes) }
}

async function applyRules(
  { site, signal }: CommandContext,
  rules: readonly PageRule[],
  clause: Clause,
  notes: readonly string[],
): Promise<Outcome> {
  const scope = resolveScope(site, clause.scope)
  if ('problem' in scope) return { changes: [], left: [], notes: [scope.problem] }
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  for (const path of site.pages().filter((page) => scope.matches(page))) {
    await nextTurn(signal)
    const before = site.text(path)
    let text = before
    for (const rule of rules) {
      const { page, changes, left = [] } = rule(text, { path, dialect: dialectOf(path), site })
      text = page
      for (const what of changes) outcome.changes.push({ path, what })
      for (const item of left) outcome.left.push({ ...item, path })
    }
    if (text !== before) site.write(path, text)
  }
  if (outcome.changes.length > 0) outcome.notes.push(...notes)
  return outcome
}
