import type { TextRange } from './page-facts.ts'

export interface TargetRewrite {
  at: TextRange
  /** Written as it is: it must be a target that needs no escaping, such as one without spaces and unbalanced parentheses. */
  target: string
}

/** Puts new targets into a page and leaves every other byte alone. Several uses of one reference share a range, which is rewritten once. */
export function rewriteTargets(text: string, rewrites: readonly TargetRewrite[]): string {
  const lines = text.split('\n')
  for (const [line, ofLine] of Map.groupBy(rewrites, ({ at }) => at.line)) {
    const source = lines[line - 1]
    if (source !== undefined) lines[line - 1] = rewriteLine(source, ofLine)
  }
  return lines.join('\n')
}

/** Piece by piece: a line of a megabyte may hold a hundred thousand links. */
function rewriteLine(line: string, rewrites: readonly TargetRewrite[]): string {
  const parts: string[] = []
  let position = 0
  let previous = -1
  for (const { at, target } of rewrites.toSorted((a, b) => a.at.start - b.at.start)) {
    if (at.start === previous) continue
    parts.push(line.slice(position, at.start), target)
    position = at.end
    previous = at.start
  }
  return parts.join('') + line.slice(position)
}
