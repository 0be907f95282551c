import { type PageLine, readPageLines } from '../../read/regions/page-lines.ts'
import { plural } from '../outcome.ts'
import type { PageRule } from '../page-rules.ts'

/** Leaves one blank line where there are several, and none at the end of the page. Blank lines in code are content. */
export const collapseBlankLines: PageRule = (page, { dialect }) => {
  const lines = readPageLines(page, dialect)
  const kept: PageLine[] = []
  for (let index = 0; index < lines.length;) {
    let end = index + 1
    if (lines[index]!.kind === 'blank') while (lines[end]?.kind === 'blank') end += 1
    const isBlank = lines[index]!.kind === 'blank'
    const isInCode = lines[index - 1]?.kind === 'code' && lines[end]?.kind === 'code'
    const keptEnd = isBlank && !isInCode ? (end === lines.length ? index : index + 1) : end
    for (let at = index; at < keptEnd; at += 1) kept.push(lines[at]!)
    index = end
  }
  const dropped = lines.length - kept.length
  const text = kept.map((line) => page.slice(line.start, line.end)).join('')
  return { page: text, changes: dropped === 0 ? [] : [`${plural(dropped, 'extra blank line')} removed`] }
}
