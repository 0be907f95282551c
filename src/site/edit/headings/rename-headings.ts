import { plural } from '../outcome.ts'
import type { PageRule } from '../page-rules.ts'
import { headingTexts, rewriteHeadings } from './heading-text-range.ts'

/** Gives headings of one text another one. */
export function renameHeadings(from: string, to: string): PageRule {
  return (page, { path }) => {
    const rewrites = headingTexts(path, page)
      .filter(({ plain, written }) => plain === from || written === from)
      .map((heading) => ({ heading, text: to }))
    return {
      page: rewriteHeadings(page, rewrites),
      changes: rewrites.length === 0 || from === to ? [] : [`${plural(rewrites.length, 'heading')} renamed`],
    }
  }
}
