import { type PageLine, readPageLines } from '../../read/regions/page-lines.ts'
import { plural } from '../outcome.ts'
import type { PageRule } from '../page-rules.ts'

const BULLET = /^(?<lead>[\s>]*)(?<mark>[-*+])(?<gap>[ \t]+)(?=\S)/u
const THEMATIC_BREAK = /^[\s>]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,})$/u

/** Uses the page's most frequent bullet everywhere on the page. */
export const unifyListMarkers: PageRule = (page, { dialect }) => {
  const lines = readPageLines(page, dialect)
  const bullets = lines.map(bulletOf)
  const marks = bullets.flatMap((bullet) => (bullet ? [bullet.mark] : []))
  if (new Set(marks).size < 2) return { page, changes: [] }
  const clash = findClash(lines, bullets)
  // Two bullets side by side make two lists; with the same bullet they would become one.
  if (clash >= 0)
    return { page, changes: [], left: [{ line: clash + 1, what: 'two lists that touch are kept apart by their bullets' }] }
  const usual = mostFrequent(marks)
  let count = 0
  const parts = lines.map((line, index) => {
    const raw = page.slice(line.start, line.end)
    const bullet = bullets[index]
    if (!bullet || bullet.mark === usual) return raw
    count += 1
    return raw.slice(0, bullet.lead.length) + usual + raw.slice(bullet.lead.length + 1)
  })
  return { page: parts.join(''), changes: [`${plural(count, 'list marker')} made \`${usual}\``] }
}

interface Bullet {
  lead: string
  mark: string
}

function bulletOf(line: PageLine): Bullet | null {
  if (line.kind !== 'text' || THEMATIC_BREAK.test(line.text)) return null
  const found = BULLET.exec(line.text)?.groups
  return found ? { lead: found['lead'] ?? '', mark: found['mark'] ?? '' } : null
}

/** The first item that directly follows another list at the same indentation; -1 when there is none. */
function findClash(lines: readonly PageLine[], bullets: readonly (Bullet | null)[]): number {
  return bullets.findIndex((bullet, index) => {
    if (!bullet) return false
    let before = index - 1
    while (before >= 0 && (bullets[before]?.lead.length ?? Number.POSITIVE_INFINITY) > bullet.lead.length) before -= 1
    const sibling = bullets[before]
    if (!sibling || sibling.lead !== bullet.lead || sibling.mark === bullet.mark) return false
    // Any unindented text between the two ends the first list.
    return lines.slice(before + 1, index).every(({ kind, text }) => kind === 'blank' || /^\s{2,}/u.test(text))
  })
}

function mostFrequent(marks: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  const order = ['-', '*', '+']
  return order.reduce((best, mark) => ((counts.get(mark) ?? 0) > (counts.get(best) ?? 0) ? mark : best))
}
