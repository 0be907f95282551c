import type { DiffLine } from '../../../client/index.ts'

/** One row of a side-by-side view: a line on either side, or one that goes over both. */
export type PairedRow = { before: DiffLine | null; after: DiffLine | null } | { across: DiffLine }

/** Puts what was removed beside what came in its place, the first line beside the first and so on. */
export function pairLines(lines: readonly DiffLine[]): PairedRow[] {
  const rows: PairedRow[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!
    if (line.kind === 'same') rows.push({ before: line, after: line })
    else if (line.kind === 'hunk') rows.push({ across: line })
    if (line.kind !== 'remove' && line.kind !== 'add') {
      at++
      continue
    }
    const removed = takeWhile(lines, at, 'remove')
    const added = takeWhile(lines, at + removed.length, 'add')
    for (let index = 0; index < Math.max(removed.length, added.length); index++)
      rows.push({ before: removed[index] ?? null, after: added[index] ?? null })
    at += removed.length + added.length
  }
  return rows
}

function takeWhile(lines: readonly DiffLine[], start: number, kind: DiffLine['kind']): DiffLine[] {
  let end = start
  while (lines[end]?.kind === kind) end++
  return lines.slice(start, end)
}
