import { z } from 'zod'
import { Refusal } from '../../files/refusal.ts'
import { withoutHiddenText } from '../../prompt/page-view.ts'
import { defineTool, listLines } from './tool.ts'

const PROBLEMS_MAX = 50

export const check = defineTool({
  description:
    'Compares the site with how it was before your work: broken links, anchors, images, navigation, front matter, headings. Call it when you think that you are done.',
  input: z.object({}),
  run: async (_, { task }) => {
    if (!task.check) throw new Refusal('There is nothing to compare with in this run.')
    const { added, fixedCount } = await task.check()
    const fixed = `${fixedCount} earlier ${fixedCount === 1 ? 'problem is' : 'problems are'} gone.`
    if (added.length === 0) return `Your work brought in no new problem. ${fixed}`
    return withoutHiddenText(`Your work brought in these problems:\n${listLines(added, PROBLEMS_MAX, 'problems')}\n${fixed}`)
  },
})
