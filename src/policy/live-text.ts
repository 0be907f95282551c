import { unescapeMarkdown } from '../markdown/character-references.ts'
import type { Block, Dialect, Flavour, Range, Span, TagSpan } from '../markdown/page.ts'
import { readInline } from '../markdown/read-inline.ts'
import { readMarkdown } from '../markdown/read-page.ts'
import { carefulFences } from './careful-fences.ts'
import { OpenBrackets, naiveFences, naiveSpans } from './naive-code.ts'
import { type PythonFences, pythonCode } from './python-code.ts'

/**
 * A page without what is shown to readers as code, in each way that it may be read. What was taken out is blank, so that offsets
 * stay.
 */
export interface LiveText {
  /** Without code in blocks and in lines. */
  texts: string[]
  /** Without code in blocks: some generators fill in templates within code in a line. */
  withInlineCode(): string[]
  /** What stands behind the marks that open fenced blocks. */
  infos: string[]
  /** What links and pictures lead to. */
  addresses: Set<string>
  /** What MDX makes of the page, when it is one. */
  scripts: Script[]
}

/** What MDX runs of a page, by the exact place of each part. */
export interface Script {
  modules: string[]
  /** The page with nothing left but expressions and tags. The texts in tags are gone as well: a brace in one begins nothing. */
  text: string
  tags: TagSpan[]
}

export interface Reading {
  /** `md` as CommonMark has it, `mdx`, or what is one of them on some sites and the other on others. */
  dialect: Dialect | 'both'
  /** MkDocs: its fences, and that the indented lines below `!!! note` are a box of their own. */
  python: PythonFences | null
}

const NEWLINE = 10
const SPACE = 32

const WAYS: readonly [Dialect, Flavour][] = [
  ['md', 'commonmark'],
  ['md', 'micromark'],
  ['md', 'generators'],
  ['mdx', 'micromark'],
  ['mdx', 'generators'],
]

/**
 * Tells code that is shown from code that is run.
 *
 * Renderers differ, and a hostile page is written for the difference: what one takes for a fenced block is text to another. So a
 * page is read in several ways, with and without what generators add to the language. What is live in one of them is looked at as
 * that one has it, since text that is shown in truth could pass for the beginning of a comment or of a string that swallows what
 * follows. And for all the other ways to read a page, whatever is not shown in all of ours is looked at together.
 */
export function liveText(page: string, { dialect, python }: Reading): LiveText {
  const ways = WAYS.filter((way) => dialect === 'both' || way[0] === dialect).map((way) =>
    readPage(page, ...way, python !== null),
  )
  const naive = naiveFences(page)
  const certain = certainCode(page, { dialect, python }, naive.ranges)
  const blocks = certain ? ways.map((way) => way.blocks).reduce(common, common(naive.ranges, certain.fences)) : []
  const spans = agreedSpans(
    blank(page, blocks),
    ways.map((way) => way.spans),
  )
  const inLines = certain ? certain.html.reduce(without, spans) : []
  const texts = ways.map((way) => blank(page, way.blocks, way.spans, way.marks))
  return {
    texts: [...new Set([...texts, blank(page, blocks, inLines)])],
    withInlineCode: () => [...new Set([...ways.map((way) => blank(page, way.blocks, way.marks)), blank(page, blocks)])],
    infos: [...new Set([...naive.infos, ...ways.flatMap((way) => way.infos)])],
    addresses: new Set(ways.flatMap((way) => way.addresses)),
    scripts: ways.flatMap(({ script }) => script ?? []),
  }
}

/** Code in blocks, and HTML in which there is none in lines, as several readers have it. Null when nothing is certain. */
function certainCode(page: string, { dialect, python }: Reading, naive: Range[]): { fences: Range[]; html: Range[][] } | null {
  if (dialect === 'mdx') return { fences: naive, html: [] }
  const careful = carefulFences(page)
  if (!python) return { fences: careful.fences, html: [careful.html] }
  const inPython = pythonCode(page, python)
  return inPython && { fences: common(careful.fences, inPython.fences), html: [careful.html, inPython.html] }
}

interface Way {
  /** Code in blocks and within lines, in their order. */
  blocks: Range[]
  spans: Range[]
  /** What stands before the lines of a quotation or an item. */
  marks: Range[]
  infos: string[]
  addresses: string[]
  script: Script | null
}

/** The line that a box of MkDocs begins with. To CommonMark it is a paragraph, which would take in the lines below it. */
const BOX = /^[ \t]*(?:!!!|\?\?\?\+?|===[+!]?) .*$/gm

