import { readPageLines } from '../../read/regions/page-lines.ts'
import type { PageRule } from '../page-rules.ts'

/** Takes spaces from line ends, except the two that make a line break in the middle of a paragraph. */
export const trimTrailingSpaces: PageRule = (page, { dialect }) => {
  const lines = readPageLines(page, dialect)
  let count = 0
  const parts = lines.map((line, index) => {
    const raw = page.slice(line.start, line.end)
    if (line.kind !== 'text' && line.kind !== 'blank') return raw
    const ending = /\r?\n$/u.exec(raw)?.[0] ?? ''
    const body = raw.slice(0, raw.length - ending.length)
    const bare = body.slice(0, endOfText(body))
    const isBreak =
      line.kind === 'text' && body.endsWith('  ') && lines[index + 1]?.kind === 'text' && !/^\s*(?:#|\|)/u.test(body)
    const kept = isBreak ? `${bare}  ` : bare
    if (kept !== body) count += 1
    return kept + ending
  })
  return { page: parts.join(''), changes: count === 0 ? [] : [`trailing spaces on ${count} ${count === 1 ? 'line' : 'lines'}`] }
}

/** By hand: a pattern tries each of a long row of spaces as the first one. */
function endOfText(line: string): number {
  let end = line.length
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end -= 1
  return end
}
