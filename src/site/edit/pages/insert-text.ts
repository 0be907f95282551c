import type { EditableSite } from '../editable-site.ts'
import { type Outcome, nothing } from '../outcome.ts'
import { lastText } from './last-text.ts'

/** Where a text goes: on the page, or around the one heading of a name. */
export type Place =
  | { at: 'top' | 'bottom' }
  | { at: 'section_start' | 'section_end' | 'after_section' | 'before_section'; heading: string }

/** Inserts a text around the one heading of this name. */
export function insertAround(
  site: EditableSite,
  pages: readonly string[],
  { heading, at }: Extract<Place, { heading: string }>,
  textFor: (path: string) => string,
): Outcome {
  const wanted = heading.replace(/^#+\s*/u, '').toLowerCase()
  const places = pages.flatMap((path) =>
    site.facts(path).headings.flatMap((one, index, all) => {
      if (one.text.toLowerCase() !== wanted) return []
      const own = all[index + 1]?.line
      const whole = all.slice(index + 1).find(({ level }) => level <= one.level)?.line
      return [{ path, line: one.line, next: at === 'after_section' ? whole : own }]
    }),
  )
  const [place, ...more] = places
  if (!place) return nothing(`There is no heading "${heading}".`)
  if (more.length > 0) {
    return {
      ...nothing('Several headings have this text, so nothing was inserted. Name the page: … in guides/setup.md.'),
      left: places.map(({ path, line }) => ({ path, line, what: `heading "${heading}"` })),
    }
  }
  const lines = site.text(place.path).split('\n')
  const isUnderlined = !/^\s*#/u.test(lines[place.line - 1] ?? '')
  const start = place.line + (isUnderlined ? 1 : 0)
  const end = place.next === undefined ? lines.length : place.next - 1
  const text = textFor(place.path)
  if (lines.slice(start, end).join('\n').includes(text)) return nothing('The text is already there.')
  const at_ = at === 'before_section' ? place.line - 1 : at === 'section_start' ? start : lastText(lines, start, end)
  site.write(place.path, insertAt(lines, at_, text))
  return { changes: [{ path: place.path, what: `text inserted under "${heading}"` }], left: [], notes: [] }
}

/** Inserts a text at the top of pages, below what their title is made of, or at their end. */
export function insertOnPages(
  site: EditableSite,
  pages: readonly string[],
  at: 'top' | 'bottom',
  textFor: (path: string) => string,
): Outcome {
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  for (const path of pages) {
    const text = textFor(path)
    if (site.text(path).includes(text)) {
      outcome.left.push({ path, what: 'the text is already there' })
      continue
    }
    const lines = site.text(path).split('\n')
    const place = at === 'top' ? topOf(site, path, lines) : lastText(lines, 0, lines.length)
    site.write(path, insertAt(lines, place, text))
    outcome.changes.push({ path, what: `text inserted at the ${at === 'top' ? 'top' : 'end'}` })
  }
  return outcome
}

/** The first line below front matter, imports and the title. */
function topOf(site: EditableSite, path: string, lines: readonly string[]): number {
  const { frontMatter, headings } = site.facts(path)
  const title = headings.find(({ level, isNested }) => level === 1 && !isNested)
  const isFirst = title !== undefined && lines.slice(frontMatter.endLine, title.line - 1).every((line) => isPreamble(line))
  if (isFirst) return title.line + (/^\s*#/u.test(lines[title.line - 1] ?? '') ? 0 : 1)
  let at = frontMatter.endLine
  for (let line = at; line < lines.length && isPreamble(lines[line]!); line += 1) if (lines[line]!.trim() !== '') at = line + 1
  return at
}

function isPreamble(line: string): boolean {
  return line.trim() === '' || /^(?:import\s.+|export\s.+|<!--.*-->)$/u.test(line.trim())
}

function insertAt(lines: readonly string[], at: number, text: string): string {
  const before = lines.slice(0, at)
  const after = lines.slice(at)
  while (after[0]?.trim() === '') after.shift()
  const gap = before.length > 0 && before.at(-1)?.trim() !== '' ? [''] : []
  return [...before, ...gap, text, ...(after.length > 0 ? ['', ...after] : lines.at(-1) === '' ? [''] : [])].join('\n')
}
