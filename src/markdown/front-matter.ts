import type { Range } from './page.ts'

const OPENING = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n/

export interface FrontMatter extends Range {
  /** `---` for YAML, `+++` for TOML. */
  mark: string
  /** Without the marks. */
  inner: Range
}

/** Front matter is at the very start of a page, and only when it is closed: a first line of dashes may be a thematic break. */
export function findFrontMatter(text: string): FrontMatter | null {
  const opening = OPENING.exec(text)
  if (!opening) return null
  const mark = opening[1]!
  const from = opening[0].length
  for (let start = from; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    const line = text.slice(start, end).trimEnd()
    if (line === mark || (line === '...' && mark === '---'))
      return { mark, start: 0, end: text[end - 1] === '\r' ? end - 1 : end, inner: { start: from, end: start } }
    start = end + 1
  }
  return null
}
