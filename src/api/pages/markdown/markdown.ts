import { Html, escapeVisibly } from '../html.ts'
import { renderInline } from './inline.ts'

/** Far more than what Docwright writes itself; the rest is left out with a note. */
const CHARACTERS_MAX = 100_000

/** Lists in quotes in lists: deeper ones are shown as text. */
const DEPTH_MAX = 6

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/
const QUOTE = /^ {0,3}> ?/
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])([ \t]+|$)/
const CODE = /^(?: {4}|\t)/

/**
 * Renders a safe part of Markdown: headings, paragraphs, lists, quotes, code, rules, emphasis and links.
 *
 * The text may come from a model that read somebody's pages, so nothing in it is trusted: HTML is text, images are links, and
 * what is not understood is shown as it was written. Every step moves forward, so no text takes long.
 *
 * Headings start at the third level, below those of the page.
 */
export function renderMarkdown(text: string): Html {
  const isLong = text.length > CHARACTERS_MAX
  const lines = (isLong ? text.slice(0, CHARACTERS_MAX) : text).replace(/\r\n?/g, '\n').split('\n')
  const note = isLong ? '<p class="faint">The rest was left out because it is too long.</p>\n' : ''
  return new Html(renderBlocks(lines, 0) + note)
}

function renderBlocks(lines: string[], depth: number): string {
  let result = ''
  let at = 0
  while (at < lines.length) {
    const block = readBlock(lines, at, depth)
    result += block.html
    at = block.end
  }
  return result
}

interface Block {
  html: string
  /** The line after it. */
  end: number
}

function readBlock(lines: string[], at: number, depth: number): Block {
  const line = lines[at]!
  if (line.trim() === '') return { html: '', end: at + 1 }
  if (FENCE.test(line)) return readFence(lines, at)
  const heading = HEADING.exec(line)
  if (heading) {
    const level = Math.min(Math.max(heading[1]!.length + 1, 3), 6)
    const text = line.slice(heading[0].length).trim().replace(/ #+$/, '')
    return { html: `<h${level}>${renderInline(text).text}</h${level}>\n`, end: at + 1 }
  }
  if (RULE.test(line)) return { html: '<hr>\n', end: at + 1 }
  if (depth < DEPTH_MAX && QUOTE.test(line)) return readQuote(lines, at, depth)
  if (depth < DEPTH_MAX && ITEM.test(line)) return readList(lines, at, depth)
  if (CODE.test(line)) return readIndentedCode(lines, at)
  return readParagraph(lines, at, depth)
}

function readFence(lines: string[], at: number): Block {
  const fence = FENCE.exec(lines[at]!)![1]!
  let end = at + 1
  const isEnd = (line: string) => line.trim().startsWith(fence) && line.trim().replaceAll(fence[0]!, '') === ''
  while (end < lines.length && !isEnd(lines[end]!)) end++
  return { html: renderCode(lines.slice(at + 1, end)), end: end + 1 }
}

function readIndentedCode(lines: string[], at: number): Block {
  let end = at
  while (end < lines.length && CODE.test(lines[end]!)) end++
  return { html: renderCode(lines.slice(at, end).map((line) => line.replace(CODE, ''))), end }
}

function renderCode(lines: string[]): string {
  return `<pre tabindex="0"><code>${escapeVisibly(lines.join('\n'))}</code></pre>\n`
}

function readQuote(lines: string[], at: number, depth: number): Block {
  let end = at
  while (end < lines.length && QUOTE.test(lines[end]!)) end++
  const inner = lines.slice(at, end).map((line) => line.replace(QUOTE, ''))
  return { html: `<blockquote>${renderBlocks(inner, depth + 1)}</blockquote>\n`, end }
}

/** Items of one kind in a row. An item goes on with lines that are indented below it, and over empty lines if such lines follow. */
function readList(lines: string[], at: number, depth: number): Block {
  const kind = toKind(ITEM.exec(lines[at]!)!)
  const items: string[] = []
  let end = at
  for (;;) {
    const match = end < lines.length ? ITEM.exec(lines[end]!) : null
    if (!match || toKind(match) !== kind || RULE.test(lines[end]!)) break
    const indent = match[0].length
    const inner = [lines[end]!.slice(indent)]
    end++
    while (end < lines.length && isInside(lines, end)) inner.push(dedent(lines[end++]!, indent))
    items.push(renderItem(inner, depth))
    while (lines[end]?.trim() === '' && ITEM.test(lines[end + 1] ?? '')) end++
  }
  const name = kind === 'ordered' ? 'ol' : 'ul'
  const first = Number.parseInt(lines[at]!.trim(), 10)
  const start = kind === 'ordered' && first !== 1 ? ` start="${first}"` : ''
  return { html: `<${name}${start}>\n${items.join('')}</${name}>\n`, end }
}

function toKind(item: RegExpExecArray): string {
  return /\d/.test(item[2]!) ? 'ordered' : item[2]!
}

function isInside(lines: string[], at: number): boolean {
  const line = lines[at]!
  if (line.trim() === '') return /^(?: {2,}|\t)/.test(lines[at + 1] ?? '')
  return /^(?: {2,}|\t)/.test(line)
}

function dedent(line: string, width: number): string {
  const spaces = /^ */.exec(line)![0].length
  return line.startsWith('\t') ? line.slice(1) : line.slice(Math.min(spaces, width))
}

/** A single paragraph stands in its item without the space around it. */
function renderItem(lines: string[], depth: number): string {
  const inner = renderBlocks(lines, depth + 1).trim()
  const end = inner.indexOf('</p>')
  const isTight = inner.startsWith('<p>') && inner.indexOf('<p>', 3) < 0
  return `<li>${isTight ? inner.slice(3, end) + inner.slice(end + 4) : inner}</li>\n`
}

function readParagraph(lines: string[], at: number, depth: number): Block {
  let end = at + 1
  while (end < lines.length && !interrupts(lines[end]!, depth)) end++
  const text = lines
    .slice(at, end)
    .map((line) => line.trim())
    .join('\n')
  return { html: `<p>${renderInline(text).text}</p>\n`, end }
}

function interrupts(line: string, depth: number): boolean {
  if (line.trim() === '' || FENCE.test(line) || HEADING.test(line) || RULE.test(line)) return true
  // A line of a sentence may start with a year and a full stop.
  return depth < DEPTH_MAX && (QUOTE.test(line) || (ITEM.test(line) && !/^ *(?!1[.)])\d/.test(line)))
}
