import { NextIndex } from './next-index.ts'
import { type UnclosedQuotes, closeBracket, skipPiece } from './script-scan.ts'
import { type Patience, readTag } from './tag.ts'

const MODULE =
  /(?:import\s*(?:["'{*]|[\w$]+(?:\s*,\s*[{*]|\s+from\s*["']))|export\s+(?:const|let|var|default|function|async|class|type|interface|enum)\b|export\s*[{*])/y

/** Longer expressions are not looked for in a line of text. */
const EXPRESSION_CHARACTERS_MAX = 20_000

/** To MDX all that begins with these words is a module, and a sentence that does is a fault. */
const MODULE_START = /(?:import|export) /y

/** @param isPlain Whether to go by the words alone. */
export function isModule(page: string, start: number, isPlain: boolean): boolean {
  const pattern = isPlain ? MODULE_START : MODULE
  pattern.lastIndex = start
  return pattern.test(page)
}

/** A module goes on to a blank line outside of its brackets, templates and comments. */
export function moduleEnd(page: string, start: number): number {
  const unclosed: UnclosedQuotes = new Map()
  let end = endOfLine(page, start)
  for (let at = start; at < page.length;) {
    const lineEnd = endOfLine(page, at)
    if (!/[^ \t\r]/.test(page.slice(at, lineEnd))) break
    let close = lineEnd
    for (let place = at; place < lineEnd; place += 1) {
      const piece = skipPiece(page, place, page.length, unclosed)
      const isBracket = piece === place && '{[('.includes(page[place]!)
      const after = isBracket ? (closeBracket(page, place) ?? page.length) : Math.max(piece, place + 1)
      close = Math.max(close, after)
      place = after - 1
    }
    end = endOfLine(page, close)
    at = end + 1
  }
  return end
}

export function endOfLine(page: string, from: number): number {
  const end = page.indexOf('\n', from)
  return end === -1 ? page.length : end
}

/** The offset after the expression that begins at a brace; null when it has no end. */
export function expressionEnd(text: string, start: number, patience: Patience): number | null {
  if (patience.characters <= 0) return null
  const limit = Math.min(text.length, start + EXPRESSION_CHARACTERS_MAX)
  const end = closeBracket(text, start, limit)
  if (end === null) patience.characters -= limit - start
  return end
}

/** True for an expression that is one comment, so that nothing of it runs. */
export function isScriptComment(text: string, start: number, end: number): boolean {
  return text.startsWith('{/*', start) && text.indexOf('*/', start + 3) === end - 3
}

export interface Flow {
  kind: 'element' | 'expression' | 'comment'
  end: number
  /** False when text follows in the last line: then it all is a paragraph. */
  isWhole: boolean
}

/** Reads the tags, expressions and comments that a line begins with. They may go on over lines that look like other blocks. */
export class FlowReader {
  readonly #page: string
  readonly #patience: Patience
  readonly #next: NextIndex

  constructor(page: string, patience: Patience) {
    this.#page = page
    this.#patience = patience
    this.#next = new NextIndex(page)
  }

  read(start: number): Flow | null {
    let end = start
    const kinds = new Set<Flow['kind']>()
    // Two expressions in a line are a sentence, unless a tag stands between them.
    let isBehindExpression = false
    for (;;) {
      const piece = isBehindExpression && this.#page[end] === '{' ? null : this.#piece(end)
      if (!piece) return kinds.size === 0 ? null : { kind: 'element', end, isWhole: false }
      kinds.add(piece.kind)
      isBehindExpression = this.#page[end] === '{'
      end = piece.end
      while (this.#page[end] === ' ' || this.#page[end] === '\t') end += 1
      const next = this.#page[end]
      if (next !== undefined && next !== '\n' && next !== '\r') continue
      const [only] = kinds
      return { kind: kinds.size === 1 ? only! : 'element', end: piece.end, isWhole: true }
    }
  }

  tagEnd(start: number): number | null {
    return readTag(this.#page, start, 'mdx', this.#patience, this.#next)?.end ?? null
  }

  finds(wanted: string, from: number): boolean {
    return this.#next.of(wanted, from) !== -1
  }

  #piece(at: number): { kind: Flow['kind']; end: number } | null {
    const page = this.#page
    if (page.startsWith('<!--', at)) {
      const end = this.#next.of('-->', at + 4)
      return end === -1 ? null : { kind: 'comment', end: end + 3 }
    }
    if (page[at] === '{') {
      const end = expressionEnd(page, at, this.#patience)
      return end === null ? null : { kind: isScriptComment(page, at, end) ? 'comment' : 'expression', end }
    }
    if (page[at] !== '<') return null
    const end = this.tagEnd(at)
    return end === null ? null : { kind: 'element', end }
  }
}
