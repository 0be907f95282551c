import { z } from 'zod'
import { resolveNavigation, resolveTarget } from '../../../site/read/resolve-target.ts'
import { Refusal } from '../../files/refusal.ts'
import { withoutHiddenText } from '../../prompt/page-view.ts'
import { siteOf } from './on-site.ts'
import { defineTool, listLines } from './tool.ts'

const LINKS_MAX = 200

export const linksTo = defineTool({
  description: 'Lists all links, images and navigation entries that lead to a page or a file, as "path:line: target".',
  input: z.object({ path: z.string() }),
  paths: { existing: ['path'] },
  run: async ({ path }, context) => {
    const site = await siteOf(context)
    if (!site.has(path)) throw new Refusal(`There is no file "${path}".`)
    const model = site.model()
    const links = site.pages().flatMap((page) => {
      const { links: own, images } = site.facts(page)
      return [...own, ...images].flatMap(({ target, line }) => {
        const found = resolveTarget(model, page, target)
        return (found.kind === 'page' || found.kind === 'file') && found.path === path ? [`${page}:${line}: ${target}`] : []
      })
    })
    const entries = model.navigation.flatMap((entry) => {
      const found = resolveNavigation(model, entry)
      return found.kind === 'page' && found.path === path
        ? [`${entry.path}:${entry.at.line}: navigation entry ${entry.target}`]
        : []
    })
    const lines = [...links, ...entries]
    return lines.length === 0 ? `Nothing leads to ${path}.` : withoutHiddenText(listLines(lines, LINKS_MAX, 'links'))
  },
})
