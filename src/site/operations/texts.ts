import { z } from 'zod'
import { addToChangelog } from '../edit/pages/add-to-changelog.ts'
import { insertUnder } from '../edit/pages/insert-text.ts'
import { operation } from './operation.ts'
import { withPage } from './pages.ts'
import { SCOPE, scopeSuffix, withinScope } from './scope.ts'

export const insertText = operation({
  name: 'insert_text',
  help: 'Inserts a text under the one heading of this name, at the beginning or at the end of its section.',
  schema: z.object({ text: z.string().min(1), heading: z.string().min(1), isAtEnd: z.boolean().default(false), scope: SCOPE }),
  needsLinks: true,
  title: ({ heading, scope }) => `Insert a text under "${heading}"${scopeSuffix(scope)}`,
  work: ({ site }, { scope, ...insertion }) =>
    withinScope(site, scope, (isInScope) => insertUnder(site, site.pages().filter(isInScope), insertion)),
})

export const addChangelogEntry = operation({
  name: 'add_changelog_entry',
  help: 'Adds an entry to what a changelog page lists as not released yet.',
  schema: z.object({ page: z.string(), text: z.string().min(1), group: z.string().optional().describe('Such as "Fixed".') }),
  title: ({ page }) => `Add a changelog entry to ${page}`,
  work: ({ site }, { page, text, group }) => withPage(site, page, (path) => addToChangelog(site, path, text, group ?? null)),
})
