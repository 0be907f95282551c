import { plural } from '../outcome.ts'
import type { PageRule } from '../page-rules.ts'
import { headingTexts, rewriteHeadings } from './heading-text-range.ts'

/** A full stop belongs to an abbreviation or an ellipsis; question and exclamation marks carry meaning and stay. */
const KEPT = /(?:\.\.\.|\b(?:etc|vs|e\.g|i\.e|inc|ltd|no|approx|cf|al)\.)$/iu

/** Takes full stops, colons, commas and semicolons from the ends of headings. */
export const trimHeadingPunctuation: PageRule = (page, { path }) => {
  const rewrites = headingTexts(path, page).flatMap((heading) => {
    const text = heading.written.replace(/[ \t]*[.:,;]+$/u, '')
    return KEPT.test(heading.written) || text === heading.written || text === '' ? [] : [{ heading, text }]
  })
  return {
    page: rewriteHeadings(page, rewrites),
    changes: rewrites.length === 0 ? [] : [`punctuation of ${plural(rewrites.length, 'heading')}`],
  }
}
