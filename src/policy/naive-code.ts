import { closesFence, fenceStart } from '../markdown/block-starts.ts'
import type { Range } from '../markdown/page.ts'

const BEFORE_FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,20}[ \t>]*/

/**
 * A fence is what looks like one, whatever stands around it, wherever it stands. With one exception: a block of formulas between two
 * `$$` may hold one of its marks, for the renderers that know formulas, and from there on nothing is certain.
 */
export function naiveFences(page: string): { ranges: Range[]; infos: string[] } {
  const ranges: Range[] = []
  const infos: string[] = []
  let fence: { mark: string; start: number } | null = null
  let isInFormula = false
  let start = 0
  for (const line of page.split('\n')) {
    const bare = line.replace(BEFORE_FENCE, '')
    const end = start + line.length
    if (fence) {
      if (isInFormula && line.includes('$$')) return { ranges, infos }
      if (closesFence(bare, fence.mark)) {
        ranges.push({ start: fence.start, end })
        fence = null
      }
    } else {
      const opened = fenceStart(bare)
      if (opened) {
        fence = { mark: opened.mark, start }
        infos.push(bare.slice(opened.info.start, opened.info.end))
      } else isInFormula = isInFormula ? !line.includes('$$') : bare.startsWith('$$') && !bare.includes('$$', 2)
    }
    start = end + 1
  }
  if (fence) ranges.push({ start: fence.start, end: page.length })
  return { ranges, infos }
}

/**
 * Code within a text for a reader that knows back-ticks and backslashes, and nothing that may stand around them. It ends with the first
 * back-ticks that open nothing: Python-Markdown takes a part of them for the mark.
 */
export function naiveSpans(text: string, offset: number): Range[] {
  const ranges: Range[] = []
  const signs = /\\|`+/g
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    const { index: start, 0: sign } = found
    if (sign === '\\') {
      signs.lastIndex = start + 2
      continue
    }
    const end = closingTicks(text, signs.lastIndex, sign.length)
    if (end === null) break
    ranges.push({ start: offset + start, end: offset + end })
    signs.lastIndex = end
  }
  return ranges
}

function closingTicks(text: string, from: number, length: number): number | null {
  const ticks = /`+/g
  ticks.lastIndex = from
  for (let found = ticks.exec(text); found; found = ticks.exec(text)) if (found[0].length === length) return ticks.lastIndex
  return null
}

const OPENING = '([{<'
const CLOSING = ')]}>'

/**
 * The brackets and dollars that are open in front of code within lines. What begins with them may go on to where they close, for
 * some renderer: a target, a tag, a template, a formula. If that is within what looks like code, then it is not the code that it
 * looks like.
 */
export class OpenBrackets {
  readonly #depths = [0, 0, 0, 0]
  #isInFormula = false

  /** Takes in text outside of code. */
  add(text: string): void {
    for (const { 0: sign } of text.matchAll(/[()[\]{}<>$]/g)) {
      if (sign === '$') this.#isInFormula = !this.#isInFormula
      else if (OPENING.includes(sign)) this.#depths[OPENING.indexOf(sign)]! += 1
      else this.#depths[CLOSING.indexOf(sign)] = Math.max(0, this.#depths[CLOSING.indexOf(sign)]! - 1)
    }
  }

  closeIn(code: string): boolean {
    const inner = [0, 0, 0, 0]
    for (const { 0: sign } of code.matchAll(/[()[\]{}<>$]/g)) {
      const index = CLOSING.indexOf(sign)
      if (sign === '$' ? this.#isInFormula : index !== -1 && inner[index] === 0 && this.#depths[index]! > 0) return true
      if (index !== -1) inner[index] = Math.max(0, inner[index]! - 1)
      else if (sign !== '$') inner[OPENING.indexOf(sign)]! += 1
    }
    return false
  }
}
