import { z } from 'zod'
import { Refusal } from '../../files/refusal.ts'
import { withoutHiddenText } from '../../prompt/page-view.ts'
import { defineTool, showPage } from './tool.ts'

const FILES_PER_ANSWER = 100

export const diff = defineTool({
  description:
    'Shows what you have changed so far: the files with how many lines each, or with a path the changed lines of that file.',
  input: z.object({ path: z.string().optional(), from: z.number().int().min(1).default(1).describe('The first file to show.') }),
  paths: { places: ['path'] },
  run: async ({ path, from }, { task }) => {
    if (!task.diff) throw new Refusal('There is nothing to compare with in this run.')
    const { files, text } = await task.diff()
    if (files.length === 0) return 'Nothing has changed so far.'
    if (path === undefined) {
      const lines = files.map((file) => `${file.path}: ${file.status}, +${file.additions} -${file.deletions}`)
      return showPage(lines, { from, max: FILES_PER_ANSWER, what: 'files' })
    }
    if (!files.some((file) => file.path === path)) return `${path} has not changed.`
    const part = text.split(/^(?=diff --git )/mu).find((one) => one.split('\n', 1)[0]!.endsWith(` b/${path}`))
    return withoutHiddenText(part ?? `The change of ${path} is too large to be shown. Read the file instead.`)
  },
})
