import type { TextRange } from './page-facts.ts'

export interface TargetRewrite {
  at: TextRange
  /** Written as it is: it must be a target that needs no escaping, such as one without spaces and unbalanced parentheses. */
  target: string
}

/** Puts new targets into a page and leaves every other byte alone. Several uses of one reference share a range, which is rewritten once. */
export function rewriteTargets(text: string, rewrites: readonly TargetRewrite[]): string {
  const lines = text.split('\n')
  const ordered = [...rewrites].sort((a, b) => b.at.line - a.at.line || b.at.start - a.at.start)
  let previous: TextRange | null = null
  for (const { at, target } of ordered) {
    if (previous && previous.line === at.line && previous.start === at.start) continue
    const line = lines[at.line - 1]
    if (line === undefined) continue
    lines[at.line - 1] = line.slice(0, at.start) + target + line.slice(at.end)
    previous = at
  }
  return lines.join('\n')
}
