import { z } from 'zod'
import { viewOf } from '../../prompt/page-view.ts'
import { textOf } from './text-of.ts'
import { defineTool } from './tool.ts'

/** Behind the text of a file there is room for a sentence about it. */
const HEADING_CHARACTERS = 300

export const read = defineTool({
  description:
    'Reads a file, or a range of its lines. Comments are shown as marks such as <!--…1-->: keep a mark where the comment should stay.',
  input: z.object({
    path: z.string(),
    from: z.number().int().min(1).default(1).describe('The first line.'),
    lines: z.number().int().min(1).default(100_000).describe('How many lines; all that fit without it.'),
  }),
  paths: { existing: ['path'] },
  run: async ({ path, from, lines }, { files, answerCharactersMax }) => {
    const max = answerCharactersMax - HEADING_CHARACTERS
    const all = viewOf((await textOf(files, path)).text).text.split('\n')
    const wanted = all.slice(from - 1, from - 1 + lines)
    if (wanted.length === 0) return `${path} has ${all.length} lines; there is no line ${from}.`
    let shown = 0
    let characters = 0
    while (shown < wanted.length && characters + wanted[shown]!.length < max) characters += wanted[shown++]!.length + 1
    // One line that is longer than all that may be shown is cut; everything else ends with a whole line.
    const text = shown === 0 ? `${wanted[0]!.slice(0, max)}…` : wanted.slice(0, shown).join('\n')
    return `${path}, lines ${from} to ${from + Math.max(shown, 1) - 1} of ${all.length}:\n${text}`
  },
})
