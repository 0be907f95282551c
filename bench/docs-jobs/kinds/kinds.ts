import type { Kind } from './kind.ts'
import { brokenAnchors, brokenLinks, movedPages } from './links.ts'
import { headingJumps, missingFrontMatter, orphanedNavigation } from './structure.ts'
import { misspellings, renamedTerm, staleVersions } from './texts.ts'

export const KINDS: readonly Kind[] = [
  brokenLinks,
  brokenAnchors,
  movedPages,
  misspellings,
  headingJumps,
  missingFrontMatter,
  renamedTerm,
  staleVersions,
  orphanedNavigation,
]
