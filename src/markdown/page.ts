/** A stretch of the page. Offsets count UTF-16 units; `end` is not included. */
export interface Range {
  start: number
  end: number
}

/** MDX has modules, expressions and elements, and neither indented code nor raw HTML. */
export type Dialect = 'md' | 'mdx'

/**
 * `generators` has all that documentation generators add to the language. `commonmark` is the specification and nothing else: no front
 * matter, tables, footnotes, boxes, directives, templates or math. `micromark` is the same with the few cases in which the reader that
 * MDX and Astro are built on differs from it.
 */
export type Flavour = 'generators' | 'commonmark' | 'micromark'

export function dialectOf(path: string): Dialect {
  return path.toLowerCase().endsWith('.mdx') ? 'mdx' : 'md'
}

/** What other blocks stand in. A box is what MkDocs indents below `!!! note`; a footnote is its definition. */
export interface Container {
  kind: 'quote' | 'item' | 'box' | 'footnote'
  parent: Container | null
  line: number
  /** `>`, `-`, `2.`, `:`, `!!!`, `[^1]:` */
  marker: Range
}

interface Placed {
  /** The first line counts as 1. */
  line: number
  endLine: number
  start: number
  end: number
  container: Container | null
  /** The parts of its lines that belong to it: no quotation marks, no list markers, no indentation. */
  pieces: Range[]
}

/** Text in which spans may stand. `element`: a line of nothing but tags in MDX. `directive`: `:::note` or `!!! note`. */
export interface TextBlock extends Placed {
  kind: 'paragraph' | 'element' | 'directive'
}

export interface Heading extends Placed {
  kind: 'heading'
  level: number
}

/** A cell of a table. Rows are told apart by their line. */
export interface Cell extends Placed {
  kind: 'cell'
  column: number
  isHeader: boolean
}

export interface Code extends Placed {
  kind: 'code'
  /** Null for indented code. */
  fence: { mark: string; info: Range; isClosed: boolean } | null
}

/** What Markdown hands on as it is. `comment` is HTML or an MDX expression that is nothing but a comment. */
export interface Raw extends Placed {
  kind: 'html' | 'comment' | 'module' | 'expression'
}

export interface Definition extends Placed {
  kind: 'definition'
  label: string
  /** Without angle brackets. */
  target: Range
  title: Range | null
}

export interface ThematicBreak extends Placed {
  kind: 'break'
}

export type Block = TextBlock | Heading | Cell | Code | Raw | Definition | ThematicBreak

export interface MarkdownPage {
  text: string
  dialect: Dialect
  flavour: Flavour
  /** With its marks, up to the end of its last line. */
  frontMatter: Range | null
  blocks: Block[]
  /** By normalised label; the first of several counts. */
  definitions: ReadonlyMap<string, Definition>
  lineStarts: number[]
}

/** Something within the text of a block. Spans are in the order in which they begin; one may stand in another, never across its end. */
export type Span = CodeSpan | LinkSpan | TagSpan | MarkSpan | PlainSpan

export interface CodeSpan extends Range {
  kind: 'code'
  inner: Range
}

export interface LinkSpan extends Range {
  kind: 'link' | 'image'
  /** `bare`: an address without any marks around it. */
  form: 'inline' | 'reference' | 'autolink' | 'bare'
  /** What stands between the brackets; for an address, the address. */
  inner: Range
  /** For a reference this is in its definition. */
  target: Range
  definition: Definition | null
}

export interface TagSpan extends Range {
  kind: 'tag'
  name: string
  isClosing: boolean
  attributes: Attribute[]
}

/** An attribute with a literal value, and where that stands, without its quotes. */
export interface Attribute extends Range {
  name: string
  value: string
}

export interface MarkSpan extends Range {
  kind: 'emphasis' | 'strong' | 'strike'
  inner: Range
}

/** `template`: what a generator fills in, or attributes that it reads, such as `{{ name }}` and `{#id}`. */
export interface PlainSpan extends Range {
  kind: 'escape' | 'entity' | 'comment' | 'expression' | 'template' | 'math' | 'footnote'
}