function readPage(text: string, dialect: Dialect, flavour: Flavour, hasBoxes: boolean): Way {
  const source = hasBoxes && flavour !== 'generators' ? text.replace(BOX, (line) => ' '.repeat(line.length)) : text
  const page = readMarkdown(source, dialect, flavour)
  const way: Way = { blocks: [], spans: [], marks: [], infos: [], addresses: [], script: null }
  const runs: Range[] = []
  const modules: string[] = []
  const tags: TagSpan[] = []
  for (const block of page.blocks) {
    if (block.kind === 'code') {
      way.blocks.push({ start: block.start, end: block.end })
      if (block.fence) way.infos.push(text.slice(block.fence.info.start, block.fence.info.end))
      continue
    }
    for (const mark of marksOf(text, block)) way.marks.push(mark)
    if (block.kind === 'definition') way.addresses.push(addressOf(text, block))
    if (block.kind === 'module') modules.push(text.slice(block.start, block.end))
    if (block.kind === 'expression' || block.kind === 'comment') runs.push(block)
    for (const span of readInline(page, block)) {
      if (span.kind === 'code') way.spans.push(span)
      if (span.kind === 'tag') tags.push(span)
      if (span.kind === 'link' || span.kind === 'image') way.addresses.push(addressOf(text, span))
      for (const run of runsOf(span)) runs.push(run)
    }
  }
  if (dialect === 'mdx') way.script = { modules, tags, text: blankAround(blank(text, way.marks), runs) }
  return way
}

function marksOf(text: string, { kind, container, pieces }: Block): Range[] {
  if (container === null || kind === 'cell') return []
  return pieces.map(({ start }) => ({ start: text.lastIndexOf('\n', start - 1) + 1, end: start }))
}

function addressOf(text: string, { target }: { target: Range }): string {
  return unescapeMarkdown(text.slice(target.start, target.end))
}

/** The parts of a span that may hold JavaScript. */
function runsOf(span: Span): Range[] {
  if (span.kind === 'expression' || span.kind === 'comment') return [span]
  if (span.kind !== 'tag') return []
  const runs: Range[] = []
  let start = span.start
  for (const attribute of span.attributes) {
    runs.push({ start, end: attribute.start })
    start = attribute.end
  }
  return [...runs, { start, end: span.end }]
}

/**
 * Code within lines, as far as all agree on it: our readings, one that reads nothing but back-ticks, and one that reads each line on
 * its own. Marks that open in one line and close in another, or within an attribute, turn inside and outside around for somebody; so
 * from the first disagreement up to the next blank line nothing is certain.
 */
function agreedSpans(page: string, readings: readonly Range[][]): Range[] {
  const agreed: Range[] = []
  const queues = readings.map((ranges) => ({ ranges, next: 0 }))
  let paragraph = { start: 0, perLine: [] as Range[] }
  let lineStart = 0
  for (const line of [...page.split('\n'), '']) {
    const lineEnd = lineStart + line.length
    if (/[^ \t]/.test(line)) {
      for (const span of naiveSpans(line, lineStart)) paragraph.perLine.push(span)
    } else {
      const { start, perLine } = paragraph
      const all = [perLine, ...queues.map((queue) => take(queue, lineStart))]
      const brackets = new OpenBrackets()
      let at = start
      for (const [index, span] of naiveSpans(page.slice(start, lineStart), start).entries()) {
        if (!all.every((ranges) => ranges[index]?.start === span.start && ranges[index].end === span.end)) break
        brackets.add(page.slice(at, span.start))
        if (brackets.closeIn(page.slice(span.start, span.end))) break
        agreed.push(span)
        at = span.end
      }
      paragraph = { start: lineEnd, perLine: [] }
    }
    lineStart = lineEnd + 1
  }
  return agreed
}

/** The next of the ranges, up to an offset. */
function take(queue: { ranges: readonly Range[]; next: number }, end: number): readonly Range[] {
  const from = queue.next
  while (queue.next < queue.ranges.length && queue.ranges[queue.next]!.start < end) queue.next += 1
  return queue.ranges.slice(from, queue.next)
}

/** What is in both lists; both are in order. */
function common(some: readonly Range[], others: readonly Range[]): Range[] {
  const shared: Range[] = []
  for (let one = 0, other = 0; one < some.length && other < others.length;) {
    const [a, b] = [some[one]!, others[other]!]
    const start = Math.max(a.start, b.start)
    const end = Math.min(a.end, b.end)
    if (start < end) shared.push({ start, end })
    if (a.end < b.end) one += 1
    else other += 1
  }
  return shared
}

/** Those that do not begin in one of the others; both are in order. */
function without(some: readonly Range[], others: readonly Range[]): Range[] {
  let next = 0
  return some.filter(({ start }) => {
    while (next < others.length && others[next]!.end <= start) next += 1
    return !(next < others.length && others[next]!.start <= start)
  })
}

/** Takes ranges out. On a copy of the bytes: a page may have one in each of half a million lines. */
function blank(text: string, ...lists: readonly (readonly Range[])[]): string {
  const encoding = /[^\0-\xFF]/.test(text) ? 'utf16le' : 'latin1'
  const bytes = Buffer.from(text, encoding)
  const characters = encoding === 'latin1' ? bytes : new Uint16Array(bytes.buffer, bytes.byteOffset, text.length)
  for (const ranges of lists)
    for (const { start, end } of ranges)
      for (let at = start; at < end; at += 1) if (characters[at] !== NEWLINE) characters[at] = SPACE
  return bytes.toString(encoding)
}

function blankAround(text: string, ranges: readonly Range[]): string {
  const gaps: Range[] = []
  let start = 0
  for (const range of ranges) {
    if (range.start > start) gaps.push({ start, end: range.start })
    start = Math.max(start, range.end)
  }
  return blank(text, gaps, [{ start, end: text.length }])
}
