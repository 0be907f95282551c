import { z } from 'zod'
import type { EditableSite } from '../../../site/edit/editable-site.ts'
import { addToNavigation, hasNavigation, removeFromNavigation } from '../../../site/edit/navigation/navigation.ts'
import type { Outcome } from '../../../site/edit/outcome.ts'
import { Refusal } from '../../files/refusal.ts'
import { changeSite, existingPage } from './on-site.ts'
import { defineTool } from './tool.ts'

export const updateNavigation = defineTool({
  description:
    'Adds a page to the navigation of the site behind the last page of its folder, or takes it out. For another place, edit the navigation file.',
  input: z.object({
    action: z.enum(['add', 'remove']),
    path: z.string(),
    title: z.string().max(200).optional().describe('How the entry is called, where the navigation has titles.'),
  }),
  paths: { existing: ['path'] },
  run: ({ action, path, title }, context) =>
    changeSite(context, (site) => {
      existingPage(site, path)
      if (!hasNavigation(site.model())) throw new Refusal('The site has no navigation file: its pages are listed automatically.')
      return action === 'add' ? add(site, path, title ?? site.facts(path).title ?? path) : removeEntries(site, path)
    }),
})

function add(site: EditableSite, path: string, title: string): Outcome {
  const edit = addToNavigation(site, path, title)
  if (edit?.isDone) return { changes: [{ path: edit.path, what: `navigation entry for ${path}` }], left: [], notes: [] }
  const what = edit ? 'its layout is not known well enough' : 'the page is there already, or no page of the same folder is'
  return { changes: [], left: [{ what: `no entry was added: ${what}. Edit the navigation file instead.` }], notes: [] }
}

function removeEntries(site: EditableSite, path: string): Outcome {
  const edits = removeFromNavigation(site, path)
  return {
    changes: edits.filter(({ isDone }) => isDone).map((edit) => ({ path: edit.path, what: 'navigation entry taken out' })),
    left: edits
      .filter(({ isDone }) => !isDone)
      .map((edit) => ({ path: edit.path, what: 'the entry could not be taken out with certainty' })),
    notes: edits.length === 0 ? ['The page is not in the navigation.'] : [],
  }
}
