import { z } from 'zod'
import { addressOf } from '../../../site/edit/link-target.ts'
import { localeOf, versionOf } from '../../../site/read/editions.ts'
import { withoutHiddenText } from '../../prompt/page-view.ts'
import { siteOf } from './on-site.ts'
import { rankPages } from './rank-pages.ts'
import { defineTool, showPage } from './tool.ts'

const PAGES_PER_ANSWER = 50

export const findPages = defineTool({
  description:
    'Finds pages by whole words of their title, path or headings, the best first, and answers with path, title and address. Pages in the first language and of the current version come first. Without words it lists all pages.',
  input: z.object({
    words: z.string().max(500).default(''),
    language: z.string().max(20).optional().describe('Only pages of this translation, such as fr.'),
    from: z.number().int().min(1).default(1).describe('The first page to show.'),
  }),
  run: async ({ words, language, from }, context) => {
    const site = await siteOf(context)
    const model = site.model()
    const pages = site.pages().flatMap((path) => {
      const { title, headings } = site.facts(path)
      const locale = localeOf(model, path)
      if (language !== undefined && (locale ?? '').toLowerCase() !== language.toLowerCase()) return []
      const isOther = (language === undefined && locale !== null) || versionOf(model, path) !== null
      return [{ path, title: title ?? '', headings: headings.map(({ text }) => text), isOther }]
    })
    const found = rankPages(pages, words)
    if (found.length === 0) return 'No page has these words in its title, path or headings. search looks into the text.'
    const lines = found.map(({ path, title }) => `${path} | ${title || 'no title'} | ${addressOf(model, path)}`)
    return withoutHiddenText(showPage(lines, { from, max: PAGES_PER_ANSWER, what: 'pages' }))
  },
})
