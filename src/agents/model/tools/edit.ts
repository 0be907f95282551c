import { z } from 'zod'
import { encodeText } from '../../../site/edit/text-file.ts'
import { Refusal } from '../../files/refusal.ts'
import { type PageView, viewOf } from '../../prompt/page-view.ts'
import { textOf } from './text-of.ts'
import { defineTool } from './tool.ts'

export const edit = defineTool({
  description:
    'Replaces a text in a file by another one. The old text must be in the file exactly as given, with its spaces and line breaks, and once only, unless isEverywhere is set.',
  input: z.object({
    path: z.string(),
    old: z.string().min(1),
    new: z.string(),
    isEverywhere: z.boolean().default(false).describe('Replaces all places in the file.'),
  }),
  run: async ({ path, old, new: next, isEverywhere }, { files }) => {
    const file = await textOf(files, path)
    const view = viewOf(file.text)
    const places = findAll(view.text, unixLines(old))
    if (places.length === 0)
      throw new Refusal(`The old text is not in ${path}. Read the file again and copy the text exactly, without line numbers.`)
    if (places.length > 1 && !isEverywhere)
      throw new Refusal(
        `The old text is in ${path} ${places.length} times. Give more of the text around it, or set isEverywhere.`,
      )
    const text = replaceAt(file.text, view, places, unixLines(old).length, unixLines(next))
    if (text === file.text) throw new Refusal('The new text is the same as the old one.')
    await files.write(path, encodeText({ ...file, text }))
    return `${path} was changed in ${places.length} ${places.length === 1 ? 'place' : 'places'}.`
  },
})

/** Files are seen with `\n` whatever they have, so the model may mix the two. */
function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function findAll(text: string, wanted: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) places.push(at)
  return places
}

function replaceAt(text: string, view: PageView, places: readonly number[], length: number, next: string): string {
  const restored = view.restore(next)
  if (restored === null) throw new Refusal('The new text has a mark of a comment that the file does not have.')
  let result = text
  for (const place of places.toReversed()) {
    const range = view.toFile(place, place + length)
    if (!range) throw new Refusal('The old text ends inside the mark of a comment. Take the whole mark, or leave it out.')
    result = result.slice(0, range.start) + restored + result.slice(range.end)
  }
  return result
}
