import { readMarkdown } from '../../markdown/read-page.ts'
import { type HiddenRange, hiddenCharacters, withoutHiddenCharacters } from './hidden-characters.ts'

/**
 * A text as a model gets to see it: without hidden characters, and with a numbered mark in the place of each comment.
 *
 * Readers of a page do not see its comments, so instructions to a model are hidden there; but linters and editors need them. The mark
 * lets a model keep a comment, move it or take it out without knowing what it says. Lines have the same numbers in both texts.
 */
export interface PageView {
  text: string
  /** The place in the file that a range of the view stands for; null when it cuts a mark in two. */
  toFile(start: number, end: number): HiddenRange | null
  /** Puts comments back where their marks stand in a new text; null when it has a mark that the file does not have. */
  restore(text: string): string | null
}

/** HTML comments and those of MDX. One that is never closed hides the rest of the page. */
const COMMENT = /<!--[\s\S]*?(?:--!?>|$(?![\s\S]))|\{\/\*[\s\S]*?(?:\*\/\s*\}|$(?![\s\S]))/gu

const MARK = /<!--…(\d+)\n*-->/gu
/** How a mark begins. A page may show the same in a code block. */
const MARK_START = /<!--…(\d+)/gu

interface Hidden extends HiddenRange {
  shown: string
  /** The number of its mark, when it is a comment. */
  number?: string
}

export function viewOf(text: string): PageView {
  const ownNumbers = new Set([...withoutHiddenCharacters(text).matchAll(MARK_START)].map(([, number]) => number!))
  const hidden = hiddenParts(text, ownNumbers)
  const comments = new Map(
    hidden.flatMap(({ start, end, number }) => (number === undefined ? [] : [[number, text.slice(start, end)]])),
  )
  let view = ''
  let position = 0
  /** Pieces that are the same in both texts, as pairs of offsets. */
  const pieces: { view: number; file: number; length: number }[] = []
  for (const { start, end, shown } of [...hidden, { start: text.length, end: text.length, shown: '' }]) {
    pieces.push({ view: view.length, file: position, length: start - position })
    view += text.slice(position, start) + shown
    position = end
  }
  const pieceOf = (offset: number) => pieces.find((piece) => offset >= piece.view && offset <= piece.view + piece.length)
  const lastPieceOf = (offset: number) => pieces.findLast((piece) => offset >= piece.view && offset <= piece.view + piece.length)
  return {
    text: view,
    toFile: (start, end) => {
      // Hidden characters at the ends of a range stay, because the range takes the piece that is inside.
      const first = lastPieceOf(start)
      const last = pieceOf(end)
      if (!first || !last) return null
      const from = first.file + start - first.view
      return { start: from, end: Math.max(from, last.file + end - last.view) }
    },
    restore: (next) => {
      const isKnown = [...next.matchAll(MARK)].every(([, number]) => comments.has(number!) || ownNumbers.has(number!))
      return isKnown ? next.replaceAll(MARK, (mark, number: string) => comments.get(number) ?? mark) : null
    },
  }
}

/** Hidden text for what is only shown, and never written back. */
export function withoutHiddenText(text: string): string {
  return viewOf(text).text.replaceAll(MARK, '')
}

/** Comments get numbers that the page itself does not show, so that no mark can be mistaken. */
function hiddenParts(text: string, ownNumbers: ReadonlySet<string>): Hidden[] {
  const comments: Hidden[] = []
  let last = 0
  const nextNumber = () => {
    do last += 1
    while (ownNumbers.has(String(last)))
    return String(last)
  }
  const found = [...text.matchAll(COMMENT)]
  // Most pages have no comment, and then nobody has to know what is code.
  const isShown = within(found.length > 0 ? codeBlocks(text) : [])
  for (const { index: start, 0: comment } of found) {
    const end = start + comment.length
    if (isShown(start, end)) continue
    const lines = '\n'.repeat(comment.split('\n').length - 1)
    const number = nextNumber()
    comments.push({ start, end, number, shown: `<!--…${number}${lines}-->` })
  }
  const isInComment = within(comments)
  const characters = hiddenCharacters(text)
    .filter(({ start, end }) => !isInComment(start, end))
    .map((range) => ({ ...range, shown: '' }))
  return [...comments, ...characters].sort((a, b) => a.start - b.start)
}

/** Code blocks that are closed, whoever reads the page: what they show is not hidden. */
function codeBlocks(text: string): HiddenRange[] {
  const [inMarkdown, inMdx] = (['md', 'mdx'] as const).map((dialect) =>
    readMarkdown(text, dialect).blocks.filter((block) => block.kind === 'code' && block.fence?.isClosed === true),
  )
  const ends = new Map(inMdx!.map(({ start, end }) => [start, end]))
  return inMarkdown!.filter(({ start, end }) => ends.get(start) === end)
}

/** Tells for ranges that come in order whether each is within one of others that are in order, too. */
function within(outer: readonly HiddenRange[]): (start: number, end: number) => boolean {
  let index = 0
  return (start, end) => {
    while (index < outer.length && outer[index]!.end <= start) index += 1
    const range = outer[index]
    return range !== undefined && range.start <= start && end <= range.end
  }
}
