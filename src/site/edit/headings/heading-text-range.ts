import { scanPage } from '../../read/scan-page.ts'

export interface HeadingText {
  /** Counts from 1. */
  line: number
  /** Columns of the text as written: without number signs, closing signs and an explicit id. */
  start: number
  /** Exclusive. */
  end: number
  written: string
  plain: string
  level: number
}

const HEADING = /^(?<open> {0,3}#{1,6}[ \t]+)(?<text>.*)$/u
const CLOSE = /(?<![ \t])[ \t]+#{1,100}$/u
const ID = /(?<![ \t])[ \t]*(?:\\?\{:?[ \t]*#[^{}]*\}|\{\/\*[^*]*\*\/\}|<!--[^>]*-->|\[#[^\s[\]]+\])$/u

/** No one reads a longer one, and patterns are slow on it. */
const HEADING_CHARACTERS_MAX = 1000

/** The headings of a page that start with number signs, with the place of their text. */
export function headingTexts(path: string, page: string): HeadingText[] {
  const lines = page.split('\n')
  return scanPage(path, page).headings.flatMap(({ line, text: plain, isNested, level }) => {
    const source = (lines[line - 1] ?? '').trimEnd()
    const found = isNested || source.length > HEADING_CHARACTERS_MAX ? null : HEADING.exec(source)?.groups
    if (!found) return []
    const written = (found['text'] ?? '').replace(CLOSE, '').replace(ID, '')
    const start = (found['open'] ?? '').length
    return [{ line, start, end: start + written.length, written, plain, level }]
  })
}

/** Writes new texts into headings. */
export function rewriteHeadings(page: string, rewrites: readonly { heading: HeadingText; text: string }[]): string {
  const lines = page.split('\n')
  for (const { heading, text } of rewrites) {
    const line = lines[heading.line - 1] ?? ''
    lines[heading.line - 1] = line.slice(0, heading.start) + text + line.slice(heading.end)
  }
  return lines.join('\n')
}
