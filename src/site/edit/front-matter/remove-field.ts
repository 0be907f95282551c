import type { PageRule } from '../page-rules.ts'
import { readFields, splitFrontMatter } from './front-matter-fields.ts'

/** Takes a field out of the front matter, with all lines of its value. */
export function removeField(name: string): PageRule {
  return (page) => {
    const { matter } = splitFrontMatter(page)
    const fields = matter === null ? null : readFields(matter)
    if (matter === null || !fields?.has(name)) return { page, changes: [] }
    const lines = matter.split('\n')
    const first = lines.findIndex((line) => new RegExp(`^(?:${name}|"${name}"|'${name}')[ \t]*:`, 'u').test(line))
    const uncertain = { page, changes: [], left: [{ what: `its ${name} could not be removed with certainty` }] }
    if (first < 0) return uncertain
    let last = first + 1
    while (
      last < lines.length &&
      (/^(?:[ \t]|- )/u.test(lines[last]!) || (lines[last] === '' && /^[ \t]/u.test(lines[last + 1] ?? '')))
    )
      last += 1
    const rest = lines.toSpliced(first, last - first).join('\n')
    const after = readFields(rest)
    if (!after || after.size !== fields.size - 1 || after.has(name)) return uncertain
    const start = page.indexOf('\n') + 1
    return { page: page.slice(0, start) + rest + page.slice(start + matter.length), changes: [`${name} removed`] }
  }
}
