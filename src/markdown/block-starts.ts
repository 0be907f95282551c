import type { Range } from './page.ts'

export const THEMATIC_BREAK = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/
export const UNDERLINE = /^(?:=+|-+)[ \t]*$/
export const DIRECTIVE = /^:::/
/** MkDocs: the indented lines below belong to the box. */
export const BOX = /^(?:!!!|\?\?\?\+?|===[+!]?(?=[ \t]+"))(?=[ \t])/
export const FOOTNOTE = /^\[\^(?:\\.|[^[\]\\\s]){1,999}\]:/

const FENCE = /^(?:(`{3,})([^`]*)|(~{3,})([^]*))$/
const HEADING = /^#{1,6}(?=[ \t]|$)/
/** `:` begins a description, as in Pandoc, PHP Markdown and MkDocs. */
const ITEM = /^(?:[-+*]|(\d{1,9})[.)]|:(?=[ \t]{1,3}\S))(?=[ \t]|$)/

export interface FenceStart {
  mark: string
  /** What follows the mark, relative to it. */
  info: Range
}

export function fenceStart(line: string): FenceStart | null {
  const first = line.charCodeAt(0)
  if (first !== 96 && first !== 126) return null
  const found = FENCE.exec(line)
  if (!found) return null
  const mark = (found[1] ?? found[3])!
  const info = (found[2] ?? found[4])!
  const start = mark.length + info.length - info.trimStart().length
  return { mark, info: { start, end: Math.max(start, mark.length + info.trimEnd().length) } }
}

/** True for a line that ends the code which the mark began. */
export function closesFence(line: string, mark: string): boolean {
  if (line[0] !== mark[0]) return false
  const [ticks] = (mark[0] === '`' ? /^`+(?=[ \t]*$)/ : /^~+(?=[ \t]*$)/).exec(line) ?? ['']
  return ticks.length >= mark.length
}

/** The level of a heading and where its text stands in the line, without the marks that may close it. */
export function headingStart(line: string): { level: number; text: Range } | null {
  const level = HEADING.exec(line)?.[0].length
  if (level === undefined) return null
  const start = line.length - line.slice(level).trimStart().length
  const trimmed = line.trimEnd().length
  let end = trimmed
  while (end > level && line[end - 1] === '#') end -= 1
  const isClosed = end < trimmed && /[ \t]/.test(line[end - 1]!)
  end = isClosed ? line.slice(0, end).trimEnd().length : trimmed
  return { level, text: { start: Math.min(start, Math.max(end, level)), end: Math.max(end, level) } }
}

/** The marker of a list item or a description. Within a paragraph a list begins with 1 and with some text, or it is a part of the sentence. */
export function itemStart(line: string, isInParagraph: boolean): string | null {
  const found = ITEM.exec(line)
  if (!found) return null
  const isSentence =
    isInParagraph && ((found[1] !== undefined && Number(found[1]) !== 1) || line.slice(found[0].length).trim() === '')
  return isSentence ? null : found[0]
}

const RAW_ELEMENT = /^<(?:script|pre|style|textarea)(?=[\s>]|$)/i
const BLOCK_ELEMENT =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s>]|\/>|$)/i
const WHOLE_TAG =
  /^<(?:[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[A-Za-z][A-Za-z0-9-]*\s*)>\s*$/

/** What ends the HTML that begins with a line: a pattern, or null for a blank line. Undefined when it is none. */
export function htmlEnd(line: string, isInParagraph: boolean): RegExp | null | undefined {
  if (!line.startsWith('<')) return undefined
  if (RAW_ELEMENT.test(line)) return /<\/(?:script|pre|style|textarea)>/i
  if (line.startsWith('<!--')) return /-->/
  if (line.startsWith('<?')) return /\?>/
  if (line.startsWith('<![CDATA[')) return /\]\]>/
  if (/^<![A-Za-z]/.test(line)) return />/
  if (BLOCK_ELEMENT.test(line)) return null
  return !isInParagraph && WHOLE_TAG.test(line) ? null : undefined
}

const DELIMITER_ROW = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

/** True for the line below the header of a table. A line of dashes alone underlines a heading. */
export function isDelimiterRow(line: string): boolean {
  return /[|:]/.test(line) && DELIMITER_ROW.test(line)
}

/** The cells of a table's row, relative to the line. A pipe behind a backslash separates nothing. */
export function rowCells(line: string): Range[] {
  const cells: Range[] = []
  const last = line.trimEnd().length
  let start = line[0] === '|' ? 1 : 0
  for (let at = start; at <= last; at += 1) {
    if (line[at] === '\\') at += 1
    else if (at >= last || line[at] === '|') {
      // A pipe at the end closes the last cell.
      if (at < last || start < last) cells.push(trimmed(line, start, Math.min(at, last)))
      start = at + 1
    }
  }
  return cells
}

function trimmed(line: string, from: number, to: number): Range {
  let start = from
  let end = to
  while (start < end && (line[start] === ' ' || line[start] === '\t')) start += 1
  while (end > start && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1
  return { start, end }
}
