import type { EditableSite } from '../editable-site.ts'
import { type Outcome, nothing } from '../outcome.ts'

/** Removes a heading with its text and all headings below it. */
export function removeSection(site: EditableSite, path: string, heading: string): Outcome {
  const { headings } = site.facts(path)
  const wanted = heading.trim().toLowerCase()
  const found = headings.flatMap((one, index) => (one.text.toLowerCase() === wanted ? [index] : []))
  const [index, ...more] = found
  if (index === undefined) return nothing(`There is no heading "${heading}" on \`${path}\`.`)
  if (more.length > 0) return nothing(`Several headings on \`${path}\` are called "${heading}".`)
  const { level, line, isNested } = headings[index]!
  if (level === 1 || isNested) return nothing(`"${heading}" is the title of the page or a part of a box, not a section.`)
  const next = headings.slice(index + 1).find((one) => one.level <= level)
  const lines = site.text(path).split('\n')
  const end = next ? next.line - 1 : lines.length
  const removed = lines.slice(line - 1, end)
  // A section that ends within an element has a tag in it that its other half is outside of.
  if (tagBalance(removed.join('\n')) !== 0)
    return nothing(`The section "${heading}" on \`${path}\` begins or ends inside of an element, so it cannot be cut out.`)
  const before = lines.slice(0, line - 1)
  while (before.at(-1)?.trim() === '') before.pop()
  const after = lines.slice(end)
  site.write(path, [...before, ...(after.length > 0 ? ['', ...after] : [''])].join('\n'))
  return { changes: [{ path, what: `section "${headings[index]!.text}" removed` }], left: [], notes: [] }
}

/** Opened and not closed elements, outside of code. */
function tagBalance(text: string): number {
  const prose = text.replaceAll(/^(`{3,}|~{3,})[^]*?^\1/gmu, '').replaceAll(/`[^`\n]*`/gu, '')
  const opened = prose.match(/<[A-Z][\w.]*(?:\s[^<>]*)?(?<!\/)>/gu)?.length ?? 0
  const closed = prose.match(/<\/[A-Z][\w.]*\s*>/gu)?.length ?? 0
  return opened - closed
}
