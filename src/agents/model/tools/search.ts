import { z } from 'zod'
import { decodeText } from '../../../site/edit/text-file.ts'
import { Refusal } from '../../files/refusal.ts'
import { viewOf } from '../../prompt/page-view.ts'
import { defineTool, listLines } from './tool.ts'

const MATCHES_MAX = 200
const LINE_CHARACTERS_MAX = 300

/** Plain text only: a pattern chosen by a model, or by a page that speaks through it, could keep the process busy for hours. */
export const search = defineTool({
  description: 'Finds a text in all files and answers with "path:line: text". The text is taken literally, it is not a pattern.',
  input: z.object({
    text: z.string().min(1).max(1000),
    folder: z.string().default('').describe('Only files below this folder.'),
    isCaseSensitive: z.boolean().default(false),
  }),
  run: async ({ text, folder, isCaseSensitive }, { files, task }) => {
    const fold = (line: string) => (isCaseSensitive ? line : line.toLowerCase())
    const wanted = fold(text)
    if (wanted.includes('\n')) throw new Refusal('A search looks at one line at a time, so the text can have no line break.')
    const matches: string[] = []
    for (const path of await files.list(folder.replace(/^\.?\/?$/u, '').replace(/\/$/u, ''), task.signal)) {
      task.signal.throwIfAborted()
      // What cannot be read (an image, a file that is too large) cannot hold a text that could be edited.
      const file = await files.read(path).then(decodeText, (error: unknown) => {
        if (error instanceof Refusal) return null
        throw error
      })
      if (!file || !fold(file.text).includes(wanted)) continue
      for (const [index, line] of viewOf(file.text).text.split('\n').entries()) {
        if (fold(line).includes(wanted)) matches.push(`${path}:${index + 1}: ${shorten(line, fold(line).indexOf(wanted))}`)
      }
    }
    return matches.length === 0 ? 'No file has this text.' : listLines(matches, MATCHES_MAX, 'matches')
  },
})

function shorten(line: string, at: number): string {
  if (line.length <= LINE_CHARACTERS_MAX) return line
  const start = Math.max(0, at - LINE_CHARACTERS_MAX / 3)
  return `${start > 0 ? '…' : ''}${line.slice(start, start + LINE_CHARACTERS_MAX)}…`
}
