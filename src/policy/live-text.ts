import { BlockReader, isBlank, naiveFences } from './block-reader.ts'
import { NextIndex } from '../markdown/next-index.ts'
import { closeBracket } from '../markdown/script-scan.ts'

/** A page without what is shown to readers as code. What was taken out is blank, so that offsets stay. */
export interface LiveText {
  /** Without fenced blocks and without code within lines. */
  text: string
  /** Without fenced blocks: some generators fill in templates within code in a line. */
  withInlineCode: string
  /** What stands behind the marks that open fenced blocks. */
  infos: string[]
}

export interface Reading {
  /** `md` as CommonMark has it, `mdx`, or what is one of them on some sites and the other on others. */
  dialect: 'md' | 'mdx' | 'both'
  /** MkDocs: the indented lines below `!!! note` are a box of their own. */
  hasBoxes: boolean
}

/**
 * Tells code that is shown from code that is run.
 *
 * Renderers differ, and a hostile page is written for the difference: what one takes for a fenced block is text to another. So a
 * page is read in several ways, and only what is shown as code in all of them counts as shown. The rest is live.
 */
export function liveText(page: string, { dialect, hasBoxes }: Reading): LiveText {
  const lines = page.split('\n')
  const readings = [naiveFences(lines)]
  if (dialect !== 'mdx') readings.push(new BlockReader(page, lines, false, hasBoxes).read())
  if (dialect !== 'md') readings.push(new BlockReader(page, lines, true, hasBoxes).read())
  const isShown = lines.map((_, line) => readings.every((reading) => reading.isShown[line]))
  const infos = [...new Set(readings.flatMap((reading) => reading.infos))]
  const kept = lines.map((line, index) => (isShown[index] ? ' '.repeat(line.length) : line))
  return { text: withoutInlineCode(kept, dialect !== 'md'), withInlineCode: kept.join('\n'), infos }
}

/** Blanks code within lines, a run of lines without a blank one at a time. */
function withoutInlineCode(lines: readonly string[], isMdx: boolean): string {
  const blocks: string[] = []
  let block: string[] = []
  const end = () => {
    if (block.length > 0) blocks.push(blankCode(block.join('\n'), isMdx))
    block = []
  }
  for (const line of lines) {
    if (!isBlank(line)) block.push(line)
    else {
      end()
      blocks.push(line)
    }
  }
  end()
  return blocks.join('\n')
}

interface Range {
  start: number
  end: number
}

/**
 * Code counts only where all readings agree: within the paragraph, within each line, with tags read before code, and in MDX with
 * expressions read before code. A mark that opens in one line and closes in another, or within an attribute, otherwise turns inside
 * and outside around.
 */
function blankCode(block: string, isMdx: boolean): string {
  if (!block.includes('`')) return block
  let lineStart = 0
  const perLine = block.split('\n').flatMap((line) => {
    const ranges = codeRanges(line).map(({ start, end }) => ({ start: start + lineStart, end: end + lineStart }))
    lineStart += line.length + 1
    return ranges
  })
  const readings = [
    codeRanges(block),
    codeRanges(block, '<'),
    ...(isMdx ? [codeRanges(block, '{'), codeRanges(block, '<{')] : []),
  ]
  const agreed = readings.reduce(common, perLine)
  let text = ''
  let at = 0
  for (const { start, end } of agreed) {
    text += block.slice(at, start) + ' '.repeat(end - start)
    at = end
  }
  return text + block.slice(at)
}

/** The ranges that are in both lists; both are in order. */
function common(some: readonly Range[], others: readonly Range[]): Range[] {
  const ends = new Map(others.map(({ start, end }) => [start, end]))
  return some.filter(({ start, end }) => ends.get(start) === end)
}

const INTERESTING = /[\\`<{]/g

/** So many expressions of a block may have no end; then no code in it is certain. */
const MISSES_MAX = 50
const EXPRESSION_CHARACTERS_MAX = 20_000

/** @param before What is read before code, when it begins first: tags (`<`), expressions (`{`). */
function codeRanges(text: string, before = ''): Range[] {
  const ranges: Range[] = []
  const absent = new Set<number>()
  const next = new NextIndex(text)
  let misses = 0
  const interesting = new RegExp(INTERESTING, 'g')
  for (let found = interesting.exec(text); found; found = interesting.exec(text)) {
    const at = found.index
    if (found[0] === '\\') interesting.lastIndex = at + 2
    else if (found[0] === '<') {
      const end = before.includes('<') ? tagEnd(text, at, next) : null
      if (end !== null) interesting.lastIndex = end
    } else if (found[0] === '{') {
      if (!before.includes('{')) continue
      const end = closeBracket(text, at, Math.min(text.length, at + EXPRESSION_CHARACTERS_MAX))
      if (end === null) misses += 1
      if (misses > MISSES_MAX) return []
      interesting.lastIndex = end ?? at + 1
    } else {
      const length = runLength(text, at)
      const end = absent.has(length) ? null : codeEnd(text, at, length)
      if (end === null) absent.add(length)
      else ranges.push({ start: at, end })
      interesting.lastIndex = end ?? at + length
    }
  }
  return ranges
}

function codeEnd(text: string, start: number, length: number): number | null {
  for (let at = text.indexOf('`', start + length); at !== -1; at = text.indexOf('`', at)) {
    const run = runLength(text, at)
    if (run === length) return at + run
    at += run
  }
  return null
}

function runLength(text: string, start: number): number {
  let at = start
  while (text[at] === '`') at += 1
  return at - start
}

const TAG_START = /<(?:\/?[A-Za-z][\w.:-]*|[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)/y
const ATTRIBUTE_START = /\s*(?:[A-Za-z_:@#][\w.:@-]*\s*(?:=\s*)?|\/)/y
const BARE = /[^\s"'=<>`{]+/y

/** The offset after a tag, an address in angle brackets or a comment; null when it is none by the grammar of CommonMark. */
function tagEnd(text: string, start: number, next: NextIndex): number | null {
  if (text.startsWith('<!--', start)) {
    const end = next.of('-->', start + 4)
    return end === -1 ? null : end + 3
  }
  TAG_START.lastIndex = start
  const name = TAG_START.exec(text)?.[0]
  if (name === undefined) return null
  for (let at = start + name.length; ;) {
    const rest = /[\s]*>/y
    rest.lastIndex = at
    const close = rest.exec(text)
    if (close) return at + close[0].length
    ATTRIBUTE_START.lastIndex = at
    const attribute = ATTRIBUTE_START.exec(text)?.[0]
    if (attribute === undefined) return null
    at += attribute.length
    if (!attribute.trimEnd().endsWith('=')) continue
    const quote = text[at]
    if (quote === '"' || quote === "'" || quote === '{') {
      const end = next.of(quote === '{' ? '}' : quote, at + 1)
      if (end === -1) return null
      at = end + 1
    } else {
      BARE.lastIndex = at
      const value = BARE.exec(text)?.[0]
      if (value === undefined) return null
      at += value.length
    }
  }
}
