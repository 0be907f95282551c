import { type UnclosedQuotes, closeBracket, skipPiece } from '../markdown/script-scan.ts'

/** For each line, whether it is shown as code; and what stands behind the marks of fenced blocks. */
export interface BlockReading {
  isShown: boolean[]
  infos: string[]
}

interface Fence {
  mark: string
  length: number
}

const FENCE = /^(`{3,}|~{3,})(.*)$/
const BULLET = /^([-+*])(?=[ ]|$)/
const NUMBERED = /^(\d{1,9})[.)](?=[ ]|$)/
const THEMATIC_BREAK = /^(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/
const BOX = /^(?:!!!|\?\?\?\+?|===[+!]?) /
const RAW_ELEMENT = /^<(?:script|pre|style|textarea)(?:[ >]|$)/i
const BLOCK_ELEMENT =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ >]|\/>|$)/i
const WHOLE_TAG = /^<\/?[A-Za-z][\w-]*(?: +[A-Za-z_:@][\w.:@-]*(?: *= *(?:[^ "'=<>`]+|'[^']*'|"[^"]*"))?)* *\/?> *$/
const MODULE = /^(?:import|export)(?:[ {*"']|$)/

/** Lists in lists on one line: no page has more, and each level reads the rest of the line again. */
const NESTING_MAX = 20

/** A fence is what looks like one: whatever stands around it, wherever it stands. */
export function naiveFences(lines: readonly string[]): BlockReading {
  const isShown: boolean[] = []
  const infos: string[] = []
  let fence: Fence | null = null
  for (const line of lines) {
    const bare = trimSpaces(line.replace(/^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,20}[ \t>]*/, ''))
    const opened: { fence: Fence; info: string } | null = fence ? null : openFence(bare)
    if (fence) {
      isShown.push(true)
      if (closes(fence, bare)) fence = null
    } else {
      isShown.push(opened !== null)
      if (opened) {
        fence = opened.fence
        infos.push(opened.info)
      }
    }
  }
  return { isShown, infos }
}

function openFence(text: string): { fence: Fence; info: string } | null {
  const [, marks, info] = FENCE.exec(text) ?? []
  if (marks === undefined || info === undefined || (marks.startsWith('`') && info.includes('`'))) return null
  return { fence: { mark: marks[0]!, length: marks.length }, info: info.trim() }
}

function closes({ mark, length }: Fence, text: string): boolean {
  return text.length >= length && text === mark.repeat(text.length)
}

type Container = { kind: 'quote' } | { kind: 'item'; width: number }

/** What is open at the end of a line. */
type Leaf = { kind: 'none' | 'paragraph' | 'indented' } | { kind: 'fence'; fence: Fence } | { kind: 'html'; end: RegExp | null }

/** Reads a page block by block: as CommonMark has it, or as MDX, which knows expressions and elements instead of HTML and indented code. */
export class BlockReader {
  readonly #page: string
  readonly #lines: readonly string[]
  readonly #isMdx: boolean
  readonly #hasBoxes: boolean
  #containers: Container[] = []
  #leaf: Leaf = { kind: 'none' }
  /** Lines before this offset belong to an expression, an element or a module. */
  #liveUntil = 0
  #misses = 0
  readonly #infos: string[] = []

  constructor(page: string, lines: readonly string[], isMdx: boolean, hasBoxes: boolean) {
    this.#page = page
    this.#lines = lines
    this.#isMdx = isMdx
    this.#hasBoxes = hasBoxes
  }

  read(): BlockReading {
    let start = 0
    const isShown = this.#lines.map((line) => {
      const shown = start >= this.#liveUntil && this.#readLine(expandTabs(line), start)
      start += line.length + 1
      return shown
    })
    return { isShown, infos: this.#infos }
  }

  /** True when the line is shown as code. */
  #readLine(line: string, start: number): boolean {
    const { matched, rest: afterOld } = this.#matchContainers(line)
    const isInside = matched === this.#containers.length
    if (isInside && this.#leaf.kind === 'fence') {
      if (closes(this.#leaf.fence, trimSpaces(afterOld)) && indentOf(afterOld) < 4) this.#leaf = { kind: 'none' }
      return true
    }
    if (isInside && this.#leaf.kind === 'html') {
      const { end } = this.#leaf
      if (end ? end.test(afterOld) : isBlank(afterOld)) this.#leaf = { kind: 'none' }
      return false
    }
    const opened = this.#openContainers(afterOld, matched)
    const isLazy = !isInside && !opened.isNew && this.#leaf.kind === 'paragraph'
    if (isBlank(opened.rest)) {
      if (!isInside && !opened.isNew) this.#containers.length = matched
      if (this.#leaf.kind !== 'indented' || !isInside) this.#leaf = { kind: 'none' }
      return false
    }
    if (isLazy && !this.#startsBlock(opened.rest)) return false
    if (!isInside && !opened.isNew) {
      this.#containers.length = matched
      this.#leaf = { kind: 'none' }
    }
    return this.#readLeaf(opened.rest, start)
  }

  #matchContainers(line: string): { matched: number; rest: string } {
    let rest = line
    let matched = 0
    for (const container of this.#containers) {
      const indent = indentOf(rest)
      if (container.kind === 'quote') {
        if (indent > 3 || rest[indent] !== '>') break
        rest = rest.slice(indent + (rest[indent + 1] === ' ' ? 2 : 1))
      } else {
        if (!isBlank(rest) && indent < container.width) break
        rest = rest.slice(Math.min(container.width, indent))
      }
      matched += 1
    }
    return { matched, rest }
  }

  #openContainers(line: string, matched: number): { rest: string; isNew: boolean } {
    let rest = line
    let isNew = false
    for (let nesting = 0; nesting < NESTING_MAX; nesting += 1) {
      const indent = indentOf(rest)
      const text = rest.slice(indent)
      const isParagraph = !isNew && this.#leaf.kind === 'paragraph' && matched === this.#containers.length
      if (indent > 3 && (!this.#isMdx || isParagraph)) break
      const marker = THEMATIC_BREAK.test(trimSpaces(text)) ? null : (BULLET.exec(text) ?? NUMBERED.exec(text))
      // Within a paragraph only a list that begins with 1 and says something begins anew.
      const interrupts =
        !isParagraph || ((marker?.[1] === '1' || !/\d/.test(marker?.[1] ?? '')) && !isBlank(text.slice(marker?.[0].length)))
      const isQuote = text.startsWith('>')
      if (!isQuote && !(marker && interrupts)) break
      if (!isNew) this.#containers.length = matched
      isNew = true
      this.#leaf = { kind: 'none' }
      if (isQuote) {
        this.#containers.push({ kind: 'quote' })
        rest = text.slice(text[1] === ' ' ? 2 : 1)
        continue
      }
      const after = text.slice(marker![0].length)
      const spaces = indentOf(after)
      const gap = spaces > 4 || isBlank(after) ? 1 : spaces
      this.#containers.push({ kind: 'item', width: indent + marker![0].length + gap })
      rest = after.slice(gap)
    }
    return { rest, isNew }
  }

  /** True for a line that ends a paragraph although it stands outside of the paragraph's container. */
  #startsBlock(line: string): boolean {
    const text = line.slice(indentOf(line))
    if (indentOf(line) > 3) return false
    return (
      /^#{1,6}(?: |$)/.test(text) ||
      openFence(text) !== null ||
      THEMATIC_BREAK.test(trimSpaces(text)) ||
      this.#htmlEnd(text, true) !== undefined
    )
  }

  #readLeaf(line: string, start: number): boolean {
    const indent = indentOf(line)
    const text = line.slice(indent)
    if (indent > 3 && !this.#isMdx) {
      if (this.#leaf.kind === 'paragraph') return false
      this.#leaf = { kind: 'indented' }
      return true
    }
    const opened = openFence(trimSpaces(text))
    if (opened) {
      this.#leaf = { kind: 'fence', fence: opened.fence }
      this.#infos.push(opened.info)
      return true
    }
    if (this.#isMdx && this.#stepOverScript(text, start)) return false
    const end = this.#isMdx ? undefined : this.#htmlEnd(text, this.#leaf.kind === 'paragraph')
    if (end !== undefined) {
      this.#leaf = end?.test(text) ? { kind: 'none' } : { kind: 'html', end }
      return false
    }
    const isAlone = /^#{1,6}(?: |$)/.test(text) || THEMATIC_BREAK.test(trimSpaces(text)) || (this.#hasBoxes && BOX.test(text))
    this.#leaf = { kind: isAlone ? 'none' : 'paragraph' }
    return false
  }

  /** What ends the HTML that begins here, null for a blank line; undefined when none begins. */
  #htmlEnd(text: string, isInParagraph: boolean): RegExp | null | undefined {
    if (!text.startsWith('<')) return undefined
    if (RAW_ELEMENT.test(text)) return /<\/(?:script|pre|style|textarea)>/i
    if (text.startsWith('<!--')) return /-->/
    if (text.startsWith('<?')) return /\?>/
    if (text.startsWith('<![CDATA[')) return /\]\]>/
    if (/^<![A-Za-z]/.test(text)) return />/
    if (BLOCK_ELEMENT.test(text)) return null
    return !isInParagraph && text.length < 2000 && WHOLE_TAG.test(text) ? null : undefined
  }

  /** MDX: an expression or an element that begins a line, and a module, may reach over several lines, and so over fences. */
  #stepOverScript(text: string, lineStart: number): boolean {
    const page = this.#page
    const isModule = MODULE.test(text) && page.startsWith(text.slice(0, 6), lineStart)
    const begins = text.startsWith('{') || /^<\/?[A-Za-z>]/.test(text)
    if (!isModule && !begins) return false
    const at = page.indexOf(text[0]!, lineStart)
    const limit = Math.min(page.length, at + SCRIPT_CHARACTERS_MAX)
    const end = isModule
      ? moduleEnd(page, lineStart)
      : text.startsWith('{')
        ? closeBracket(page, at, limit)
        : elementEnd(page, at, limit)
    // Each of them reads far ahead; a page of nothing else is not read as anything that is shown.
    if (end === null) this.#misses += 1
    if (this.#misses > MISSES_MAX) this.#liveUntil = page.length + 1
    if (end === null || end <= endOfLine(page, lineStart)) return false
    this.#liveUntil = Math.max(this.#liveUntil, end)
    this.#leaf = { kind: 'none' }
    return true
  }
}

/** No expression, element or module of a page is longer. */
const SCRIPT_CHARACTERS_MAX = 20_000

/** So many expressions and elements of a page may have no end, before no line of it counts as shown any more. */
const MISSES_MAX = 100

function endOfLine(page: string, from: number): number {
  const end = page.indexOf('\n', from)
  return end === -1 ? page.length : end
}

/** A module goes on to a blank line outside of its brackets. */
export function moduleEnd(page: string, start: number): number {
  const limit = Math.min(page.length, start + SCRIPT_CHARACTERS_MAX)
  const unclosed: UnclosedQuotes = new Map()
  let end = endOfLine(page, start)
  for (let at = start; at < limit;) {
    const lineEnd = endOfLine(page, at)
    if (isBlank(page.slice(at, lineEnd))) break
    let close = lineEnd
    for (let place = at; place < lineEnd; place += 1) {
      const piece = skipPiece(page, place, limit, unclosed)
      const after = piece > place ? piece : '{[('.includes(page[place]!) ? (closeBracket(page, place, limit) ?? limit) : place + 1
      close = Math.max(close, after)
      place = after - 1
    }
    end = endOfLine(page, close)
    at = end + 1
  }
  return end
}

/** The offset after a tag that reaches over several lines. */
function elementEnd(page: string, at: number, limit: number): number | null {
  for (let place = at; place < limit; place += 1) {
    const character = page[place]
    if (character === '>') return place + 1
    if (character === '{') place = (closeBracket(page, place, limit) ?? limit) - 1
    else if (character === '"' || character === "'") {
      place += 1
      while (place < limit && page[place] !== character) place += 1
    }
  }
  return null
}

/** Renderers know two spaces only. A line of other ones is not blank to them, and must not be so here. */
export function isBlank(text: string): boolean {
  return !/[^ \t]/.test(text)
}

function trimSpaces(text: string): string {
  return text.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '')
}

function indentOf(text: string): number {
  let at = 0
  while (text[at] === ' ') at += 1
  return at
}

/** Tabs stand for spaces up to the next multiple of four columns. */
function expandTabs(line: string): string {
  if (!line.includes('\t')) return line
  let column = 0
  return line.replace(/[^\t]*\t?/g, (part) => {
    if (!part.endsWith('\t')) return part
    column += part.length - 1
    const width = 4 - (column % 4)
    column += width
    return part.slice(0, -1) + ' '.repeat(width)
  })
}
