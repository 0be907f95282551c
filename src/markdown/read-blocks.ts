import {
  BOX,
  DIRECTIVE,
  FOOTNOTE,
  THEMATIC_BREAK,
  UNDERLINE,
  closesFence,
  fenceStart,
  headingStart,
  htmlEnd,
  isDelimiterRow,
  itemStart,
  rowCells,
} from './block-starts.ts'
import { Cursor } from './cursor.ts'
import { takeDefinitions } from './definitions.ts'
import { FlowReader, isModule, moduleEnd } from './mdx-starts.ts'
import { type Leaf, type OpenContainer, grow, isComment, trimEnd } from './open-blocks.ts'
import type { Block, Cell, Code, Container, Dialect, Flavour, Heading, Range, Raw, TextBlock } from './page.ts'

/** Quotations and lists in one another: nobody writes more, and each line is held against all of them. */
const NESTING_MAX = 100

/** Columns that make code of a line, and that belong to a box. */
const INDENT = 4

/** What may be read for tags and expressions that turn out to be none, for each character of the page. */
const PATIENCE_PER_CHARACTER = 4
const PATIENCE = 20_000

/** What a line is, as far as it was read. */
interface LineState {
  cursor: Cursor
  line: number
  /** How many of the open containers it stands in. */
  depth: number
  /** True when it stands in the paragraph above it. */
  isInParagraph: boolean
  /** True when it did at its beginning, whatever has begun in it; or in indented code. */
  isBelowText: boolean
}

/**
 * Cuts a page into blocks in one pass, line by line, as CommonMark has it, with the tables of GitHub, and the boxes and directives of
 * documentation generators, unless it reads a plain page. Every line is held against the containers that are open, then against what
 * may begin in it.
 */
export class BlockReader {
  readonly blocks: Block[] = []
  readonly #page: string
  readonly #isMdx: boolean
  readonly #isPlain: boolean
  readonly #isMicromark: boolean
  readonly #flow: FlowReader
  readonly #open: OpenContainer[] = []
  #leaf: Leaf | null = null
  /** Lines that begin before this offset belong to a tag, an expression or a module. */
  #rawUntil = 0

  constructor(page: string, dialect: Dialect, flavour: Flavour) {
    this.#page = page
    this.#isMdx = dialect === 'mdx'
    this.#isPlain = flavour !== 'generators'
    this.#isMicromark = this.#isMdx || flavour === 'micromark'
    this.#flow = new FlowReader(page, { characters: PATIENCE + PATIENCE_PER_CHARACTER * page.length })
  }

