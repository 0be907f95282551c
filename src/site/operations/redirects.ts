import { z } from 'zod'
import { nothing } from '../edit/outcome.ts'
import { addRedirect } from '../edit/navigation/redirects.ts'
import { findPages } from './find-pages.ts'
import { operation } from './operation.ts'
import { withPage } from './pages.ts'

/** A plain address: nothing that a file of redirects reads as a pattern, a comment or a second field. */
const ADDRESS = /^\/[\w\-.~%/+@,!$&=]{0,1000}$/u

export const redirectAddress = operation({
  name: 'redirect_address',
  help: 'Redirects an address that no page has to a page, in the redirects of the site.',
  schema: z.object({ from: z.string().describe('The address, from its slash on.'), to: z.string() }),
  needsLinks: true,
  title: ({ from, to }) => `Redirect ${from} to ${to}`,
  work: ({ site }, { from, to }) => {
    if (!ADDRESS.test(from) || from === '/') return nothing(`\`${from}\` is not an address that can be redirected.`)
    const [taken] = findPages(site, from)
    if (taken !== undefined)
      return nothing(`\`${taken}\` is at this address. To redirect it: Delete ${taken} and redirect it to ${to}.`)
    return withPage(site, to, (page) => {
      const path = addRedirect(site, from, page)
      if (path === null) return nothing('The site has no file with redirects whose format is known, so no redirect can be added.')
      return { changes: [{ path, what: `redirect from \`${from}\`` }], left: [], notes: [] }
    })
  },
})
