import type { Code, Container, Range, Raw, TextBlock } from './page.ts'

export interface OpenContainer {
  container: Container
  /** The columns that its content is indented by. */
  width: number
  /** An item that is empty ends with a blank line. */
  hasContent: boolean
}

/** The block that lines are added to. */
export type Leaf =
  | { kind: 'paragraph'; block: TextBlock }
  | { kind: 'fence'; block: Code; mark: string; indent: number }
  | { kind: 'indented'; block: Code; blanks: Range[] }
  | { kind: 'html'; block: Raw; end: RegExp | null }
  | { kind: 'table'; columns: number }
  | { kind: 'raw'; block: Raw | TextBlock }

export function grow(
  block: { end: number; endLine: number; pieces: Range[] },
  piece: Range | null,
  end: number,
  line: number,
): void {
  if (piece) block.pieces.push(piece)
  block.end = end
  block.endLine = line
}

export function trimEnd(page: string, block: TextBlock): void {
  const last = block.pieces.at(-1)
  if (!last) return
  while (last.end > last.start && /\s/.test(page[last.end - 1]!)) last.end -= 1
  block.end = last.end
}

export function isComment(page: string, { start, end }: Range): boolean {
  if (!page.startsWith('<!--', start)) return false
  const source = page.slice(start, end).trimEnd()
  return source.indexOf('-->', 4) === source.length - 3
}
