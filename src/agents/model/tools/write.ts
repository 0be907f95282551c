import { z } from 'zod'
import { encodeText } from '../../../site/edit/text-file.ts'
import { Refusal } from '../../files/refusal.ts'
import { viewOf } from '../../prompt/page-view.ts'
import { textOf } from './text-of.ts'
import { defineTool } from './tool.ts'

export const write = defineTool({
  description: 'Writes a whole file: a new one, or in place of what is there. Use edit to change a part of a file.',
  input: z.object({ path: z.string(), content: z.string() }),
  paths: { places: ['path'] },
  run: async ({ path, content }, { files }) => {
    const exists = await files.has(path)
    const before = exists ? await textOf(files, path) : { text: '', hasByteOrderMark: false, hasWindowsLineEndings: false }
    const text = viewOf(before.text).restore(content.replaceAll('\r\n', '\n'))
    if (text === null) throw new Refusal('The text has a mark of a comment that the file does not have.')
    await files.write(path, encodeText({ ...before, text }))
    return exists ? `${path} was rewritten.` : `${path} was created.`
  },
})
