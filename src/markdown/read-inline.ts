import { findAddresses } from './addresses.ts'
import { Content } from './content.ts'
import { Delimiters } from './delimiters.ts'
import { isPunctuation, labelEnd, normaliseLabel, readDestination, titleEnd } from './links.ts'
import { expressionEnd, isScriptComment } from './mdx-starts.ts'
import { NextIndex } from './next-index.ts'
import type { Block, Definition, Dialect, LinkSpan, MarkdownPage, PlainSpan, Range, Span } from './page.ts'
import { type Patience, readTag } from './tag.ts'

const INTERESTING = /[\\`<[\]!{*_~&$]/g
const ANGLE = /</g
/** Also what an address is known by. A text without any of it has no spans, and most items of lists are such. */
const ANYTHING = /[\\`<[\]!{*_~&$@]|:\/\/|www\./i
// oxlint-disable-next-line no-control-regex
const AUTOLINK = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\u0000-\u0020<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)*)>/y
const ENTITY = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/y
/** Attributes of kramdown, Pandoc and others: `{#id}`, `{: .note }`, `{.wide}`, `{ #id .wide }`. */
const ATTRIBUTES = /\{:?[ \t]*[#.][^{}\n]{0,500}\}|\{:[^{}\n]{0,500}\}/y

const PATIENCE_PER_CHARACTER = 4
const PATIENCE = 2000

/** Blocks that are no text to Markdown. */
const OPAQUE: ReadonlySet<Block['kind']> = new Set(['code', 'module', 'expression', 'definition', 'break'])

/** Reads what stands within a block: code, links, tags, emphasis and the like. In HTML these are only tags and comments. */
export function readInline(page: MarkdownPage, block: Block): Span[] {
  if (OPAQUE.has(block.kind)) return []
  const content = new Content(page.text, block.pieces)
  if (!ANYTHING.test(content.text)) return []
  const isHtml = block.kind === 'html' || block.kind === 'comment'
  const reader = new InlineReader(content.text, page.dialect, page.definitions, page.flavour !== 'generators')
  return reader.read(isHtml).map((span) => placed(span, content))
}

/** The same for a text that stands on no page; offsets are within it. */
export function readSpans(text: string, dialect: Dialect, definitions: ReadonlyMap<string, Definition>): Span[] {
  return new InlineReader(text, dialect, definitions, false).read(false)
}

/** A span whose definition is known to be elsewhere keeps its target there. */
function placed(span: Span, content: Content): Span {
  const place = content.range(span.start, span.end)
  switch (span.kind) {
    case 'code':
    case 'emphasis':
    case 'strong':
    case 'strike':
      return { ...span, ...place, inner: content.range(span.inner.start, span.inner.end) }
    case 'link':
    case 'image': {
      const target = span.definition ? span.target : content.range(span.target.start, span.target.end)
      return { ...span, ...place, inner: content.range(span.inner.start, span.inner.end), target }
    }
    case 'tag': {
      const attributes = span.attributes.map((one) => ({ ...one, ...content.range(one.start, one.end) }))
      return { ...span, ...place, attributes }
    }
    default:
      return { ...span, ...place }
  }
}

interface Bracket {
  start: number
  isImage: boolean
  /** Another one was opened in it, so that its text is no label. */
  hasInner: boolean
}

/** Walks over the text from left to right, so that what begins first wins. Offsets are within the text. */
class InlineReader {
  readonly #text: string
  readonly #dialect: Dialect
  readonly #definitions: ReadonlyMap<string, Definition>
  readonly #isPlain: boolean
  readonly #spans: Span[] = []
  readonly #delimiters: Delimiters
  readonly #next: NextIndex
  readonly #patience: Patience
  readonly #unclosedTitles = new Set<string>()
  readonly #brackets: Bracket[] = []
  /** Brackets below this index surround a link. They can only be images any more: links do not nest. */
  #linkFloor = 0
  #ticks: Map<number, number[]> | null = null

  constructor(text: string, dialect: Dialect, definitions: ReadonlyMap<string, Definition>, isPlain: boolean) {
    this.#text = text
    this.#dialect = dialect
    this.#definitions = definitions
    this.#isPlain = isPlain
    this.#delimiters = new Delimiters(text)
    this.#next = new NextIndex(text)
    this.#patience = { characters: PATIENCE + PATIENCE_PER_CHARACTER * text.length }
  }

  /** @param isHtml Only tags and comments count. */
  read(isHtml: boolean): Span[] {
    const interesting = isHtml ? ANGLE : INTERESTING
    interesting.lastIndex = 0
    for (let found = interesting.exec(this.#text); found; found = interesting.exec(this.#text))
      interesting.lastIndex = this.#readAt(found.index, found[0])
    if (!isHtml) {
      this.#delimiters.pair(0)
      for (const span of this.#delimiters.spans) this.#spans.push(span)
    }
    this.#spans.sort(byPlace)
    if (isHtml) return this.#spans
    const addresses = findAddresses(this.#text, this.#spans)
    return addresses.length === 0 ? this.#spans : [...this.#spans, ...addresses].sort(byPlace)
  }

  /** Returns where to go on. */
  #readAt(at: number, sign: string): number {
    switch (sign) {
      case '\\':
        return this.#readEscape(at)
      case '`':
        return this.#readCode(at)
      case '<':
        return this.#readAngle(at)
      case '{':
        return this.#readBrace(at)
      case '&':
        return this.#readEntity(at)
      case '$':
        return this.#text[at + 1] === '$' && !this.#isPlain ? this.#plain('math', at, '$$', 2) : at + 1
      case '!':
        return this.#text[at + 1] === '[' ? this.#openBracket(at, true) : at + 1
      case '[':
        return this.#openBracket(at, false)
      case ']':
        return this.#closeBracket(at)
      default:
        return this.#delimiters.add(at)
    }
  }

  #readEscape(at: number): number {
    if (!isPunctuation(this.#text.charCodeAt(at + 1))) return at + 1
    this.#spans.push({ kind: 'escape', start: at, end: at + 2 })
    return at + 2
  }

  #readEntity(at: number): number {
    ENTITY.lastIndex = at
    const found = ENTITY.exec(this.#text)
    if (!found) return at + 1
    this.#spans.push({ kind: 'entity', start: at, end: at + found[0].length })
    return at + found[0].length
  }

  #readCode(at: number): number {
    const start = runEnd(this.#text, at)
    const close = this.#closingTicks(start - at, start)
    if (close === null) return start
    const end = close + start - at
    this.#spans.push({ kind: 'code', start: at, end, inner: { start, end: close } })
    return end
  }

  /** All runs are found once: without that, runs of ever new lengths would each be looked for up to the end. */
  #closingTicks(length: number, from: number): number | null {
    if (!this.#ticks) {
      this.#ticks = new Map()
      for (let at = this.#text.lastIndexOf('`'); at !== -1; at = at > 0 ? this.#text.lastIndexOf('`', at - 1) : -1) {
        const end = at + 1
        while (this.#text[at - 1] === '`') at -= 1
        const runs = this.#ticks.get(end - at)
        if (runs) runs.push(at)
        else this.#ticks.set(end - at, [at])
      }
    }
    const runs = this.#ticks.get(length) ?? []
    while (runs.length > 0 && runs.at(-1)! < from) runs.pop()
    return runs.at(-1) ?? null
  }

  #readAngle(at: number): number {
    const text = this.#text
    if (text.startsWith('<!--', at)) {
      if (text[at + 4] === '>') return this.#add('comment', at, at + 5)
      if (text.startsWith('->', at + 4)) return this.#add('comment', at, at + 6)
      return this.#plain('comment', at, '-->', 4)
    }
    if (text[at + 1] === '?') return this.#plain('comment', at, '?>', 2)
    if (text.startsWith('<![CDATA[', at)) return this.#plain('comment', at, ']]>', 9)
    if (/[A-Za-z]/.test(text[at + 2] ?? '') && text[at + 1] === '!') return this.#plain('comment', at, '>', 2)
    AUTOLINK.lastIndex = at
    const address = AUTOLINK.exec(text)?.[1]
    if (address !== undefined) {
      const inner = { start: at + 1, end: at + 1 + address.length }
      this.#spans.push({ kind: 'link', form: 'autolink', start: at, end: inner.end + 1, inner, target: inner, definition: null })
      return inner.end + 1
    }
    const grammar = this.#isPlain && this.#dialect === 'md' ? 'commonmark' : this.#dialect
    const tag = readTag(text, at, grammar, this.#patience, this.#next)
    if (!tag) return at + 1
    const { name, isClosing, attributes, end } = tag
    this.#spans.push({ kind: 'tag', start: at, end, name, isClosing, attributes })
    return end
  }

  /** In MDX braces hold JavaScript; elsewhere what some generator fills in. */
  #readBrace(at: number): number {
    const text = this.#text
    if (this.#dialect === 'mdx') {
      const end = expressionEnd(text, at, this.#patience)
      if (end === null) return at + 1
      return this.#add(isScriptComment(text, at, end) ? 'comment' : 'expression', at, end)
    }
    if (this.#isPlain) return at + 1
    if (text.startsWith('{/*', at)) return this.#plain('comment', at, '*/}', 3)
    if (text[at + 1] === '{') return this.#plain('template', at, '}}', 2)
    if (text[at + 1] === '%') return this.#plain('template', at, '%}', 2)
    ATTRIBUTES.lastIndex = at
    const attributes = ATTRIBUTES.exec(text)
    return attributes ? this.#add('template', at, at + attributes[0].length) : at + 1
  }

  /** Something that goes on to its end, whatever stands in between; no span when it has none. */
  #plain(kind: PlainSpan['kind'], at: number, ending: string, opening: number): number {
    const close = this.#next.of(ending, at + opening)
    return close === -1 ? at + 1 : this.#add(kind, at, close + ending.length)
  }

  #add(kind: PlainSpan['kind'], start: number, end: number): number {
    this.#spans.push({ kind, start, end })
    return end
  }

  #openBracket(at: number, isImage: boolean): number {
    const outer = this.#brackets.at(-1)
    if (outer) outer.hasInner = true
    this.#brackets.push({ start: at, isImage, hasInner: false })
    return at + (isImage ? 2 : 1)
  }

  #closeBracket(at: number): number {
    const bracket = this.#brackets.pop()
    const isBelow = this.#brackets.length < this.#linkFloor
    this.#linkFloor = Math.min(this.#linkFloor, this.#brackets.length)
    if (!bracket || (isBelow && !bracket.isImage)) return at + 1
    const inner = { start: bracket.start + (bracket.isImage ? 2 : 1), end: at }
    if (!bracket.isImage && !this.#isPlain && this.#isFootnote(inner)) return this.#add('footnote', bracket.start, at + 1)
    const found = this.#readTarget(at) ?? this.#readReference(bracket, inner, at)
    if (!found) return at + 1
    const { end, ...rest } = found
    this.#spans.push({ kind: bracket.isImage ? 'image' : 'link', start: bracket.start, end, inner, ...rest })
    this.#delimiters.pair(inner.start)
    if (!bracket.isImage) this.#linkFloor = this.#brackets.length
    return end
  }

  #isFootnote({ start, end }: Range): boolean {
    if (this.#text[start] !== '^' || end - start < 2) return false
    return this.#text[end + 1] !== '(' && !/\s/.test(this.#text.slice(start, Math.min(end, start + 200)))
  }

  /** What follows the bracket: `(target "title")`. */
  #readTarget(at: number): Pick<LinkSpan, 'form' | 'target' | 'definition' | 'end'> | null {
    const text = this.#text
    if (text[at + 1] !== '(') return null
    const from = skipSpace(text, at + 2)
    const destination = readDestination(text, from)
    if (!destination) return null
    const { target, next } = destination
    let end = skipSpace(text, next)
    if (end > next && text[end] !== ')') {
      const title = titleEnd(text, end, this.#unclosedTitles)
      if (title === null) return null
      end = skipSpace(text, title)
    }
    return text[end] === ')' ? { form: 'inline', target, definition: null, end: end + 1 } : null
  }

  /** What names a definition: `[text][label]`, `[label][]` or `[label]`. */
  #readReference(bracket: Bracket, inner: Range, at: number): Pick<LinkSpan, 'form' | 'target' | 'definition' | 'end'> | null {
    if (this.#definitions.size === 0) return null
    const close = this.#text[at + 1] === '[' ? labelEnd(this.#text, at + 2) : null
    const isFull = close !== null && close > at + 2
    if (!isFull && bracket.hasInner) return null
    const label = isFull ? this.#text.slice(at + 2, close) : this.#text.slice(inner.start, inner.end)
    const definition = this.#definitions.get(normaliseLabel(label))
    if (!definition) return null
    return { form: 'reference', target: definition.target, definition, end: (close ?? at) + 1 }
  }
}

function byPlace(a: Range, b: Range): number {
  return a.start - b.start || b.end - a.end
}

function runEnd(text: string, start: number): number {
  let at = start
  while (text[at] === '`') at += 1
  return at
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t') at += 1
  return at
}
