import { htmlEnd } from '../markdown/block-starts.ts'
import type { Range } from '../markdown/page.ts'

/** Code that is certain, and HTML in which back-ticks mean nothing. */
export interface CertainCode {
  fences: Range[]
  html: Range[]
}

export interface Fence {
  mark: string
  info: string
  start: number
  /** How many quotations it stands in, and how many columns behind their marks or the start of the line. */
  quotes: number
  width: number
  isBehindMarker: boolean
}

const FENCE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,20})(`{3,}(?=[^`]*$)|~{3,})([^]*)$/
const LIST_OR_BOX = /^(?:>[ \t>]*)?(?:[-*+]|\d{1,9}[.)]|!!!|\?\?\?|===|\[\^)/

/**
 * Only what nobody takes for anything but a fence: it ends with the same mark, as far to the right as it began.
 *
 * HTML goes on to a blank line here, also when it begins in a paragraph with a tag alone in a line. By CommonMark it does not begin
 * there, but markdown-it and micromark each have a case in which it does. And what is indented like code is no fence, unless it may
 * stand in a list or in a box.
 */
export function carefulFences(page: string): CertainCode {
  const code: CertainCode = { fences: [], html: [] }
  let fence: Fence | null = null
  let isInHtml = false
  let isInList = false
  let start = 0
  for (const line of page.split('\n')) {
    const end = start + line.length
    if (fence) {
      const content = fenceContent(line, fence)
      if (content !== null && endsFence(content, fence)) code.fences.push({ start: fence.start, end })
      if (content === null || endsFence(content, fence)) fence = null
    } else if (isBlank(line)) isInHtml = false
    else if (isInHtml) code.html.at(-1)!.end = end
    else {
      isInList = staysInList(line, isInList)
      fence = openFence(line, start, isInList)
      isInHtml = !fence && htmlEnd(line.replace(/^[ \t>]*/, ''), false) === null
      if (isInHtml) code.html.push({ start, end })
    }
    start = end + 1
  }
  return code
}

export function openFence(line: string, start: number, isInList: boolean): Fence | null {
  const [, prefix, mark, info] = FENCE.exec(line) ?? []
  if (prefix === undefined || mark === undefined || info === undefined) return null
  const before = prefix.slice(prefix.lastIndexOf('>') + 1)
  const width = columnsOf(before)
  if (width >= 4 && !isInList) return null
  return { mark, info, start, quotes: prefix.split('>').length - 1, width, isBehindMarker: !isBlank(before) }
}

/** What a line of a fenced block holds; null when it stands to the left of the block, or not in the same quotations. */
export function fenceContent(line: string, { quotes, width }: Fence): string | null {
  if (isBlank(line)) return ''
  let rest = line
  for (let quote = 0; quote < quotes; quote += 1) {
    const mark = /^[ \t]*>/.exec(rest)?.[0]
    if (mark === undefined) return null
    rest = rest.slice(mark.length)
  }
  const space = /^[ \t]*/.exec(rest)![0]
  // The space behind the mark of a quotation may be left out.
  if (columnsOf(space) < width - Math.min(quotes, 1)) return space === rest ? '' : null
  return ' '.repeat(Math.max(0, columnsOf(space) - width)) + rest.slice(space.length)
}

export function endsFence(content: string, { mark }: Fence): boolean {
  return content.startsWith(mark) && isBlank(content.slice(mark.length))
}

export function staysInList(line: string, isInList: boolean): boolean {
  return /^[^ \t]/.test(line) ? LIST_OR_BOX.test(line) : isInList
}

export function columnsOf(text: string): number {
  return text.replaceAll('\t', '    ').length
}

export function isBlank(text: string): boolean {
  return !/[^ \t]/.test(text)
}
