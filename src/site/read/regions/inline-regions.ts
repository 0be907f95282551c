import type { Dialect, Region, RegionKind } from './region.ts'

/** Where an inline construct ends and what it is. */
interface Match {
  kind: RegionKind
  /** Where the protected part starts; later than the position when a part before it is prose. */
  start: number
  end: number
}

/** Addresses as people write them into prose. Trailing punctuation belongs to the sentence. */
const ADDRESS =
  /(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|mailto:)[^\s<>"'`|\]{}\\]*[^\s<>"'`|\]{}\\.,;:!?)*_~]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/iuy

const TAG_NAME = /<\/?(?<name>[A-Za-z][\w.:-]*)?/uy

/** No link, tag or expression is longer; without a limit, a page of nothing but open brackets would take hours. */
const CONSTRUCT_CHARACTERS_MAX = 4000

/** What may be read for constructs that turn out to be none, for each character of a block. */
const PATIENCE_PER_CHARACTER = 50

/** Content of these elements is code to a reader. */
const CODE_ELEMENTS = new Set(['code', 'kbd', 'samp', 'tt', 'var', 'pre', 'script', 'style'])

/** A template or attribute list in plain Markdown; an ordinary brace stays prose. */
const TEMPLATE = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\{[#:.][^}\n]*\}/uy

/**
 * Finds everything in one block of text that is not prose: code, targets, addresses, markup and expressions.
 *
 * It errs on the side of protecting: a place that is left alone is listed for the reader, a place that is changed by mistake breaks
 * a page.
 */
export function inlineRegions(page: string, start: number, end: number, dialect: Dialect, labels: ReadonlySet<string>): Region[] {
  const regions: Region[] = []
  let position = start
  let patience = CONSTRUCT_CHARACTERS_MAX * 10 + PATIENCE_PER_CHARACTER * (end - start)
  while (position < end) {
    // Nothing that a person wrote gets here. Whatever the rest is, it stays as it is.
    if (patience < 0) return [...regions, { kind: 'markup', start: position, end }]
    const match = matchAt(page, position, end, dialect, labels)
    if (match && match.end > position) {
      regions.push({ kind: match.kind, start: match.start, end: match.end })
      position = match.end
      continue
    }
    // Only these are looked for far away.
    if (OPENERS.has(page[position]!)) patience -= Math.min(end - position, CONSTRUCT_CHARACTERS_MAX)
    position += page[position] === '\\' ? 2 : skipWidth(page, position, end)
  }
  return regions
}

const OPENERS: ReadonlySet<string> = new Set('`<{[]$')

/** A run of back-ticks that closes nothing is skipped whole, and so are the letters of one word. */
function skipWidth(page: string, position: number, end: number): number {
  if (page[position] === '`') return runLength(page, position, end)
  return 1
}

function matchAt(page: string, at: number, blockEnd: number, dialect: Dialect, labels: ReadonlySet<string>): Match | null {
  const end = Math.min(blockEnd, at + CONSTRUCT_CHARACTERS_MAX)
  switch (page[at]) {
    case '`':
      return codeSpan(page, at, end)
    case '<':
      return angle(page, at, end)
    case '{':
      return dialect === 'mdx' ? expression(page, at, end) : sticky(TEMPLATE, page, at, end, 'expression')
    case '[':
      return reference(page, at, end, labels)
    case ']':
      return target(page, at, end)
    case '$':
      return page[at + 1] === '$' ? until(page, at, end, '$$', 'expression') : null
    case ':':
      return sticky(/:::+[\w-]*/uy, page, at, end, 'markup')
    default: {
      const isWordStart = at === 0 || !/[\w.+-]/u.test(page[at - 1] ?? '')
      return isWordStart ? sticky(ADDRESS, page, at, end, 'url') : null
    }
  }
}

function sticky(pattern: RegExp, page: string, at: number, end: number, kind: RegionKind): Match | null {
  // Of the part that counts only: what does not end would be looked for up to the end of the page.
  pattern.lastIndex = 0
  const found = pattern.exec(page.slice(at, end))
  return found && at + found[0].length <= end ? { kind, start: at, end: at + found[0].length } : null
}

function until(page: string, at: number, end: number, closer: string, kind: RegionKind): Match | null {
  const close = indexWithin(page, closer, at + closer.length, end)
  return close >= 0 ? { kind, start: at, end: close + closer.length } : null
}

function runLength(page: string, at: number, end: number): number {
  let length = 0
  while (at + length < end && page[at + length] === '`') length += 1
  return length
}

function codeSpan(page: string, at: number, end: number): Match | null {
  const length = runLength(page, at, end)
  for (let close = at + length; close < end;) {
    const next = indexWithin(page, '`', close, end)
    if (next < 0) return null
    const run = runLength(page, next, end)
    if (run === length) return { kind: 'inline-code', start: at, end: next + run }
    close = next + run
  }
  return null
}

function angle(page: string, at: number, end: number): Match | null {
  if (page.startsWith('<!--', at)) return until(page, at, end, '-->', 'comment')
  const automatic = sticky(/<(?:[a-z][a-z0-9+.-]*:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>/iuy, page, at, end, 'url')
  if (automatic) return automatic
  TAG_NAME.lastIndex = at
  const opening = TAG_NAME.exec(page)
  const name = opening?.groups?.['name']
  if (!opening || (name === undefined && !/^<\/?>/u.test(page.slice(at, at + 3)))) return null
  const close = tagEnd(page, at + opening[0].length, end)
  if (close < 0) return null
  if (name && CODE_ELEMENTS.has(name.toLowerCase()) && page[at + 1] !== '/' && page[close - 2] !== '/') {
    const closing = indexWithin(page, `</${name}`, close, end)
    if (closing >= 0) return { kind: 'inline-code', start: at, end: closing }
  }
  return { kind: 'markup', start: at, end: close }
}

/** The position after the `>` that closes a tag; quoted values and braces may hold another one. */
function tagEnd(page: string, from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    const character = page[at]
    if (character === '>') return at + 1
    if (character === '<') return -1
    if (character === '"' || character === "'") {
      const close = indexWithin(page, character, at + 1, end)
      if (close < 0) return -1
      at = close
    } else if (character === '{') {
      const braces = expression(page, at, end)
      if (!braces) return -1
      at = braces.end - 1
    }
  }
  return -1
}

/** An MDX expression, with its inner braces and strings. */
function expression(page: string, at: number, end: number): Match | null {
  let depth = 0
  for (let position = at; position < end; position += 1) {
    const character = page[position]
    if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return { kind: 'expression', start: at, end: position + 1 }
    }
  }
  return null
}

/** A footnote, or a label that a definition elsewhere on the page answers to: changing it would cut the two apart. */
function reference(page: string, at: number, end: number, labels: ReadonlySet<string>): Match | null {
  const close = indexWithin(page, ']', at, end)
  if (close < 0) return null
  const label = page.slice(at + 1, close)
  if (label.startsWith('^') || label.startsWith('[')) return { kind: 'link-target', start: at, end: close + 1 }
  const next = page[close + 1]
  const isWhole = next !== '(' && (next !== '[' || page[close + 2] === ']')
  return isWhole && labels.has(normalizeLabel(label)) ? { kind: 'link-target', start: at, end: close + 1 } : null
}

/** The part of a link after its text: `(target "title")` or `[label]`. */
function target(page: string, at: number, end: number): Match | null {
  if (page[at + 1] === '[') {
    const close = indexWithin(page, ']', at + 2, end)
    return close >= 0 ? { kind: 'link-target', start: at + 1, end: close + 1 } : null
  }
  if (page[at + 1] !== '(') return null
  let depth = 0
  for (let position = at + 1; position < end; position += 1) {
    const character = page[position]
    if (character === '\\') position += 1
    else if (character === '<') {
      const close = indexWithin(page, '>', position, end)
      if (close < 0) return null
      position = close
    } else if (character === '"' || (character === "'" && /\s/u.test(page[position - 1] ?? ''))) {
      const close = indexWithin(page, character, position + 1, end)
      if (close > 0) position = close
    } else if (character === '(') depth += 1
    else if (character === ')') {
      depth -= 1
      if (depth === 0) return { kind: 'link-target', start: at + 1, end: position + 1 }
    }
  }
  return null
}

/** Where a text starts between two offsets and also ends before the second; -1 when nowhere. */
function indexWithin(page: string, text: string, from: number, end: number): number {
  const found = page.slice(from, end).indexOf(text)
  return found < 0 ? -1 : from + found
}

/** Labels are compared without regard to case and spacing. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/gu, ' ').toLowerCase()
}
