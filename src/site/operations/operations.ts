import { checkSpelling, repairLinks, repairNavigation } from './checks.ts'
import { addMissingFields, repairFields, setFrontMatter } from './front-matter.ts'
import { headingCase, headingLevels, headingPunctuation, renameHeading } from './headings.ts'
import type { Operation } from './operation.ts'
import { createPage, deletePage, movePage } from './pages.ts'
import { replaceText } from './replace-text.ts'
import { addChangelogEntry, insertText } from './texts.ts'
import { tidy } from './tidy.ts'

/** Everything that can be done to a site without a writer: the one place to add an operation. */
export const OPERATIONS: readonly Operation[] = [
  replaceText,
  movePage,
  deletePage,
  createPage,
  insertText,
  addChangelogEntry,
  setFrontMatter,
  addMissingFields,
  repairFields,
  renameHeading,
  headingCase,
  headingLevels,
  headingPunctuation,
  tidy,
  repairLinks,
  repairNavigation,
  checkSpelling,
]
