import type { Command } from '../reading.ts'
import { frontMatter } from './front-matter.ts'
import { headings } from './headings.ts'
import { renameHeading } from './rename-heading.ts'
import { hygiene } from './hygiene.ts'
import { links } from './links.ts'
import { addChangelogEntry } from './add-changelog-entry.ts'
import { createPage } from './create-page.ts'
import { deletePage } from './delete-page.ts'
import { insertText } from './insert-text.ts'
import { movePage } from './move-page.ts'
import { navigation } from './navigation.ts'
import { replace } from './replace.ts'
import { spelling } from './spelling.ts'

/** Everything that the agent can do, the more specific before the more general: the first command that knows a clause takes it. */
export const COMMANDS: readonly Command[] = [
  addChangelogEntry,
  insertText,
  createPage,
  movePage,
  deletePage,
  renameHeading,
  frontMatter,
  headings,
  hygiene,
  links,
  navigation,
  spelling,
  replace,
]
