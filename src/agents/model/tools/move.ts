import { z } from 'zod'
import { movePageTo } from '../../../site/edit/pages/move-page.ts'
import { isPagePath } from '../../../site/read/site-path.ts'
import { Refusal } from '../../files/refusal.ts'
import { changeSite, existingPage } from './on-site.ts'
import { defineTool } from './tool.ts'

export const move = defineTool({
  description:
    'Moves a file. With a page, the links to it, its own links, its navigation entries and a redirect follow automatically, where the site has them.',
  input: z.object({ from: z.string(), to: z.string().describe('The whole new path, with the name of the file.') }),
  paths: { existing: ['from'], places: ['to'] },
  run: async ({ from, to }, context) => {
    const { files } = context
    if (!(await files.has(from))) throw new Refusal(`There is no file "${from}".`)
    if (await files.has(to)) throw new Refusal(`There is already something at "${to}".`)
    if (isPagePath(from) && isPagePath(to))
      return changeSite(context, (site) => {
        if (!site.canCreate(to)) throw new Refusal(`"${to}" isn't a place for a page.`)
        return movePageTo(site, existingPage(site, from), to)
      })
    await files.move(from, to)
    return `${from} is now ${to}. Links to it were not changed: links_to and check tell which there are.`
  },
})
