import type { DiffLine } from '../../../../client/parse-diff.ts'
import { type Range, type WordBudget, findWordChanges } from './word-changes.ts'

export interface MarkedLine {
  line: DiffLine
  /** The words that changed; empty where the whole line did. */
  marks: readonly Range[]
}

/** Lines that go together: either one that is on both sides, or what was removed with what came in its place. */
export type Block = { kind: 'line'; line: DiffLine } | { kind: 'change'; removes: MarkedLine[]; adds: MarkedLine[] }

export function toBlocks(lines: readonly DiffLine[], budget: WordBudget): Block[] {
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at]!
    if (line.kind === 'same' || line.kind === 'hunk') {
      blocks.push({ kind: 'line', line })
      at++
      continue
    }
    const removes = takeWhile(lines, at, 'remove')
    const adds = takeWhile(lines, at + removes.length, 'add')
    at += removes.length + adds.length
    blocks.push(toChange(removes, adds, budget))
  }
  return blocks
}

function takeWhile(lines: readonly DiffLine[], start: number, kind: DiffLine['kind']): DiffLine[] {
  let end = start
  while (lines[end]?.kind === kind) end++
  return lines.slice(start, end)
}

/** The first removed line is compared with the first added one, and so on: in text, lines are changed far more often than moved. */
function toChange(removes: DiffLine[], adds: DiffLine[], budget: WordBudget): Block {
  const pairs = Array.from({ length: Math.min(removes.length, adds.length) }, (_, index) =>
    findWordChanges(removes[index]!.text, adds[index]!.text, budget),
  )
  return {
    kind: 'change',
    removes: removes.map((line, index) => ({ line, marks: pairs[index]?.removed ?? [] })),
    adds: adds.map((line, index) => ({ line, marks: pairs[index]?.added ?? [] })),
  }
}
