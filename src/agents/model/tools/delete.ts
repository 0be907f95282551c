import { z } from 'zod'
import { deletePageAt } from '../../../site/edit/pages/delete-page.ts'
import { isPagePath } from '../../../site/read/site-path.ts'
import { Refusal } from '../../files/refusal.ts'
import { changeSite, existingPage } from './on-site.ts'
import { defineTool } from './tool.ts'

export const remove = defineTool({
  description:
    'Deletes a file. A page that others link to is deleted only with redirectTo: links and a redirect then lead there. Its navigation entries go as well.',
  input: z.object({
    path: z.string(),
    redirectTo: z.string().optional().describe('The path of the page that takes its place.'),
  }),
  paths: { existing: ['path', 'redirectTo'] },
  run: async ({ path, redirectTo }, context) => {
    if (!(await context.files.has(path))) throw new Refusal(`There is no file "${path}".`)
    if (isPagePath(path))
      return changeSite(context, (site) => {
        if (redirectTo === path) throw new Refusal('A page cannot take its own place.')
        return deletePageAt(site, existingPage(site, path), redirectTo === undefined ? null : existingPage(site, redirectTo))
      })
    await context.files.remove(path)
    return `${path} was deleted.`
  },
})
