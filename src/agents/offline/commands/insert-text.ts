import { ANY_QUOTE, unquoted } from '../grammar/masked-text.ts'
import { resolveScope } from '../grammar/scope.ts'
import { type Command, type CommandContext, type Outcome, unclear } from '../reading.ts'
import type { Clause } from '../grammar/clause.ts'

const VERB = String.raw`(?:insert|add|append|put|write|paste|prepend)`
const WHAT = String.raw`(?:(?:the|this|a|following|text|paragraph|sentence|note|line|section)\s+)*`
const PLACE = String.raw`(?<place>under|below|after|beneath|to the end of|at the end of|to)\s+(?:the\s+)?(?:(?:heading|section|header)\s+)?(?<heading>${ANY_QUOTE})(?:\s+(?:heading|section|header))?`
const PATTERNS = [
  new RegExp(String.raw`^${VERB}\s+${WHAT}(?<text>${ANY_QUOTE})\s+${PLACE}$`, 'iu'),
  new RegExp(String.raw`^${VERB}\s+${WHAT}${PLACE}\s+(?<text>${ANY_QUOTE})$`, 'iu'),
  new RegExp(String.raw`^${PLACE},?\s+${VERB}\s+${WHAT}(?<text>${ANY_QUOTE})$`, 'iu'),
]

export const insertText: Command = {
  examples: ['Insert "Restart the server." under the heading "Install" in guides/setup.md'],
  read: (clause) => {
    for (const pattern of PATTERNS) {
      const found = pattern.exec(clause.text)?.groups
      if (!found) continue
      const heading = unquoted(found['heading'] ?? '', clause.quotes).trim()
      const text = unquoted(found['text'] ?? '', clause.quotes).trim()
      if (heading === '' || text === '')
        return unclear('Give a text and a heading: Insert "text" under the heading "Install" in guides/setup.md.')
      const isAtEnd = /end/iu.test(found['place'] ?? '')
      return {
        kind: 'understood',
        needsLinks: true,
        title: `Insert a text under "${heading}"`,
        run: (context) => insert(context, clause, heading, text, isAtEnd),
      }
    }
    return null
  },
}

function insert({ site }: CommandContext, clause: Clause, heading: string, text: string, isAtEnd: boolean): Outcome {
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  const scope = resolveScope(site, clause.scope)
  if ('problem' in scope) return { ...outcome, notes: [scope.problem] }
  const wanted = heading.replace(/^#+\s*/u, '').toLowerCase()
  const places = site
    .pages()
    .filter((path) => scope.matches(path))
    .flatMap((path) =>
      site
        .facts(path)
        .headings.flatMap((one, index) =>
          one.text.toLowerCase() === wanted ? [{ path, line: one.line, next: site.facts(path).headings[index + 1]?.line }] : [],
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
  const at = isAtEnd ? lastTextLine(lines, start, end) : start
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

function lastTextLine(lines: readonly string[], start: number, end: number): number {
  let at = end
  while (at > start && (lines[at - 1] ?? '').trim() === '') at -= 1
  return at
}
