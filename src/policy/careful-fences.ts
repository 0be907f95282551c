import { htmlEnd } from '../markdown/block-starts.ts'
import type { Range } from '../markdown/page.ts'

/** What Python-Markdown takes for fences: `usual` ones alone, or `nested` ones with the extension that most themes come with. */
export type PythonFences = 'usual' | 'nested' | null

interface Fence {
  mark: string
  start: number
  /** How many quotations it stands in, and how many columns behind their marks or the start of the line. */
  quotes: number
  width: number
  isBehindMarker: boolean
  hasBlank: boolean
}

const FENCE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,20})(`{3,}(?=[^`]*$)|~{3,})([^]*)$/
const LIST_OR_BOX = /^(?:>[ \t>]*)?(?:[-*+]|\d{1,9}[.)]|!!!|\?\?\?|===|\[\^)/
/** A language, and then attributes in braces, or names with or without values. Python-Markdown takes anything else for text. */
const PYTHON_INFO =
  /^[ \t]*(?:\.?[\w#.+-]+(?![^ \t]))?(?:[ \t]*\{[^]*\}|(?:[ \t]*[a-zA-Z]\w*(?:=(?:"[^"]*"|'[^']*'))?(?![^ \t]))*)[ \t]*$/

/**
 * Only what nobody takes for anything but a fence: it ends with the same mark, as far to the right as it began. Those who read
 * Markdown by patterns, as Python-Markdown does, do not take it for a fence otherwise.
 *
 * HTML goes on to a blank line here, also when it begins in a paragraph with a tag alone in a line. By CommonMark it does not begin
 * there, but markdown-it and micromark each have a case in which it does. And what is indented like code is no fence, unless it may
 * stand in a list or in a box.
 */
export function carefulFences(page: string, python: PythonFences): { fences: Range[]; html: Range[] } {
  const fences: Range[] = []
  const html: Range[] = []
  let fence: Fence | null = null
  let isInHtml = false
  let isInList = false
  let start = 0
  for (const line of page.split('\n')) {
    const end = start + line.length
    const isBlank = !/[^ \t]/.test(line)
    if (fence) {
      const rest = isBlank ? '' : contentOf(line, fence)
      fence.hasBlank ||= isBlank
      if (rest === null) fence = null
      else if (rest.startsWith(fence.mark) && !/[^ \t]/.test(rest.slice(fence.mark.length))) {
        if (isShown(fence, python)) fences.push({ start: fence.start, end })
        fence = null
      }
    } else if (isBlank) isInHtml = false
    else if (isInHtml) html.at(-1)!.end = end
    else {
      if (/^[^ \t]/.test(line)) isInList = LIST_OR_BOX.test(line)
      fence = openFence(line, start, isInList, python)
      isInHtml = !fence && htmlEnd(line.replace(/^[ \t>]*/, ''), false) === null
      if (isInHtml) html.push({ start, end })
    }
    start = end + 1
  }
  return { fences, html }
}

function openFence(line: string, start: number, isInList: boolean, python: PythonFences): Fence | null {
  const [, prefix, mark, info] = FENCE.exec(line) ?? []
  if (prefix === undefined || mark === undefined || info === undefined) return null
  const before = prefix.slice(prefix.lastIndexOf('>') + 1)
  const fence = { mark, start, quotes: prefix.split('>').length - 1, width: columnsOf(before), hasBlank: false }
  if (fence.width >= 4 && !isInList) return null
  if (python && !PYTHON_INFO.test(info)) return null
  return { ...fence, isBehindMarker: /[^ \t]/.test(before) }
}

/** What a line of a fenced block holds; null when it stands to the left of the block, or not in the same quotations. */
function contentOf(line: string, { quotes, width }: Fence): string | null {
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

function columnsOf(text: string): number {
  return text.replaceAll('\t', '    ').length
}

function isShown({ mark, quotes, width, isBehindMarker, hasBlank }: Fence, python: PythonFences): boolean {
  if (python === null) return true
  // Behind the marker of a list, and anywhere but at the left without the extension, it is code within a paragraph at best.
  if (isBehindMarker) return false
  return python === 'nested' || (quotes === 0 && (width === 0 || (width >= 4 && !hasBlank && mark.startsWith('`'))))
}
