import { readPageRegions } from '../../read/regions/page-regions.ts'
import { plural } from '../outcome.ts'
import type { PageRule } from '../page-rules.ts'

const STRAIGHT: ReadonlyMap<string, string> = new Map([
  ['“', '"'],
  ['”', '"'],
  ['‘', "'"],
  ['’', "'"],
])

/** Writes quotes and apostrophes straight in the text that readers see. In front matter, double quotes could end a value: they stay. */
export const straightenQuotes: PageRule = (page, { dialect }) => {
  if (!/[“”‘’]/u.test(page)) return { page, changes: [] }
  const parts: string[] = []
  let count = 0
  for (const { kind, start, end } of readPageRegions(page, dialect)) {
    const text = page.slice(start, end)
    const marks = kind === 'prose' ? /[“”‘’]/gu : kind === 'front-matter-text' && page[start - 1] === '"' ? /[‘’]/gu : null
    parts.push(marks ? text.replaceAll(marks, (mark) => ((count += 1), STRAIGHT.get(mark) ?? mark)) : text)
  }
  return { page: parts.join(''), changes: count === 0 ? [] : [`${plural(count, 'quote')} made straight`] }
}
