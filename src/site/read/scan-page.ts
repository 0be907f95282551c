import GithubSlugger, { slug as slugOf } from 'github-slugger'
import { unescapeEntities, unescapeMarkdown } from '../../markdown/character-references.ts'
import { Content } from '../../markdown/content.ts'
import {
  type Attribute,
  type Block,
  type Heading,
  type LinkSpan,
  type MarkdownPage,
  type TagSpan,
  dialectOf,
} from '../../markdown/page.ts'
import { plainText } from '../../markdown/plain-text.ts'
import { readInline } from '../../markdown/read-inline.ts'
import { readMarkdown } from '../../markdown/read-page.ts'
import { splitExplicitId } from './explicit-id.ts'
import { readFrontMatter } from './front-matter.ts'
import { rangeAt } from './line-ranges.ts'
import { generatorAnchors } from './generator-anchors.ts'
import { unwrapMdxBlocks } from './mdx-blocks.ts'
import type { CodeFence, PageFacts, PageLink, PageNeed, TextRange } from './page-facts.ts'
import { importedPaths, includedFiles, isOwnComponent, toctreeEntries } from './page-needs.ts'

/** Tags whose `href` names a file for the browser, not a page for the reader. */
const RESOURCE_TAGS = new Set(['link', 'script', 'base', 'use'])
const IMAGE_TAGS = new Set(['img', 'Image', 'source', 'video', 'audio'])
/** What documentation themes make ids from: `<Step title>`, `<Update label>`, `<ParamField path>`, `<ResponseField name>`. */
const TITLE_ATTRIBUTES = new Set(['title', 'label', 'name', 'path', 'query', 'body', 'header', 'value'])

