import type { Block, Dialect, LinkSpan, MarkdownPage, Range, Span, TagSpan } from '../../../markdown/page.ts'
import { readInline } from '../../../markdown/read-inline.ts'
import { readMarkdown } from '../../../markdown/read-page.ts'
import { frontMatterTextRanges } from './front-matter-text.ts'
import { isRawElement } from './raw-element.ts'
import type { Region, RegionKind } from './region.ts'

const BLOCK_REGIONS: Partial<Record<Block['kind'], RegionKind>> = {
  code: 'code-block',
  comment: 'comment',
  module: 'import',
  expression: 'expression',
  definition: 'link-target',
}

const SPAN_REGIONS: Partial<Record<Span['kind'], RegionKind>> = {
  code: 'inline-code',
  tag: 'markup',
  comment: 'comment',
  expression: 'expression',
  template: 'expression',
  math: 'expression',
  footnote: 'link-target',
}

/** Content of these elements is code to a reader. */
const CODE_ELEMENTS: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt', 'var', 'pre', 'script', 'style'])

/** The word behind the mark of a directive or a box is a name, not prose. */
const DIRECTIVE_NAME = /^(?::::+[ \t]*[\w-]*|(?:!!!|\?\?\?\+?|===[+!]?)[ \t]+[\w-]*)/u

/** What is meant as a link, and may be one to some plugin: to labels that are defined elsewhere, and to targets with spaces. */
const NEARLY_LINK = /(?<=\])\([^()\n]{0,500}\)|(?<=\])\[[^[\]\n]{0,500}\]|\[\[[^[\]\n]{0,500}\]\]/gu

/**
 * Cuts a page into regions that cover it without a gap, so that prose can be told from everything else. It errs on the side of
 * protecting: a place that is left alone is listed for the reader, a place that is changed by mistake breaks a page.
 */
export function readPageRegions(text: string, dialect: Dialect): Region[] {
  const page = readMarkdown(text, dialect)
  const found: Region[] = frontMatterRegions(page)
  for (const block of page.blocks) {
    // One by one: a call takes only so many arguments, and a page may have more regions.
    for (const region of blockRegions(page, block)) found.push(region)
  }
  return fillWithProse(found, text)
}

function blockRegions(page: MarkdownPage, block: Block): Region[] {
  const { start, end } = block
  const kind = isRawElement(page.text, block) ? 'code-block' : BLOCK_REGIONS[block.kind]
  if (kind) return [{ kind, start, end }]
  const spans = readInline(page, block)
  const regions = block.kind === 'directive' ? directiveName(page.text, block) : []
  for (const [index, span] of spans.entries()) {
    const region = spanRegion(page.text, spans, index, span)
    if (region) regions.push(region)
  }
  return regions
}

function directiveName(text: string, { start, end }: Range): Region[] {
  const name = DIRECTIVE_NAME.exec(text.slice(start, Math.min(end, start + 200)))?.[0]
  return name === undefined ? [] : [{ kind: 'markup', start, end: start + name.length }]
}

function spanRegion(text: string, spans: readonly Span[], index: number, span: Span): Region | null {
  if (span.kind === 'link' || span.kind === 'image') return linkRegion(text, span)
  const end = span.kind === 'tag' && CODE_ELEMENTS.has(span.name.toLowerCase()) ? codeElementEnd(text, spans, index, span) : null
  if (end !== null) return { kind: 'inline-code', start: span.start, end }
  const kind = SPAN_REGIONS[span.kind]
  return kind ? { kind, start: span.start, end: span.end } : null
}

/** Of a link only its text is prose. A label that names a definition must stay as it is, or the two are cut apart. */
function linkRegion(text: string, { form, start, end, inner }: LinkSpan): Region {
  if (form === 'autolink' || form === 'bare') return { kind: 'url', start, end }
  const hasOwnText = form === 'inline' || (text[inner.end + 1] === '[' && text[inner.end + 2] !== ']')
  return { kind: 'link-target', start: hasOwnText ? inner.end + 1 : start, end }
}

/** How many tags are looked at for the end of an element of code; longer ones are no code in a line. */
const TAGS_WITHIN_MAX = 50

function codeElementEnd(text: string, spans: readonly Span[], index: number, tag: TagSpan): number | null {
  if (tag.isClosing || text[tag.end - 2] === '/') return null
  for (const span of spans.slice(index + 1, index + TAGS_WITHIN_MAX)) {
    if (span.kind === 'tag' && span.isClosing && span.name === tag.name) return span.start
  }
  return null
}

function frontMatterRegions({ text, frontMatter }: MarkdownPage): Region[] {
  if (!frontMatter) return []
  const regions: Region[] = []
  let position = 0
  for (const { start, end } of frontMatterTextRanges(text.slice(0, frontMatter.end))) {
    if (start > position) regions.push({ kind: 'front-matter', start: position, end: start })
    regions.push({ kind: 'front-matter-text', start, end })
    position = end
  }
  regions.push({ kind: 'front-matter', start: position, end: frontMatter.end })
  return regions
}

/** Regions come in order; one that begins in another is a part of it. */
function fillWithProse(found: readonly Region[], text: string): Region[] {
  const regions: Region[] = []
  let position = 0
  const addProse = (end: number) => {
    for (const { 0: nearly, index } of text.slice(position, end).matchAll(NEARLY_LINK)) {
      const start = position + index
      regions.push({ kind: 'prose', start: regions.at(-1)?.end ?? 0, end: start })
      regions.push({ kind: 'link-target', start, end: start + nearly.length })
    }
    regions.push({ kind: 'prose', start: regions.at(-1)?.end ?? 0, end })
  }
  for (const region of found) {
    if (region.start < position) continue
    addProse(region.start)
    regions.push(region)
    position = region.end
  }
  addProse(text.length)
  return regions.filter(({ start, end }) => end > start)
}
