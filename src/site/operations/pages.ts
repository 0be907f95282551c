import { z } from 'zod'
import { confinedPath } from '../edit/confined-path.ts'
import type { EditableSite } from '../edit/editable-site.ts'
import { type Outcome, nothing } from '../edit/outcome.ts'
import { createPageAt } from '../edit/pages/create-page.ts'
import { deletePageAt } from '../edit/pages/delete-page.ts'
import { mergePages as merge } from '../edit/pages/merge-pages.ts'
import { moveFolder as moveAll } from '../edit/pages/move-folder.ts'
import { movePageTo } from '../edit/pages/move-page.ts'
import { onePage } from './find-pages.ts'
import { operation } from './operation.ts'

export const movePage = operation({
  name: 'move_page',
  help: 'Moves or renames a page, with the links to it, its own links, its navigation entry and a redirect from its old address.',
  schema: z.object({ from: z.string(), to: z.string().describe('The whole new path, with the name of the file.') }),
  needsLinks: true,
  title: ({ from, to }) => `Move ${from} to ${to}`,
  work: ({ site }, { from, to }) =>
    withPage(site, from, (page) => {
      const place = confinedPath(to)
      if (place === page) return nothing('The page is already there.')
      if (place === null || !/\.(?:md|mdx|markdown)$/iu.test(place))
        return nothing(`\`${to}\` is not a path inside the repository that a page can have.`)
      return site.canCreate(place) ? movePageTo(site, page, place) : nothing(`There is already something at \`${place}\`.`)
    }),
})

export const deletePage = operation({
  name: 'delete_page',
  help: 'Deletes a page with its navigation entry; links to it and a redirect lead to another page, without which a page that others link to is kept.',
  schema: z.object({ page: z.string(), redirectTo: z.string().optional() }),
  needsLinks: true,
  title: ({ page, redirectTo }) =>
    redirectTo === undefined ? `Delete ${page}` : `Delete ${page} and redirect it to ${redirectTo}`,
  work: ({ site }, { page: written, redirectTo }) =>
    withPage(site, written, (page) => {
      if (redirectTo === undefined) return deletePageAt(site, page, null)
      return withPage(site, redirectTo, (to) =>
        to === page ? nothing('A page cannot redirect to itself.') : deletePageAt(site, page, to),
      )
    }),
})

export const createPage = operation({
  name: 'create_page',
  help: 'Creates a page in the manner of its neighbours, and an entry for it in the navigation.',
  schema: z.object({ path: z.string(), title: z.string().min(1), text: z.string().optional() }),
  needsLinks: true,
  title: ({ path, title }) => `Create ${path} titled "${title}"`,
  work: ({ site }, { path, title, text }) => {
    const place = confinedPath(path)
    if (place === null || !/\.(?:md|mdx|markdown)$/iu.test(place))
      return nothing(`\`${path}\` is not a path inside the repository that a page can have.`)
    if (!site.canCreate(place)) return nothing(`There is already something at \`${place}\`.`)
    return createPageAt(site, place, title, text ?? null)
  },
})

export const mergePages = operation({
  name: 'merge_pages',
  help: 'Appends a page to another one as a section of its own and deletes it; links, the navigation and a redirect lead to the other page.',
  schema: z.object({ from: z.string(), into: z.string() }),
  needsLinks: true,
  title: ({ from, into }) => `Merge ${from} into ${into}`,
  work: ({ site }, { from, into }) =>
    withPage(site, from, (page) =>
      withPage(site, into, (host) => (host === page ? nothing('A page cannot be merged into itself.') : merge(site, page, host))),
    ),
})

export const moveFolder = operation({
  name: 'move_folder',
  help: 'Moves all pages of a folder to another folder, each with its links, its navigation entry and a redirect.',
  schema: z.object({ from: z.string(), to: z.string() }),
  needsLinks: true,
  title: ({ from, to }) => `Move the folder ${from} to ${to}`,
  work: ({ site }, { from, to }) => {
    const [folder, place] = [confinedPath(from), confinedPath(to)]
    if (folder === null || place === null)
      return nothing(`\`${folder === null ? from : to}\` is not a folder inside the repository.`)
    return moveAll(site, folder, place)
  },
})

/** Works on the one page that a path names; does nothing, and says why, when there is none. */
export function withPage(site: EditableSite, written: string, work: (page: string) => Outcome): Outcome {
  const found = onePage(site, written)
  return 'problem' in found ? nothing(found.problem) : work(found.path)
}