/** Includes of other files, and templates, that only the generator of the site can follow. */
const TEMPLATE_INCLUDE =
  /\{%-?\s*(?:include|render|import|partial|for|content-ref|snippet)|\{\{[<%]|^[ \t]*@include|\[!INCLUDE|:::\s*\w*include|^::: \w+\.[\w.]+|```\{(?:eval-rst|automodule)/m

/** No heading is longer, and the patterns that strip markup are kept off lines of a megabyte. */
const HEADING_CHARACTERS_MAX = 1000

/** Enough to compare and to show; images nested in the text of images would otherwise be kept over and over. */
const ALT_CHARACTERS_MAX = 500

/**
 * Reads one page. It is pure and never throws, and its result depends on the text and on the ending of the path alone, so that it
 * can be kept under the git id of the file.
 */
export function scanPage(path: string, text: string): PageFacts {
  const frontMatter = readFrontMatter(text)
  const dialect = dialectOf(path)
  const source = dialect === 'mdx' ? unwrapMdxBlocks(text) : text
  const reader = new PageReader(readMarkdown(source, dialect))
  reader.readAll()
  const facts = reader.finish()
  const { anchors, marks } = generatorAnchors({ text: source, dialect, ...facts })
  const needs = [...reader.needs, ...includedFiles(source, dialect === 'mdx', facts.fences)]
  const isTemplate = TEMPLATE_INCLUDE.test(text)
  const hasComponents = needs.some(isOwnComponent)
  return {
    title: frontMatter.title ?? facts.headings.find(({ level }) => level === 1)?.text ?? null,
    frontMatter,
    ...facts,
    anchors: facts.anchors.concat(anchors),
    needs,
    toctree: text.includes('{toctree}') ? toctreeEntries(text, facts.fences) : [],
    marks,
    words: hasComponents ? wordsIn(text) : [],
    unknownAnchors: frontMatter.isGenerated
      ? 'generated'
      : isTemplate
        ? 'template'
        : needs.some(isOwnComponent)
          ? 'component'
          : null,
  }
}

/** A page with more different words is data. */
const WORDS_MAX = 5_000

/** Without the targets of links: an anchor is not there because a link names it. */
function wordsIn(text: string): string[] {
  const shown = text.toLowerCase().replace(/\]\([^)\s]{0,500}|href="[^"]{0,500}/g, ' ')
  return [...new Set(shown.match(/[\p{L}\p{N}]+/gu))].slice(0, WORDS_MAX)
}

/** The part of the facts that comes from the blocks. */
type BlockFacts = Pick<PageFacts, 'headings' | 'anchors' | 'links' | 'images' | 'definitions' | 'fences'>

class PageReader {
  readonly facts: BlockFacts = { headings: [], anchors: [], links: [], images: [], definitions: [], fences: [] }
  readonly needs: PageNeed[] = []
  readonly #page: MarkdownPage
  readonly #text: string
  readonly #slugger = new GithubSlugger()

  constructor(page: MarkdownPage) {
    this.#page = page
    this.#text = page.text
  }

  readAll(): void {
    for (const block of this.#page.blocks) this.#read(block)
  }

  #read(block: Block): void {
    switch (block.kind) {
      case 'code':
        if (block.fence) this.facts.fences.push(this.#fence(block.line, block.endLine, block.fence.isClosed))
        return
      case 'module':
        for (const need of importedPaths(this.#text.slice(block.start, block.end), block.line)) this.needs.push(need)
        return
      case 'definition': {
        const { label, target } = block
        const at = this.#range(target.start, target.end)
        this.facts.definitions.push({ label, target: unescapeMarkdown(this.#text.slice(target.start, target.end)), at })
        return
      }
      case 'html':
        // VitePress: a page may have the script of a component.
        if (/^<script\b/i.test(this.#text.slice(block.start, block.start + 10)))
          for (const need of importedPaths(this.#text.slice(block.start, block.end), block.line)) this.needs.push(need)
        break
      case 'comment':
      case 'expression':
      case 'break':
        return
      case 'heading':
        this.#addHeading(block)
        break
      default:
    }
    const tags: TagSpan[] = []
    for (const span of readInline(this.#page, block)) {
      if ((span.kind === 'link' || span.kind === 'image') && span.form !== 'bare') this.#addTarget(span)
      else if (span.kind === 'tag') tags.push(span)
    }
    for (const { name, start, attributes } of tags) {
      for (const attribute of attributes) this.#addAttribute(name, start, attribute, attributes)
    }
    this.#addHtmlHeadings(block, tags)
  }

  /** Tags are read after Markdown in each block; a reader wants both in the order of the page. */
  finish(): BlockFacts {
    const inOrder = (a: PageLink, b: PageLink) => a.line - b.line || a.at.line - b.at.line || a.at.start - b.at.start
    this.facts.links.sort(inOrder)
    this.facts.images.sort(inOrder)
    return this.facts
  }

  /** A quotation or a list ends the code in it; only the end of the page leaves it open. */
  #fence(line: number, endLine: number, isClosed: boolean): CodeFence {
    return { line, endLine: isClosed || endLine < this.#lineOf(this.#text.trimEnd().length) ? endLine : null }
  }

  #addHeading(block: Heading): void {
    const source = new Content(this.#text, block.pieces).text.slice(0, HEADING_CHARACTERS_MAX)
    const { text: withoutId, id } = splitExplicitId(source)
    // Runs of spaces stay: each gives a dash in a slug.
    const spaced = plainText(withoutId, this.#page.definitions)
    const text = spaced.replace(/\s+/g, ' ')
    const slug = id ?? this.#slugger.slug(spaced)
    const { level, line } = block
    this.facts.headings.push({ level, text, slug, line, isNested: block.container !== null })
    this.facts.anchors.push({ id: slug, line, source: id === null ? 'heading' : 'explicit' })
    // GitHub renders `:rocket:` as a picture before it makes the slug, github-slugger does not.
    const withoutEmoji = text.replace(/:[a-z0-9_+-]+:/g, '')
    if (withoutEmoji !== text) this.facts.anchors.push({ id: slugOf(withoutEmoji), line, source: 'component' })
  }

  #addTarget({ kind, form, start, inner, target }: LinkSpan): void {
    const source = this.#text.slice(target.start, target.end)
    const isAddress = form === 'autolink'
    if (isAddress && !/^[a-z][a-z0-9+.-]*:/i.test(source)) return
    const link = {
      kind: form as Exclude<LinkSpan['form'], 'bare'>,
      target: isAddress ? source : unescapeMarkdown(source),
      line: this.#lineOf(start),
      at: this.#range(target.start, target.end),
    }
    if (kind === 'link') this.facts.links.push(link)
    else
      this.facts.images.push({
        ...link,
        alt: this.#text.slice(inner.start, Math.min(inner.end, inner.start + ALT_CHARACTERS_MAX)),
      })
  }

  #addAttribute(tag: string, tagStart: number, attribute: Attribute, all: Attribute[]): void {
    const { name, value, start, end } = attribute
    const line = this.#lineOf(tagStart)
    const isComponent = /^[A-Z]/.test(tag)
    if (name === 'id' || (name === 'name' && tag === 'a')) {
      if (value !== '') this.facts.anchors.push({ id: unescapeEntities(value), line, source: 'explicit' })
      return
    }
    if (isComponent && TITLE_ATTRIBUTES.has(name)) this.#addComponentAnchors(tag, value, line)
    if (isComponent && name === 'file' && tag === 'Snippet')
      this.needs.push({ kind: 'snippet', target: `/snippets/${value.replace(/^\//, '')}`, line })
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
    const prefixes = tag === 'ParamField' ? ['param-'] : tag === 'ResponseField' ? ['response-', 'param-'] : ['']
    for (const prefix of prefixes) this.facts.anchors.push({ id: prefix + id, line, source: 'component' })
  }

  /** GitHub gives an HTML heading an anchor too. It is no heading of the outline: many pages use one for a centred title. */
  #addHtmlHeadings(block: Block, tags: readonly TagSpan[]): void {
    for (const { name, isClosing, start, end } of tags) {
      if (!/^h[1-6]$/.test(name) || isClosing) continue
      const close = this.#text.slice(end, Math.min(block.end, end + HEADING_CHARACTERS_MAX)).search(/<\/h[1-6]/)
      if (close === -1) continue
      const id = this.#slugger.slug(plainText(this.#text.slice(end, end + close)))
      this.facts.anchors.push({ id, line: this.#lineOf(start), source: 'component' })
    }
  }

  #range(start: number, end: number): TextRange {
    return rangeAt(this.#page.lineStarts, start, end)
  }

  #lineOf(offset: number): number {
    return this.#range(offset, offset).line
  }
}
