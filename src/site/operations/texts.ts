import { z } from 'zod'
import { nothing } from '../edit/outcome.ts'
import { addToChangelog } from '../edit/pages/add-to-changelog.ts'
import { BOXES, writeBox } from '../edit/pages/boxes.ts'
import { insertAround, insertOnPages } from '../edit/pages/insert-text.ts'
import { removeSection as remove } from '../edit/pages/remove-section.ts'
import { operation } from './operation.ts'
import { withPage } from './pages.ts'
import { SCOPE, scopeSuffix, withinScope } from './scope.ts'

const ON_PAGE = z.enum(['top', 'bottom'])
const AT_HEADING = z.enum(['section_start', 'section_end', 'after_section', 'before_section'])

export const insertText = operation({
  name: 'insert_text',
  help: 'Inserts a text at the top or the end of pages, or around the one heading of a name; as plain text, as a box such as a note or a warning, or as a section with a heading of its own.',
  schema: z.object({
    text: z.string().min(1),
    at: z.union([ON_PAGE, AT_HEADING]),
    heading: z.string().min(1).optional().describe('The heading of the section, for all places but `top` and `bottom`.'),
    box: z.enum(BOXES).optional(),
    title: z.string().min(1).optional().describe('A heading for the new text.'),
    scope: SCOPE,
  }),
  needsLinks: true,
  title: ({ at, heading, box, title, scope }) => {
    const what = box ?? (title === undefined ? 'text' : `section "${title}"`)
    const where = heading === undefined ? `at the ${at === 'top' ? 'top' : 'end'}` : `under "${heading}"`
    return `Insert ${/^[aeiou]/u.test(what) ? 'an' : 'a'} ${what} ${where}${scopeSuffix(scope)}`
  },
  work: ({ site }, { text, at, heading, box, title, scope }) =>
    withinScope(site, scope, (isInScope) => {
      const pages = site.pages().filter(isInScope)
      const textFor = (path: string) => {
        const body = box === undefined ? text : writeBox(site, path, box, text)
        return title === undefined ? body : `## ${title}\n\n${body}`
      }
      if (at === 'top' || at === 'bottom') return insertOnPages(site, pages, at, textFor)
      return heading === undefined ? nothing('The heading is missing.') : insertAround(site, pages, { at, heading }, textFor)
    }),
})

export const removeSection = operation({
  name: 'remove_section',
  help: 'Removes a section from a page: a heading, its text and the headings below it.',
  schema: z.object({ page: z.string(), heading: z.string().min(1) }),
  needsLinks: true,
  title: ({ page, heading }) => `Remove the section "${heading}" from ${page}`,
  work: ({ site }, { page, heading }) => withPage(site, page, (path) => remove(site, path, heading)),
})

export const addChangelogEntry = operation({
  name: 'add_changelog_entry',
  help: 'Adds an entry to what a changelog page lists as not released yet.',
  schema: z.object({ page: z.string(), text: z.string().min(1), group: z.string().optional().describe('Such as "Fixed".') }),
  title: ({ page }) => `Add a changelog entry to ${page}`,
  work: ({ site }, { page, text, group }) => withPage(site, page, (path) => addToChangelog(site, path, text, group ?? null)),
})
