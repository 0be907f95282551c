import type { TextRange } from './page-facts.ts'

/** Turns offsets into lines and columns. */
export function lineRanges(text: string): (start: number, end: number) => TextRange {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (start, end) => rangeAt(starts, start, end)
}

/** The same for a caller that knows where lines start. A range is in one line, the one in which it begins. */
export function rangeAt(lineStarts: readonly number[], start: number, end: number): TextRange {
  let low = 0
  let high = lineStarts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (lineStarts[middle]! <= start) low = middle
    else high = middle - 1
  }
  return { line: low + 1, start: start - lineStarts[low]!, end: end - lineStarts[low]! }
}
