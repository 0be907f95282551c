import { type Dialect, dialectOf } from '../../markdown/page.ts'
import { nextTurn } from './next-turn.ts'
import type { LeftAlone, Outcome } from './outcome.ts'
import type { EditableSite } from './editable-site.ts'

interface RuleContext {
  path: string
  dialect: Dialect
  site: EditableSite
}

interface RuledPage {
  page: string
  /** What was changed, one phrase each; empty exactly when the page is the same as before. */
  changes: string[]
  left?: Omit<LeftAlone, 'path'>[]
}

/** A rule that looks at one page at a time. Applying it to its own result changes nothing. */
export type PageRule = (page: string, context: RuleContext) => RuledPage

/** Applies rules, one after the other, to each of the pages. */
export async function applyRules(
  site: EditableSite,
  pages: readonly string[],
  rules: readonly PageRule[],
  signal: AbortSignal,
): Promise<Outcome> {
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  for (const path of pages) {
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
  return outcome
}
