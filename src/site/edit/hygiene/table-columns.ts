import { type PageLine, readPageLines } from '../../read/regions/page-lines.ts'
import { plural } from '../outcome.ts'
import type { PageRule } from '../page-rules.ts'

const DELIMITER_CELL = /^:?-+:?$/u

/** Aligned rows that are wider than this are harder to read than ragged ones. */
const ROW_CHARACTERS_MAX = 160

/** Pads the cells of a table so that its columns stand below each other. */
export const alignTables: PageRule = (page, { dialect }) => {
  const lines = readPageLines(page, dialect)
  const texts = lines.map((line) => line.text)
  let count = 0
  for (const { start, end } of findTables(lines)) {
    const aligned = align(texts.slice(start, end))
    if (!aligned || aligned.every((row, index) => row === texts[start + index])) continue
    count += 1
    for (const [index, row] of aligned.entries()) texts[start + index] = row
  }
  const parts = lines.map((line, index) => texts[index] + page.slice(line.start + line.text.length, line.end))
  return { page: parts.join(''), changes: count === 0 ? [] : [`${plural(count, 'table')} aligned`] }
}

/** A table is a header row, a row of dashes, and all rows that follow. Only rows between outer pipes are taken. */
function findTables(lines: readonly PageLine[]): { start: number; end: number }[] {
  const isRow = (line: PageLine | undefined) => line?.kind === 'text' && /^\s*\|.*\|\s*$/u.test(line.text)
  const tables: { start: number; end: number }[] = []
  for (let index = 1; index < lines.length; index += 1) {
    const isDelimiter = isRow(lines[index]) && cellsOf(lines[index]?.text ?? '').every((cell) => DELIMITER_CELL.test(cell))
    if (!isDelimiter || !isRow(lines[index - 1])) continue
    let end = index + 1
    while (isRow(lines[end])) end += 1
    tables.push({ start: index - 1, end })
    index = end
  }
  return tables
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.trim())
}

/** Null when the rows do not have the same number of cells, or the result would be too wide. */
function align(rows: readonly string[]): string[] | null {
  const lead = /^\s*/u.exec(rows[0] ?? '')?.[0] ?? ''
  const cells = rows.map(cellsOf)
  const columns = cells[0]?.length ?? 0
  if (cells.some((row) => row.length !== columns)) return null
  const widths = Array.from({ length: columns }, (_, column) =>
    cells.reduce((width, row, index) => (index === 1 ? width : Math.max(width, widthOf(row[column] ?? ''))), 3),
  )
  if (widths.reduce((sum, width) => sum + width + 3, 1) > ROW_CHARACTERS_MAX) return null
  return cells.map((row, index) => {
    const padded = row.map((cell, column) =>
      index === 1 ? delimiter(cell, widths[column] ?? 3) : pad(cell, widths[column] ?? 3),
    )
    return `${lead}| ${padded.join(' | ')} |`
  })
}

function delimiter(cell: string, width: number): string {
  const left = cell.startsWith(':') ? ':' : '-'
  const right = cell.endsWith(':') ? ':' : '-'
  return left + '-'.repeat(width - 2) + right
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(width - widthOf(cell))
}

function widthOf(text: string): number {
  return Array.from(text).length
}
