import { scanPage } from '../../read/scan-page.ts'
import { plural } from '../outcome.ts'
import type { PageRule } from '../page-rules.ts'

const MARKS = /^(?<lead> {0,3})(?<marks>#{1,6})(?=[ \t]|$)/u

/** Closes gaps in the outline: a heading is at most one level below the one that it belongs to. */
export const closeHeadingGaps: PageRule = (page, { path }) => {
  const lines = page.split('\n')
  const facts = scanPage(path, page)
  const outline = facts.headings.filter(({ isNested }) => !isNested)
  // A title in the front matter is the first level, so that the first heading of the text has the second; unless all are deeper.
  const hasTitle =
    facts.frontMatter.title !== null && outline.some(({ level }) => level === 2) && outline.every(({ level }) => level > 1)
  const open: { from: number; to: number }[] = hasTitle ? [{ from: 1, to: 1 }] : []
  let count = 0
  for (const { level, line } of outline) {
    while ((open.at(-1)?.from ?? 0) >= level) open.pop()
    const parent = open.at(-1)
    const to = parent ? Math.min(level, parent.to + 1) : level
    open.push({ from: level, to })
    if (to === level) continue
    const changed = withLevel(lines[line - 1] ?? '', to)
    if (changed === null) continue
    lines[line - 1] = changed
    count += 1
  }
  return { page: lines.join('\n'), changes: count === 0 ? [] : [`level of ${plural(count, 'heading')}`] }
}

/** Makes every first-level heading after the first one, and all headings below it, one level deeper. */
export const demoteSecondTitles: PageRule = (page, { path }) => {
  const lines = page.split('\n')
  const headings = scanPage(path, page).headings.filter(({ isNested }) => !isNested)
  const first = headings.findIndex(({ level }) => level === 1)
  const second = headings.findIndex(({ level }, index) => index > first && level === 1)
  if (first < 0 || second < 0) return { page, changes: [] }
  const moved = headings.slice(second)
  const tooDeep = moved.find(({ level }) => level === 6)
  if (tooDeep) {
    return {
      page,
      changes: [],
      left: [
        { line: tooDeep.line, what: 'several first-level headings, which cannot go deeper because this heading has level 6' },
      ],
    }
  }
  for (const { level, line } of moved) {
    const deeper = withLevel(lines[line - 1] ?? '', level + 1)
    if (deeper !== null) lines[line - 1] = deeper
    else if (level === 1) lines[line] = (lines[line] ?? '').replaceAll('=', '-')
    else
      return {
        page,
        changes: [],
        left: [{ line, what: 'several first-level headings, with an underlined heading that has no deeper form' }],
      }
  }
  const titles = moved.filter(({ level }) => level === 1).length
  return { page: lines.join('\n'), changes: [`${plural(titles, 'second first-level heading')} moved one level down`] }
}

/** Null when the line is no heading with number signs. */
function withLevel(line: string, level: number): string | null {
  return MARKS.test(line) ? line.replace(MARKS, `$<lead>${'#'.repeat(level)}`) : null
}
