import { plural } from '../../reading.ts'
import { type PageLine, readPageLines } from '../../markdown/page-lines.ts'
import type { PageRule } from '../page-rules.ts'

/** Leaves one blank line where there are several, and none at the end of the page. Blank lines in code are content. */
export const collapseBlankLines: PageRule = (page, { dialect }) => {
  const lines = readPageLines(page, dialect)
  let dropped = 0
  const kept = lines.filter((line, index) => {
    if (line.kind !== 'blank') return true
    const isExtra = lines[index - 1]?.kind === 'blank' || lines.slice(index).every(({ kind }) => kind === 'blank')
    if (!isExtra || isInsideCode(lines, index)) return true
    dropped += 1
    return false
  })
  const text = kept.map((line) => page.slice(line.start, line.end)).join('')
  return { page: text, changes: dropped === 0 ? [] : [`${plural(dropped, 'extra blank line')} removed`] }
}

function isInsideCode(lines: readonly PageLine[], index: number): boolean {
  const before = lines.slice(0, index).findLast(({ kind }) => kind !== 'blank')
  const after = lines.slice(index).find(({ kind }) => kind !== 'blank')
  return before?.kind === 'code' && after?.kind === 'code'
}
