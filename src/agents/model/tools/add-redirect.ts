import { z } from 'zod'
import { addRedirect } from '../../../site/edit/navigation/redirects.ts'
import { Refusal } from '../../files/refusal.ts'
import { changeSite, existingPage } from './on-site.ts'
import { defineTool } from './tool.ts'

export const redirect = defineTool({
  description: 'Adds a redirect from an old address to a page, in the way in which the site keeps its redirects.',
  input: z.object({
    from: z
      .string()
      .max(500)
      .regex(/^\/[^\s"'<>\\{}]*$/u, 'must be an address of the site such as /guides/old')
      .describe('The old address, such as /guides/old.'),
    toPage: z.string().describe('The path of the page, such as docs/guides/new.md.'),
  }),
  paths: { existing: ['toPage'] },
  run: ({ from, toPage }, context) =>
    changeSite(context, (site) => {
      // Two slashes begin the name of another host.
      if (from.startsWith('//')) throw new Refusal('The old address is one of this site, such as /guides/old.')
      const file = addRedirect(site, from, existingPage(site, toPage))
      return file === null
        ? {
            changes: [],
            left: [{ what: 'no redirect was added: the site has no file with redirects whose format is known' }],
            notes: [],
          }
        : { changes: [{ path: file, what: `redirect from ${from}` }], left: [], notes: [] }
    }),
})
