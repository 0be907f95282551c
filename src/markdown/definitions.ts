import { type UnclosedTitles, labelEnd, normaliseLabel, readDestination, titleEnd } from './links.ts'
import { Content } from './content.ts'
import type { Definition, Range, TextBlock } from './page.ts'

interface FoundDefinition {
  label: string
  target: Range
  title: Range | null
  /** Behind the end of its last line. */
  next: number
}

/** Takes the definitions that a paragraph begins with out of it. They end with a line each; what follows them is text. */
export function takeDefinitions(page: string, block: TextBlock): Definition[] {
  const [first] = block.pieces
  if (!first || page[first.start] !== '[') return []
  const content = new Content(page, block.pieces)
  const definitions: Definition[] = []
  let from = 0
  let taken = 0
  for (const { label, target, title, next } of readDefinitions(content.text)) {
    const lines = content.text.slice(from, next).trimEnd().split('\n').length
    const pieces = block.pieces.slice(taken, taken + lines)
    definitions.push({
      kind: 'definition',
      label,
      target: content.range(target.start, target.end),
      title: title && content.range(title.start, title.end),
      line: block.line + taken,
      endLine: block.line + taken + lines - 1,
      start: pieces[0]!.start,
      end: pieces.at(-1)!.end,
      container: block.container,
      pieces,
    })
    from = next
    taken += lines
  }
  block.pieces = block.pieces.slice(taken)
  block.line += taken
  block.start = block.pieces[0]?.start ?? block.end
  return definitions
}

function readDefinitions(text: string): FoundDefinition[] {
  const found: FoundDefinition[] = []
  const unclosed: UnclosedTitles = new Set()
  for (let at = 0; text[at] === '[';) {
    const definition = readDefinition(text, at, unclosed)
    if (!definition) break
    found.push(definition)
    at = definition.next
  }
  return found
}

function readDefinition(text: string, start: number, unclosed: UnclosedTitles): FoundDefinition | null {
  const close = labelEnd(text, start + 1)
  if (close === null || text[close + 1] !== ':' || text[start + 1] === '^') return null
  const label = text.slice(start + 1, close)
  if (normaliseLabel(label) === '') return null
  const from = skipSpace(text, close + 2)
  const destination = readDestination(text, from)
  if (!destination || destination.next === from) return null
  const { target, next } = destination
  const title = readTitle(text, next, unclosed)
  const end = title?.end ?? next
  const lineEnd = endOfLine(text, end)
  if (lineEnd !== null) return { label, target, title, next: lineEnd }
  // What looked like a title is text when something follows it, which is no fault if it stands on a line of its own.
  const ownLineEnd = title ? endOfLine(text, next) : null
  return ownLineEnd === null ? null : { label, target, title: null, next: ownLineEnd }
}

function readTitle(text: string, from: number, unclosed: UnclosedTitles): Range | null {
  const start = skipSpace(text, from)
  if (start === from || start >= text.length) return null
  const end = titleEnd(text, start, unclosed)
  return end === null ? null : { start, end }
}

/** Space, with one line end at most. */
function skipSpace(text: string, from: number): number {
  let at = from
  let lineEnds = 0
  for (; at < text.length; at += 1) {
    if (text[at] === '\n') lineEnds += 1
    else if (text[at] !== ' ' && text[at] !== '\t') break
    if (lineEnds > 1) break
  }
  return at
}

/** The offset behind the end of the line when nothing but space is left in it. */
function endOfLine(text: string, from: number): number | null {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at >= text.length ? text.length : text[at] === '\n' ? at + 1 : null
}
