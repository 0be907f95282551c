import type { Block, Dialect } from '../../../markdown/page.ts'
import { readMarkdown } from '../../../markdown/read-page.ts'
import { isRawElement } from './raw-element.ts'

/** What a line belongs to, before anyone looks inside it. `text` lines are the ones that inline rules apply to. */
type LineKind = 'front-matter' | 'fence' | 'code' | 'comment' | 'import' | 'blank' | 'text'

export interface PageLine {
  kind: LineKind
  /** Without the line ending. */
  text: string
  start: number
  /** Where the next line starts. */
  end: number
}

/** Cuts a page into lines and says what each one is. Every character belongs to exactly one line. */
export function readPageLines(text: string, dialect: Dialect): PageLine[] {
  const page = readMarkdown(text, dialect)
  const lines = page.lineStarts.map((start, index): PageLine => {
    const end = page.lineStarts[index + 1] ?? text.length
    const line = text.slice(start, end).replace(/\r?\n$/u, '')
    return { kind: line.trim() === '' ? 'blank' : 'text', text: line, start, end }
  })
  // A line end at the end of the page begins no other line.
  if (lines.at(-1)?.start === text.length) lines.pop()
  for (const line of lines) if (page.frontMatter && line.start < page.frontMatter.end) line.kind = 'front-matter'
  for (const block of page.blocks) markLines(lines, block, text)
  return lines
}

function markLines(lines: PageLine[], block: Block, text: string): void {
  const kind = kindOf(block, text)
  if (!kind) return
  const { line: first, endLine: last } = block
  for (let line = first; line <= last; line += 1) {
    const isMark = block.kind === 'code' && block.fence && (line === first || (line === last && block.fence.isClosed))
    // Blank lines of indented code are as good as those around it.
    if (block.kind !== 'code' || block.fence || lines[line - 1]!.kind !== 'blank') lines[line - 1]!.kind = isMark ? 'fence' : kind
  }
}

function kindOf(block: Block, text: string): LineKind | null {
  switch (block.kind) {
    case 'code':
    case 'expression':
      return 'code'
    case 'html':
      return isRawElement(text, block) ? 'code' : null
    case 'comment':
      return 'comment'
    case 'module':
      return 'import'
    default:
      return null
  }
}
