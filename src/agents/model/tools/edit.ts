import { z } from 'zod'
import { encodeText } from '../../../site/edit/text-file.ts'
import { readPageRegions } from '../../../site/read/regions/page-regions.ts'
import type { Region } from '../../../site/read/regions/region.ts'
import { Refusal } from '../../files/refusal.ts'
import { type PageView, viewOf } from '../../prompt/page-view.ts'
import { describeNearest } from './nearest-lines.ts'
import { textOf } from './text-of.ts'
import { defineTool } from './tool.ts'

export const edit = defineTool({
  description:
    'Replaces a text in a file by another one. The old text must be in the file exactly as given, with its spaces and line breaks, and once only, unless isEverywhere is set: then all places in prose are replaced, and those in code and markup with inCode.',
  input: z.object({
    path: z.string(),
    old: z.string().min(1),
    new: z.string(),
    isEverywhere: z.boolean().default(false),
    inCode: z.boolean().default(false),
  }),
  paths: { existing: ['path'] },
  run: async ({ path, old, new: next, isEverywhere, inCode }, { files }) => {
    const file = await textOf(files, path)
    const view = viewOf(file.text)
    const [wanted, replacement] = [unixLines(old), unixLines(next)]
    const found = findAll(view.text, wanted)
    if (found.length === 0)
      throw new Refusal(
        `The old text is not in ${path}. ${describeNearest(view.text, wanted)}Copy the text exactly, without line numbers.`,
      )
    if (found.length > 1 && !isEverywhere)
      throw new Refusal(`The old text is in ${path} ${found.length} times. Give more of the text around it, or set isEverywhere.`)
    const isProtected = found.length > 1 && !inCode ? protectedPlaces(path, view.text) : () => false
    const places = found.filter((start) => !isProtected(start, start + wanted.length))
    const left = found.length - places.length
    if (places.length === 0) throw new Refusal(`All ${left} places in ${path} are in code or markup. Set inCode to change them.`)
    const text = replaceAt(file.text, view, places, wanted.length, replacement)
    if (text === file.text) throw new Refusal('The new text is the same as the old one.')
    await files.write(path, encodeText({ ...file, text }))
    const note = left > 0 ? ` ${left} in code or markup stayed as they are; inCode changes them, too.` : ''
    return `${path} was changed in ${places.length} ${places.length === 1 ? 'place' : 'places'}.${note}`
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

const READ: ReadonlySet<Region['kind']> = new Set(['prose', 'front-matter-text'])

/** Whether a place is inside of something that programs read. One that reaches out of it was meant as it is. */
function protectedPlaces(path: string, text: string): (start: number, end: number) => boolean {
  const dialect = /\.(mdx?)$|\.(markdown)$/iu.exec(path)
  if (!dialect) return () => false
  const regions = readPageRegions(text, dialect[1]?.toLowerCase() === 'mdx' ? 'mdx' : 'md').filter(({ kind }) => !READ.has(kind))
  let index = 0
  return (start, end) => {
    // The places come in order, and so do the regions.
    while (index < regions.length && regions[index]!.end <= start) index += 1
    const region = regions[index]
    return region !== undefined && region.start <= start && end <= region.end
  }
}

function replaceAt(text: string, view: PageView, places: readonly number[], length: number, next: string): string {
  const restored = view.restore(next)
  if (restored === null) throw new Refusal('The new text has a mark of a comment that the file does not have.')
  const parts: string[] = []
  let position = 0
  for (const place of places) {
    const range = view.toFile(place, place + length)
    if (!range) throw new Refusal('The old text ends inside the mark of a comment. Take the whole mark, or leave it out.')
    parts.push(text.slice(position, range.start), restored)
    position = range.end
  }
  return parts.join('') + text.slice(position)
}
