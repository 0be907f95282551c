import { z } from 'zod'
import { addressOf } from '../../../site/edit/link-target.ts'
import { withoutHiddenText } from '../../prompt/page-view.ts'
import { siteOf } from './on-site.ts'
import { defineTool, listLines } from './tool.ts'

const PAGES_MAX = 100

export const findPages = defineTool({
  description:
    'Finds pages by words of their path, title or headings, the best first, and answers with path, title and address. Without words it lists all pages.',
  input: z.object({ words: z.string().default('') }),
  run: async ({ words }, context) => {
    const site = await siteOf(context)
    const model = site.model()
    const wanted = words.toLowerCase().split(/\s+/u).filter(Boolean)
    const found = site.pages().map((path) => {
      const { title, headings } = site.facts(path)
      const texts = [`${path} ${title ?? ''}`, headings.map(({ text }) => text).join(' ')].map((text) => text.toLowerCase())
      const score = wanted.reduce((sum, word) => sum + (texts[0]!.includes(word) ? 3 : texts[1]!.includes(word) ? 1 : 0), 0)
      return { score, line: `${path} | ${title ?? 'no title'} | ${addressOf(model, path)}` }
    })
    const pages = found.filter(({ score }) => score > 0 || wanted.length === 0).sort((a, b) => b.score - a.score)
    if (pages.length === 0) return 'No page has these words in its path, title or headings. search looks into the text.'
    return withoutHiddenText(
      listLines(
        pages.map(({ line }) => line),
        PAGES_MAX,
        'pages',
      ),
    )
  },
})
