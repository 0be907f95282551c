import type { CodeFence } from './page-facts.ts'

/** A stretch of text in which links and code spans may stand. They never reach from one block into the next. */
export interface TextBlock {
  start: number
  end: number
  line: number
  /** 0 for text, 1 to 6 for a heading. */
  level: number
  isNested: boolean
}

export interface Definition {
  label: string
  line: number
  start: number
  end: number
}

export interface PageBlocks {
  texts: TextBlock[]
  definitions: Definition[]
  fences: CodeFence[]
  /** The `import` and `export` lines of MDX. */
  modules: string[]
  lineStarts: number[]
}

const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/
const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/
/** MkDocs and similar: the indented lines below belong to the box, not to a code block. */
const INDENTED_BOX = /^(?:!!!|\?\?\?\+?|={3}\+?(?=[ \t]+")|\[\^[^\]\s]+\]:)(?=[ \t])/
const HEADING = /^(#{1,6})(?:[ \t]+|$)/
const THEMATIC_BREAK = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/
const UNDERLINE = /^(?:=+|-+)[ \t]*$/
const DEFINITION = /^\[((?:[^[\]\\]|\\.)+)\]:[ \t]*(?:<([^<>]*)>|([^\s<]\S*))(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^)]*\)))?[ \t]*$/
const MODULE_LINE =
  /^(?:import\s+(?:[\w*{][^'"]*\sfrom\s*)?['"{]|import\s*\{|export\s+(?:const|let|default|function|async|\{|\*))/
const RAW_TAG = /^<(script|style|pre|textarea)(?=[\s>])/

/** Lists in lists on one line: each level reads the rest of the line again, so there is an end to it. */
const NESTING_MAX = 20

interface Line {
  /** Offset of the first character after quotation marks, list markers and indentation. */
  start: number
  end: number
  number: number
  content: string
  /** Columns of indentation beyond what the list item around it asks for. */
  indent: number
  quoteDepth: number
  startsItem: boolean
}

/**
 * Cuts a page into blocks, line by line.
 *
 * It follows CommonMark where renderers agree, and is lenient where authors are: a fence may stand at any indentation, because
 * lists, boxes and components all indent their content and each renderer counts the columns in its own way.
 */
export class BlockScanner {
  readonly #text: string
  readonly #isMdx: boolean
  readonly #blocks: PageBlocks = { texts: [], definitions: [], fences: [], modules: [], lineStarts: [0] }
  /** The content columns of the list items that are open. */
  #items: number[] = []
  #open: TextBlock | null = null
  #openItemColumn = 0
  #openQuoteDepth = 0
  #isAfterBlank = true
  #isIndentedCode = false
  #fence: { mark: string; column: number; quoteDepth: number; fence: CodeFence } | null = null
  /** Lines before this offset belong to a comment or another raw block. */
  #rawUntil = 0
  readonly #absentEndings = new Set<string>()
  #module: { start: number; depth: number } | null = null

  constructor(text: string, isMdx: boolean) {
    this.#text = text
    this.#isMdx = isMdx
  }

  /** `bodyOffset` is the end of the front matter. */
  scan(bodyOffset: number): PageBlocks {
    const text = this.#text
    let number = 0
    for (let start = 0; start <= text.length;) {
      const newline = text.indexOf('\n', start)
      const next = newline === -1 ? text.length + 1 : newline + 1
      let end = newline === -1 ? text.length : newline
      if (text[end - 1] === '\r' && end > start) end -= 1
      number += 1
      if (newline !== -1) this.#blocks.lineStarts.push(next)
      if (start >= bodyOffset) this.#readLine(start, end, number)
      start = next
    }
    this.#close()
    return this.#blocks
  }

  #readLine(start: number, end: number, number: number): void {
    if (start < this.#rawUntil) return
    if (this.#module && this.#continueModule(start, end)) return
    if (this.#fence) {
      if (this.#continueFence(start, end, number)) return
    }
    const line = this.#readPrefix(start, end, number)
    if (line.content === '') {
      this.#close()
      this.#isAfterBlank = true
      return
    }
    if (this.#isCode(line)) return
    this.#isIndentedCode = false
    this.#readContent(line)
    this.#isAfterBlank = false
  }

  /** Strips quotation marks and list markers, and keeps account of the list items that are open. */
  #readPrefix(start: number, end: number, number: number): Line {
    const text = this.#text
    let at = start
    let column = 0
    let quoteDepth = 0
    let startsItem = false
    const isInTag = this.#open !== null && text[this.#open.start] === '<' && this.#openQuoteDepth === 0
    for (let nesting = 0; ; nesting += 1) {
      while (at < end && (text[at] === ' ' || text[at] === '\t')) {
        column += text[at] === '\t' ? 4 - (column % 4) : 1
        at += 1
      }
      // Below a tag a lone `>` is where the tag ends, as HTML goes on to a blank line.
      if (text[at] === '>' && at < end && !isInTag) {
        quoteDepth += 1
        at += text[at + 1] === ' ' ? 2 : 1
        // Columns inside a quotation count from its mark.
        column = 0
        continue
      }
      const content = text.slice(at, end)
      if (content === '') break
      if (this.#isAfterBlank || LIST_ITEM.test(content)) this.#leaveItems(column)
      if (nesting >= NESTING_MAX || THEMATIC_BREAK.test(content)) break
      const marker = LIST_ITEM.exec(content)?.[0]
      const relative = column - this.#itemColumn()
      if (!marker || (relative >= 4 && this.#isAfterBlank && !startsItem && !this.#isMdx)) {
        if (INDENTED_BOX.test(content)) this.#items.push(column + 4)
        break
      }
      this.#close()
      startsItem = true
      const spaces = /^[ \t]*/.exec(content.slice(marker.length))![0].length
      const width = spaces > 4 || spaces === 0 ? 1 : spaces
      this.#items.push(column + marker.length + width)
      at = Math.min(end, at + marker.length + width)
      column += marker.length + width
    }
    const content = text.slice(at, end).trimEnd()
    return {
      start: at,
      end: at + content.length,
      number,
      content,
      indent: Math.max(0, column - this.#itemColumn()),
      quoteDepth,
      startsItem,
    }
  }

  #itemColumn(): number {
    return this.#items.at(-1) ?? 0
  }

  #leaveItems(column: number): void {
    while (this.#items.length > 0 && this.#itemColumn() > column) this.#items.pop()
  }

  #isCode(line: Line): boolean {
    if (this.#isMdx || line.indent < 4 || FENCE.test(line.content)) return false
    if (!this.#isAfterBlank && !this.#isIndentedCode) return false
    this.#isIndentedCode = true
    return true
  }

  #readContent(line: Line): void {
    const { content } = line
    const fence = FENCE.exec(content)?.[1]
    if (fence) {
      this.#close()
      const opened: CodeFence = { line: line.number, endLine: null }
      this.#blocks.fences.push(opened)
      this.#fence = { mark: fence, column: this.#itemColumn() + line.indent, quoteDepth: line.quoteDepth, fence: opened }
      return
    }
    if (this.#startsRaw(line)) return
    if (this.#open && this.#underline(line)) return
    const heading = HEADING.exec(content)
    if (heading && (line.indent < 4 || this.#isMdx)) {
      this.#close()
      this.#addHeading(line, heading)
      return
    }
    if (THEMATIC_BREAK.test(content)) return this.#close()
    if (!this.#open && this.#define(line)) return
    if (!this.#open && !line.startsItem && line.indent === 0 && MODULE_LINE.test(content)) {
      this.#module = { start: line.start, depth: 0 }
      this.#continueModule(line.start, line.end)
      return
    }
    this.#addText(line)
  }

  #addHeading(line: Line, heading: RegExpExecArray): void {
    const whole = line.content.slice(heading[0].length)
    const body = whole.endsWith('#') ? whole.replace(/(?:^|(?<![ \t])[ \t]+)#+$/, '') : whole
    const start = line.start + heading[0].length
    this.#blocks.texts.push({
      start,
      end: start + body.length,
      line: line.number,
      level: heading[1]!.length,
      isNested: line.quoteDepth > 0 || this.#items.length > 0,
    })
  }

  #addText(line: Line): void {
    // The rows of a table and the marks of a directive are inline contexts of their own.
    const standsAlone = line.content.startsWith('|') || line.content.startsWith(':::')
    if (standsAlone) this.#close()
    if (this.#open) this.#open.end = line.end
    else {
      const isNested = line.quoteDepth > 0 || this.#items.length > 0
      this.#open = { start: line.start, end: line.end, line: line.number, level: 0, isNested }
      this.#openItemColumn = this.#itemColumn()
      this.#openQuoteDepth = line.quoteDepth
    }
    if (standsAlone) this.#close()
  }

  /** A line of `=` or `-` below a paragraph makes it a heading, but not below HTML, which is no paragraph. */
  #underline(line: Line): boolean {
    const open = this.#open!
    if (!UNDERLINE.test(line.content) || line.startsItem || line.indent > 3) return false
    if (this.#text[open.start] === '<' || this.#itemColumn() !== this.#openItemColumn) return false
    // Without the indentation of the list item this is a thematic break that ends the list.
    if (this.#openItemColumn > 0 && line.start - this.#blocks.lineStarts[line.number - 1]! < this.#openItemColumn) return false
    open.level = line.content.startsWith('=') ? 1 : 2
    this.#close()
    return true
  }

  #define(line: Line): boolean {
    const found = DEFINITION.exec(line.content)
    if (!found || found[1]!.startsWith('^') || found[1]!.trim() === '') return false
    const target = found[2] ?? found[3]!
    const offset = line.content.indexOf(':', found[1]!.length + 2) + 1
    const isBracketed = found[2] !== undefined
    const start = line.start + (isBracketed ? line.content.indexOf('<', offset) + 1 : line.content.indexOf(target, offset))
    this.#blocks.definitions.push({ label: found[1]!, line: line.number, start, end: start + target.length })
    return true
  }

  /** Comments, and tags whose content is not Markdown. An end that never comes is believed only of HTML comments. */
  #startsRaw(line: Line): boolean {
    const { content } = line
    const raw = RAW_TAG.exec(content)
    const isComment = content.startsWith('<!--')
    const ending = isComment ? '-->' : content.startsWith('{/*') ? '*/}' : raw ? `</${raw[1]!}` : null
    if (ending === null) return false
    const end = this.#find(ending, line.start + 3)
    if (end !== -1 && end < line.end && !raw) return false
    if (end === -1 && !isComment) return false
    this.#close()
    this.#rawUntil = end === -1 ? this.#text.length + 1 : end + 1
    return true
  }

  /** An ending that is absent is looked for once, or a page of openings alone would take quadratic time. */
  #find(ending: string, from: number): number {
    if (this.#absentEndings.has(ending)) return -1
    const end = this.#text.indexOf(ending, from)
    if (end === -1) this.#absentEndings.add(ending)
    return end
  }

  #continueFence(start: number, end: number, number: number): boolean {
    const { mark, column, quoteDepth, fence } = this.#fence!
    let at = start
    for (let depth = 0; depth < quoteDepth; depth += 1) {
      while (at < end && this.#text[at] === ' ') at += 1
      if (this.#text[at] !== '>') {
        // The quotation ends, and the fence with it.
        fence.endLine = number - 1
        this.#fence = null
        return false
      }
      at += 1
    }
    const line = this.#text.slice(at, end)
    const trimmed = line.trim()
    const indent = line.length - line.trimStart().length
    if (trimmed.length >= mark.length && trimmed === mark[0]!.repeat(trimmed.length) && indent < column + 4) {
      fence.endLine = number
      this.#fence = null
    }
    return true
  }

  /** An `import` or `export` goes on to a blank line outside its brackets; a heading ends it whatever the brackets say. */
  #continueModule(start: number, end: number): boolean {
    const module = this.#module!
    const line = this.#text.slice(start, end)
    const isEnd = (line.trim() === '' && module.depth <= 0) || (start > module.start && HEADING.test(line))
    if (isEnd) {
      this.#blocks.modules.push(this.#text.slice(module.start, start))
      this.#module = null
      return false
    }
    for (const character of line) {
      if (character === '{' || character === '(' || character === '[') module.depth += 1
      else if (character === '}' || character === ')' || character === ']') module.depth -= 1
    }
    return true
  }

  #close(): void {
    if (this.#open) this.#blocks.texts.push(this.#open)
    this.#open = null
    if (this.#module) this.#blocks.modules.push(this.#text.slice(this.#module.start))
    this.#module = null
  }
}
