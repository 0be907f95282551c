import { checkSpelling, repairLinks } from './checks.ts'
import { addMissingFields, endDescriptions, removeFrontMatter, repairFields, setFrontMatter } from './front-matter.ts'
import { headingCase, headingLevels, headingPunctuation, renameHeading } from './headings.ts'
import { moveNavigationEntry, renameNavigationLabel, repairNavigation } from './navigation.ts'
import type { Operation } from './operation.ts'
import { createPage, deletePage, mergePages, moveFolder, movePage } from './pages.ts'
import { redirectAddress } from './redirects.ts'
import { replaceText } from './replace-text.ts'
import { addChangelogEntry, insertText, removeSection } from './texts.ts'
import { tidy } from './tidy.ts'
import { replaceAddress, setCopyrightYear, setVersion } from './values.ts'

/** Everything that can be done to a site without a writer: the one place to add an operation. */
export const OPERATIONS: readonly Operation[] = [
  replaceText,
  replaceAddress,
  setVersion,
  setCopyrightYear,
  movePage,
  moveFolder,
  deletePage,
  mergePages,
  createPage,
  redirectAddress,
  insertText,
  removeSection,
  addChangelogEntry,
  setFrontMatter,
  removeFrontMatter,
  addMissingFields,
  repairFields,
  endDescriptions,
  renameHeading,
  headingCase,
  headingLevels,
  headingPunctuation,
  tidy,
  repairLinks,
  repairNavigation,
  renameNavigationLabel,
  moveNavigationEntry,
  checkSpelling,
]
