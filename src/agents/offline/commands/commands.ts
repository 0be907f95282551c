import type { Command } from '../reading.ts'
import { frontMatter } from './front-matter/front-matter.ts'
import { headings } from './headings/headings.ts'
import { renameHeading } from './headings/rename-heading.ts'
import { hygiene } from './hygiene/hygiene.ts'
import { links } from './links/links.ts'
import { addChangelogEntry } from './pages/add-changelog-entry.ts'
import { createPage } from './pages/create-page.ts'
import { deletePage } from './pages/delete-page.ts'
import { insertText } from './pages/insert-text.ts'
import { movePage } from './pages/move-page.ts'
import { navigation } from './navigation.ts'
import { replace } from './replace.ts'
import { spelling } from './spelling/spelling.ts'

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