  readLine(start: number, end: number, line: number): void {
    const cursor = new Cursor(this.#page, start, end)
    if (start < this.#rawUntil) return this.#addRaw(cursor, line)
    const depth = this.#matchContainers(cursor)
    const isInside = depth === this.#open.length
    if (isInside && this.#continueLeaf(cursor, line)) return
    const isInParagraph = isInside && this.#leaf?.kind === 'paragraph'
    const isBelowText = isInParagraph || (isInside && this.#leaf?.kind === 'indented')
    const state = { cursor, line, depth, isInParagraph, isBelowText }
    while (this.#beginContainer(state));
    if (cursor.isBlank) return this.#closeTo(state.depth)
    if (this.#isIndented(cursor) && this.#leaf?.kind !== 'paragraph') return this.#beginIndented(state)
    if (!this.#isIndented(cursor) && this.#beginLeaf(state)) return
    this.#addText(state)
  }

  finish(): Block[] {
    this.#closeTo(0)
    return this.blocks
  }

  #isIndented({ indent }: Cursor): boolean {
    return indent >= INDENT && !this.#isMdx
  }

  #matchContainers(cursor: Cursor): number {
    for (const [index, { container, width, hasContent }] of this.#open.entries()) {
      if (container.kind === 'quote') {
        if (cursor.first !== '>' || this.#isIndented(cursor)) return index
        cursor.skipText(1)
        cursor.skipColumns(1)
      } else if (cursor.isBlank) {
        if (!hasContent) return index
      } else if (cursor.indent >= width) cursor.skipColumns(width)
      else return index
    }
    return this.#open.length
  }

  /** Adds the line to what is open, when that goes on whatever the line holds. */
  #continueLeaf(cursor: Cursor, line: number): boolean {
    const leaf = this.#leaf
    if (leaf?.kind === 'fence') {
      const isEnd = !this.#isIndented(cursor) && closesFence(cursor.rest(), leaf.mark)
      if (isEnd) leaf.block.fence!.isClosed = true
      else cursor.skipColumns(Math.min(leaf.indent, cursor.indent))
      grow(leaf.block, isEnd ? null : { start: cursor.at, end: cursor.end }, cursor.end, line)
      if (isEnd) this.#closeLeaf()
      return true
    }
    if (leaf?.kind === 'html') {
      if (leaf.end === null && cursor.isBlank) return false
      grow(leaf.block, { start: cursor.at, end: cursor.end }, cursor.end, line)
      if (leaf.end?.test(cursor.rest())) this.#closeLeaf()
      return true
    }
    if (leaf?.kind !== 'indented' || (cursor.indent < INDENT && !cursor.isBlank)) return false
    cursor.skipColumns(INDENT)
    const piece = { start: cursor.at, end: cursor.end }
    if (cursor.isBlank) leaf.blanks.push(piece)
    else {
      for (const blank of leaf.blanks.splice(0)) leaf.block.pieces.push(blank)
      grow(leaf.block, piece, cursor.end, line)
    }
    return true
  }

  /** A quotation, an item, a box or a footnote; what follows its mark may begin another one. */
  #beginContainer(state: LineState): boolean {
    const { cursor, isInParagraph } = state
    if (cursor.isBlank || this.#isIndented(cursor) || this.#open.length >= NESTING_MAX) return false
    if (cursor.first === '>') {
      this.#pushContainer(state, 'quote', 1, 0)
      cursor.skipColumns(1)
      return true
    }
    const rest = cursor.rest()
    if (isInParagraph && UNDERLINE.test(rest)) return false
    const box = this.#isPlain ? null : BOX.exec(rest)
    if (box) {
      this.#alone(state, 'directive')
      this.#pushContainer(state, 'box', box[0].length, INDENT)
      cursor.skipText(cursor.end - cursor.text)
      return true
    }
    const footnote = this.#isPlain ? null : FOOTNOTE.exec(rest)
    if (footnote) {
      this.#pushContainer(state, 'footnote', footnote[0].length, INDENT)
      return true
    }
    const isSentence = this.#isMicromark ? state.isBelowText : isInParagraph
    const item = THEMATIC_BREAK.test(rest) ? null : itemStart(rest, isSentence)
    if (item === null) return false
    const indent = cursor.indent
    this.#pushContainer(state, 'item', item.length, 0)
    // Five columns or more are code that stands one column behind the marker.
    const gap = cursor.isBlank || (cursor.indent > INDENT && !this.#isMdx) ? 1 : cursor.indent
    this.#open.at(-1)!.width = indent + item.length + gap
    cursor.skipColumns(gap)
    return true
  }

  #pushContainer(state: LineState, kind: Container['kind'], markerLength: number, width: number): void {
    const { cursor, line } = state
    this.#closeTo(state.depth)
    const marker = { start: cursor.text, end: cursor.text + markerLength }
    const container = { kind, parent: this.#container(), line, marker }
    this.#markContent()
    this.#open.push({ container, width, hasContent: kind !== 'item' })
    state.depth = this.#open.length
    state.isInParagraph = false
    if (kind !== 'box') cursor.skipText(markerLength)
  }

  /** A block that is not a paragraph. */
  #beginLeaf(state: LineState): boolean {
    const { cursor, isInParagraph } = state
    const rest = cursor.rest()
    const first = rest[0]!
    if (first === '#') return this.#beginHeading(state, rest)
    if (first === '`' || first === '~') return this.#beginFence(state, rest)
    if (!this.#isPlain && DIRECTIVE.test(rest)) return this.#alone(state, 'directive')
    if (this.#beginModule(state)) return true
    if (this.#isMdx ? this.#beginMdx(state, rest) : this.#beginHtml(state, rest)) return true
    if (isInParagraph && this.#beginUnderlined(state, rest)) return true
    if (THEMATIC_BREAK.test(rest)) {
      this.#closeTo(state.depth)
      this.#add({ kind: 'break', ...this.#place(state), pieces: [] })
      return true
    }
    return isInParagraph && !this.#isPlain && isDelimiterRow(rest) && this.#beginTable(state, rest)
  }

  #beginHeading(state: LineState, rest: string): boolean {
    const heading = headingStart(rest)
    if (!heading) return false
    this.#closeTo(state.depth)
    const { text } = state.cursor
    const piece = { start: text + heading.text.start, end: text + heading.text.end }
    this.#add({ kind: 'heading', level: heading.level, ...this.#place(state), pieces: [piece] })
    return true
  }

  #beginFence(state: LineState, rest: string): boolean {
    const fence = fenceStart(rest)
    if (!fence) return false
    const { cursor } = state
    this.#closeTo(state.depth)
    const info = { start: cursor.text + fence.info.start, end: cursor.text + fence.info.end }
    const block: Code = { kind: 'code', fence: { mark: fence.mark, info, isClosed: false }, ...this.#place(state), pieces: [] }
    this.#leaf = { kind: 'fence', block, mark: fence.mark, indent: cursor.indent }
    return true
  }

  #beginIndented(state: LineState): void {
    this.#closeTo(state.depth)
    state.cursor.skipColumns(INDENT)
    const { at, end } = state.cursor
    const block: Code = { kind: 'code', fence: null, ...this.#place(state), start: at, pieces: [{ start: at, end }] }
    this.#leaf = { kind: 'indented', block, blanks: [] }
  }

  #beginHtml(state: LineState, rest: string): boolean {
    // Pages for MDX have tags whose end stands alone in a line; to CommonMark that is a quotation, which no author means.
    if (!this.#isPlain && state.depth === 0 && /^<[A-Za-z][\w.-]*\s*$/.test(rest)) {
      const end = this.#flow.tagEnd(state.cursor.text)
      if (end !== null && /\n[ \t]*>$/.test(this.#page.slice(state.cursor.text, end))) this.#rawUntil = end
    }
    // A paragraph that the line might go on counts, too.
    const end = htmlEnd(rest, this.#isMicromark ? state.isInParagraph : this.#leaf?.kind === 'paragraph')
    if (end === undefined) return false
    const { cursor } = state
    this.#closeTo(state.depth)
    const block: Raw = { kind: 'html', ...this.#place(state), pieces: [{ start: cursor.at, end: cursor.end }] }
    this.#leaf = { kind: 'html', block, end }
    if (end?.test(rest)) this.#closeLeaf()
    return true
  }

  /** Also in Markdown: some generators read all pages as MDX. */
  #beginModule(state: LineState): boolean {
    const { cursor, depth, isInParagraph } = state
    if (this.#isPlain && !this.#isMdx) return false
    if (depth > 0 || cursor.indent > 0 || isInParagraph || !isModule(this.#page, cursor.text, this.#isPlain)) return false
    this.#beginRaw(state, 'module', moduleEnd(this.#page, cursor.text))
    return true
  }

  #beginMdx(state: LineState, rest: string): boolean {
    const { cursor } = state
    if (rest[0] !== '<' && rest[0] !== '{') return false
    // Code and styles are not meant as Markdown, if they end; to MDX itself they are elements like any other.
    const raw = this.#isPlain ? undefined : /^<(script|style|pre|textarea)(?=[\s>])/.exec(rest)?.[1]
    if (raw !== undefined && this.#flow.finds(`</${raw}>`, cursor.text)) return this.#beginHtml(state, rest)
    const flow = this.#flow.read(cursor.text)
    if (!flow) return false
    if (!flow.isWhole) {
      this.#rawUntil = flow.end
      return false
    }
    this.#beginRaw(state, flow.kind, flow.end)
    return true
  }

  #beginRaw(state: LineState, kind: 'module' | 'element' | 'expression' | 'comment', end: number): void {
    this.#closeTo(state.depth)
    const { cursor } = state
    const block = { kind, ...this.#place(state), pieces: [{ start: cursor.text, end: cursor.end }] }
    this.#leaf = { kind: 'raw', block }
    this.#rawUntil = end
    if (end <= cursor.end) this.#closeLeaf()
  }

  #addRaw(cursor: Cursor, line: number): void {
    if (this.#leaf?.kind !== 'raw' && this.#leaf?.kind !== 'paragraph') return
    grow(this.#leaf.block, { start: cursor.text, end: cursor.end }, cursor.end, line)
    if (this.#rawUntil <= cursor.end && this.#leaf.kind === 'raw') this.#closeLeaf()
  }

  /** A line of `=` or `-` makes a heading of the paragraph, unless that was nothing but definitions. */
  #beginUnderlined(state: LineState, rest: string): boolean {
    if (!UNDERLINE.test(rest) || this.#leaf?.kind !== 'paragraph') return false
    const { block } = this.#leaf
    for (const definition of takeDefinitions(this.#page, block)) this.#add(definition)
    if (block.pieces.length === 0) {
      this.#leaf = null
      return false
    }
    this.#leaf = null
    trimEnd(this.#page, block)
    const heading: Heading = {
      ...block,
      kind: 'heading',
      level: rest[0] === '=' ? 1 : 2,
      endLine: state.line,
      end: state.cursor.end,
    }
    this.#add(heading)
    return true
  }

  #beginTable(state: LineState, rest: string): boolean {
    if (this.#leaf?.kind !== 'paragraph') return false
    const { block } = this.#leaf
    const header = block.pieces.at(-1)!
    const columns = rowCells(rest).length
    if (rowCells(this.#page.slice(header.start, header.end)).length !== columns) return false
    block.pieces.pop()
    block.endLine -= 1
    block.end = block.pieces.at(-1)?.end ?? block.start
    this.#closeTo(state.depth)
    this.#addRow(header, state.line - 1, columns, true)
    this.#leaf = { kind: 'table', columns }
    return true
  }

  #addRow({ start, end }: Range, line: number, columns: number, isHeader: boolean): void {
    const container = this.#container()
    // Cells that the header has no column for are not shown.
    for (const [column, cell] of rowCells(this.#page.slice(start, end)).slice(0, columns).entries()) {
      const piece = { start: start + cell.start, end: start + cell.end }
      const block: Cell = { kind: 'cell', column, isHeader, line, endLine: line, ...piece, container, pieces: [piece] }
      this.blocks.push(block)
    }
  }

  /** A line that belongs to no paragraph, whatever stands around it. */
  #alone(state: LineState, kind: 'directive'): true {
    this.#closeTo(state.depth)
    const { text, end } = state.cursor
    this.#add({ kind, ...this.#place(state), pieces: [{ start: text, end }] })
    return true
  }

  #addText(state: LineState): void {
    const { cursor, line, isInParagraph } = state
    const piece = { start: cursor.text, end: cursor.end }
    // A line of a paragraph need not repeat the marks of the containers around it.
    const isLazy = this.#leaf?.kind === 'paragraph' && state.depth < this.#open.length
    if (this.#leaf?.kind === 'paragraph' && (isInParagraph || isLazy)) return grow(this.#leaf.block, piece, cursor.end, line)
    if (this.#leaf?.kind === 'table' && state.depth === this.#open.length)
      return this.#addRow(piece, line, this.#leaf.columns, false)
    this.#closeTo(state.depth)
    this.#markContent()
    // Written out, since no block is as frequent: to copy its place would take a tenth of the whole reading.
    const { start, end } = piece
    const block: TextBlock = { kind: 'paragraph', line, endLine: line, start, end, container: this.#container(), pieces: [piece] }
    this.#leaf = { kind: 'paragraph', block }
  }

  #place({ cursor, line }: LineState) {
    this.#markContent()
    return { line, endLine: line, start: cursor.text, end: cursor.end, container: this.#container() }
  }

  #container(): Container | null {
    return this.#open.at(-1)?.container ?? null
  }

  #markContent(): void {
    const open = this.#open.at(-1)
    if (open) open.hasContent = true
  }

  #add(block: Block): void {
    this.blocks.push(block)
  }

  /** Ends what is open, down to the containers that the line stands in. */
  #closeTo(depth: number): void {
    this.#closeLeaf()
    // One by one: a list that is cut to a length gives its memory back, and takes it again for the next item.
    while (this.#open.length > depth) this.#open.pop()
  }

  #closeLeaf(): void {
    const leaf = this.#leaf
    this.#leaf = null
    if (!leaf || leaf.kind === 'table') return
    if (leaf.kind === 'paragraph') {
      for (const definition of takeDefinitions(this.#page, leaf.block)) this.#add(definition)
      trimEnd(this.#page, leaf.block)
      if (leaf.block.pieces.length === 0) return
    }
    if (leaf.kind === 'html' && isComment(this.#page, leaf.block)) leaf.block.kind = 'comment'
    this.#add(leaf.block)
  }
}
