import type { EditableSite } from '../editable-site.ts'
import type { Outcome } from '../outcome.ts'
import { lastText } from './last-text.ts'

/** Inserts a text under the one heading of this name, at the beginning or at the end of its section. */
export function insertUnder(
  site: EditableSite,
  pages: readonly string[],
  { heading, text, isAtEnd }: { heading: string; text: string; isAtEnd: boolean },
): Outcome {
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  const wanted = heading.replace(/^#+\s*/u, '').toLowerCase()
  const places = pages.flatMap((path) =>
    site
      .facts(path)
      .headings.flatMap((one, index, all) =>
        one.text.toLowerCase() === wanted ? [{ path, line: one.line, next: all[index + 1]?.line }] : [],
      ),
  )
  const [place, ...more] = places
  if (!place) return { ...outcome, notes: [`There is no heading "${heading}".`] }
  if (more.length > 0) {
    return {
      ...outcome,
      left: places.map(({ path, line }) => ({ path, line, what: `heading "${heading}"` })),
      notes: ['Several headings have this text, so nothing was inserted. Name the page: … in guides/setup.md.'],
    }
  }
  const lines = site.text(place.path).split('\n')
  const isUnderlined = !/^\s*#/u.test(lines[place.line - 1] ?? '')
  const start = place.line + (isUnderlined ? 1 : 0)
  const end = place.next === undefined ? lines.length : place.next - 1
  if (lines.slice(start, end).join('\n').includes(text)) return { ...outcome, notes: ['The text is already there.'] }
  const at = isAtEnd ? lastText(lines, start, end) : start
  const before = lines.slice(0, at)
  const after = lines.slice(at)
  while (after[0]?.trim() === '') after.shift()
  site.write(
    place.path,
    [...before, '', text, ...(after.length > 0 ? ['', ...after] : lines.at(-1) === '' ? [''] : [])].join('\n'),
  )
  outcome.changes.push({ path: place.path, what: `text inserted under "${heading}"` })
  return outcome
}
