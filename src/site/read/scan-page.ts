import GithubSlugger, { slug as slugOf } from 'github-slugger'
import { readFrontMatter } from './front-matter.ts'
import { plainText, splitExplicitId } from './heading-text.ts'
import type { TagAttribute } from './html-tag.ts'
import { type FoundTarget, type InlineFacts, scanInline } from './inline-scan.ts'
import { rangeAt } from './line-ranges.ts'
import { BlockScanner, type Definition, type PageBlocks, type TextBlock } from './page-blocks.ts'
import type { PageFacts, PageLink, TextRange } from './page-facts.ts'
import { unescapeEntities, unescapeMarkdown } from './unescape.ts'

/** Tags whose `href` names a file for the browser, not a page for the reader. */
const RESOURCE_TAGS = new Set(['link', 'script', 'base', 'use'])
const IMAGE_TAGS = new Set(['img', 'Image', 'source', 'video', 'audio'])
/** What documentation themes make ids from: `<Step title>`, `<Update label>`, `<ParamField path>`, `<ResponseField name>`. */
const TITLE_ATTRIBUTES = new Set(['title', 'label', 'name', 'path', 'query', 'body', 'header', 'value'])

/** Includes of other files that only the generator of the site can follow. */
const TEMPLATE_INCLUDE =
  /--8<--|\{%-?\s*(?:include|render|import|partial|for|content-ref|snippet)|\{\{[<%]|<!--\s*@include|^[ \t]*@include|\[!INCLUDE|:::\s*\w*include|^::: \w+\.[\w.]+|```\{(?:include|toctree|eval-rst|automodule)/m

/** No heading is longer, and the patterns that strip markup are kept off lines of a megabyte. */
const HEADING_CHARACTERS_MAX = 1000

/** Enough to compare and to show; images nested in the text of images would otherwise be kept over and over. */
const ALT_CHARACTERS_MAX = 500

/** CommonMark's own limit. */
const LABEL_CHARACTERS_MAX = 999

/**
 * Reads one page. It is pure and never throws, and its result depends on the text and on the ending of the path alone, so that it
 * can be kept under the git id of the file.
 */
export function scanPage(path: string, text: string): PageFacts {
  const { frontMatter, endOffset } = readFrontMatter(text)
  const blocks = new BlockScanner(text, isMdxPath(path)).scan(endOffset)
  const page = new PageReader(text, blocks, isMdxPath(path))
  for (const block of blocks.texts) page.read(block)
  const facts = page.finish()
  const imports = blocks.modules.flatMap(importedPaths)
  return {
    title: frontMatter.title ?? facts.headings.find(({ level }) => level === 1)?.text ?? null,
    frontMatter,
    ...facts,
    fences: blocks.fences,
    includes: [...imports.filter((name) => /\.(?:mdx?|markdown)$/.test(name)), ...page.snippets],
    hasUnknownAnchors: frontMatter.isGenerated || imports.some(isOwnComponent) || TEMPLATE_INCLUDE.test(text),
  }
}

export function isMdxPath(path: string): boolean {
  return path.toLowerCase().endsWith('.mdx')
}

/** The part of the facts that comes from the text blocks. */
type BlockFacts = Pick<PageFacts, 'headings' | 'anchors' | 'links' | 'images' | 'definitions'>

class PageReader {
  readonly facts: BlockFacts = { headings: [], anchors: [], links: [], images: [], definitions: [] }
  readonly snippets: string[] = []
  readonly #text: string
  readonly #lineStarts: number[]
  readonly #isMdx: boolean
  readonly #slugger = new GithubSlugger()
  readonly #definitions = new Map<string, Definition>()

  constructor(text: string, blocks: PageBlocks, isMdx: boolean) {
    this.#text = text
    this.#lineStarts = blocks.lineStarts
    this.#isMdx = isMdx
    for (const definition of blocks.definitions) {
      const label = normaliseLabel(definition.label)
      // The first definition of a label wins.
      if (!this.#definitions.has(label)) this.#definitions.set(label, definition)
      const { label: name, start, end } = definition
      this.facts.definitions.push({ label: name, target: unescapeMarkdown(text.slice(start, end)), at: this.#range(start, end) })
    }
  }

  read(block: TextBlock): void {
    const inline = scanInline(this.#text, block.start, block.end, this.#isMdx, (label) => this.#isDefined(label))
    if (block.level > 0) this.#addHeading(block)
    for (const target of inline.targets) this.#addTarget(target)
    for (const { start, tag } of inline.tags) {
      for (const attribute of tag.attributes) this.#addAttribute(tag.name, start, attribute, tag.attributes)
    }
    this.#addHtmlHeadings(block, inline)
  }

  /** Tags are read after Markdown in each block; a reader wants both in the order of the page. */
  finish(): BlockFacts {
    const inOrder = (a: PageLink, b: PageLink) => a.line - b.line || a.at.line - b.at.line || a.at.start - b.at.start
    this.facts.links.sort(inOrder)
    this.facts.images.sort(inOrder)
    return this.facts
  }

  #isDefined(label: string): boolean {
    return this.#definitions.size > 0 && label.length <= LABEL_CHARACTERS_MAX && this.#definitions.has(normaliseLabel(label))
  }

  #addHeading(block: TextBlock): void {
    const source = this.#text.slice(block.start, Math.min(block.end, block.start + HEADING_CHARACTERS_MAX))
    const { text: withoutId, id } = splitExplicitId(source)
    const spaced = plainText(withoutId)
    const text = spaced.replace(/\s+/g, ' ')
    const slug = id ?? this.#slugger.slug(spaced)
    this.facts.headings.push({ level: block.level, text, slug, line: block.line, isNested: block.isNested })
    this.facts.anchors.push({ id: slug, line: block.line, source: id === null ? 'heading' : 'explicit' })
    // GitHub renders `:rocket:` as a picture before it makes the slug, github-slugger does not.
    const withoutEmoji = text.replace(/:[a-z0-9_+-]+:/g, '')
    if (withoutEmoji !== text) this.facts.anchors.push({ id: slugOf(withoutEmoji), line: block.line, source: 'component' })
  }

  #addTarget(target: FoundTarget): void {
    const definition = target.reference === null ? null : this.#definitions.get(normaliseLabel(target.reference))!
    const start = definition?.start ?? target.targetStart
    const end = definition?.end ?? target.targetEnd
    const link = {
      kind: target.kind,
      target: unescapeMarkdown(this.#text.slice(start, end)),
      line: this.#lineOf(target.start),
      at: this.#range(start, end),
    }
    if (target.isImage) this.facts.images.push({ ...link, alt: target.label.slice(0, ALT_CHARACTERS_MAX) })
    else this.facts.links.push(link)
  }

  #addAttribute(tag: string, tagStart: number, attribute: TagAttribute, all: TagAttribute[]): void {
    const { name, value, start, end } = attribute
    const line = this.#lineOf(tagStart)
    const isComponent = /^[A-Z]/.test(tag)
    if (name === 'id' || (name === 'name' && tag === 'a')) {
      if (value !== '') this.facts.anchors.push({ id: unescapeEntities(value), line, source: 'explicit' })
      return
    }
    if (isComponent && TITLE_ATTRIBUTES.has(name)) this.#addComponentAnchors(tag, value, line)
    if (isComponent && name === 'file' && tag === 'Snippet') this.snippets.push(`/snippets/${value.replace(/^\//, '')}`)
    const isLink = (name === 'href' && !RESOURCE_TAGS.has(tag)) || (name === 'to' && isComponent)
    const isImage = name === 'src' && IMAGE_TAGS.has(tag)
    // A value over two lines cannot be given a range in one.
    if ((!isLink && !isImage) || value.includes('\n')) return
    const link = {
      kind: isComponent ? ('jsx' as const) : ('html' as const),
      target: unescapeEntities(value),
      line,
      at: this.#range(start, end),
    }
    if (isLink) this.facts.links.push(link)
    else this.facts.images.push({ ...link, alt: all.find((other) => other.name === 'alt')?.value ?? null })
  }

  #addComponentAnchors(tag: string, value: string, line: number): void {
    const id = slugOf(plainText(value.slice(0, HEADING_CHARACTERS_MAX)))
    const prefixes = tag === 'ParamField' ? ['param-'] : tag === 'ResponseField' ? ['response-', 'param-'] : []
    for (const prefix of ['', ...prefixes]) this.facts.anchors.push({ id: prefix + id, line, source: 'component' })
  }

  /** GitHub gives an HTML heading an anchor too. It is no heading of the outline: many pages use one for a centred title. */
  #addHtmlHeadings(block: TextBlock, inline: InlineFacts): void {
    for (const { start, tag } of inline.tags) {
      if (!/^h[1-6]$/.test(tag.name) || this.#text[start + 1] === '/') continue
      const close = this.#text.slice(tag.end, Math.min(block.end, tag.end + HEADING_CHARACTERS_MAX)).search(/<\/h[1-6]/)
      if (close === -1) continue
      const id = this.#slugger.slug(plainText(this.#text.slice(tag.end, tag.end + close)))
      this.facts.anchors.push({ id, line: this.#lineOf(start), source: 'component' })
    }
  }

  #range(start: number, end: number): TextRange {
    return rangeAt(this.#lineStarts, start, end)
  }

  #lineOf(offset: number): number {
    return this.#range(offset, offset).line
  }
}

/** Labels compare without case and with runs of space as one. */
function normaliseLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}

function importedPaths(module: string): string[] {
  return [...module.matchAll(/^import\s(?:[^'"]{0,2000}?\sfrom\s{0,9})?['"]([^'"\n]+)['"]/gm)].map((found) => found[1]!)
}

/** A component of the site itself may make headings. Those of packages, and pictures and styles, do not. */
function isOwnComponent(name: string): boolean {
  if (!/^(?:\.{1,2}\/|\/|@site\/|@\/|~\/|@components\/|@snippets\/)/.test(name)) return false
  return !/\.(?:mdx?|markdown|css|scss|json|ya?ml|svg|png|jpe?g|gif|webp|avif|mp4|webm|txt)(?:\?.*)?$/i.test(name)
}
