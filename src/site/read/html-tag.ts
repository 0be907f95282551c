export interface TagAttribute {
  name: string
  value: string
  /** Where the value stands in the text, without its quotes. */
  start: number
  end: number
}

export interface HtmlTag {
  name: string
  /** Only attributes with a literal value. One with an expression is stepped over. */
  attributes: TagAttribute[]
  /** The offset after the closing `>`. */
  end: number
}

const NAME = /[A-Za-z][\w.:-]*/y
const ATTRIBUTE = /[A-Za-z_:@#][\w.:@-]*/y
const QUOTED_EXPRESSION = /\{\s*(["'`])((?:(?!\1)[^\\\n$])*)\1\s*\}/y

/** Far more than any real tag has. Without a bound, a page of unclosed tags would take quadratic time. */
const TAG_CHARACTERS_MAX = 10_000

/** How many characters may still be read for nothing. A page of unclosed tags or braces would be read to its end for each of them. */
export interface Patience {
  characters: number
}

/** Reads an HTML or JSX tag at a `<`; null when it is none, as in `a < b`. Nothing beyond `blockEnd` is looked at. */
export function readTag(text: string, start: number, blockEnd: number, patience: Patience): HtmlTag | null {
  if (patience.characters <= 0) return null
  const reached = { at: start }
  const tag = tryTag(text, start, blockEnd, reached)
  if (!tag) patience.characters -= reached.at - start
  return tag
}

function tryTag(text: string, start: number, blockEnd: number, reached: { at: number }): HtmlTag | null {
  const limit = Math.min(blockEnd, start + TAG_CHARACTERS_MAX)
  let at = start + 1
  if (text[at] === '/') at += 1
  const name = match(NAME, text, at)
  if (!name) return null
  at += name[0].length
  const attributes: TagAttribute[] = []
  while (at < limit) {
    at = skipSpace(text, at, limit)
    if (text[at] === '>') return at < limit ? { name: name[0], attributes, end: at + 1 } : null
    if (text[at] === '/' || text[at] === '*') {
      at += 1
      continue
    }
    // A spread such as `{...props}`.
    if (text[at] === '{') {
      const close = braceEnd(text, at, limit)
      reached.at = close ?? limit
      if (close === null) return null
      at = close
      continue
    }
    const attribute = match(ATTRIBUTE, text, at)
    reached.at = at
    if (!attribute) return null
    at = skipSpace(text, at + attribute[0].length, limit)
    if (text[at] !== '=') continue
    const value = readValue(text, skipSpace(text, at + 1, limit), limit)
    // A value that does not end was looked for up to the limit.
    reached.at = value?.next ?? limit
    if (!value) return null
    if (value.end !== null)
      attributes.push({ name: attribute[0], value: text.slice(value.start, value.end), start: value.start, end: value.end })
    at = value.next
  }
  reached.at = limit
  return null
}

interface ValueRange {
  start: number
  /** Null for an expression. */
  end: number | null
  next: number
}

function readValue(text: string, at: number, limit: number): ValueRange | null {
  const quote = text[at]
  if (quote === '"' || quote === "'") {
    const end = find(text, quote, at + 1, limit)
    return end === -1 ? null : { start: at + 1, end, next: end + 1 }
  }
  if (quote === '{') {
    const literal = match(QUOTED_EXPRESSION, text, at)
    if (literal) {
      const start = text.indexOf(literal[1]!, at) + 1
      return { start, end: start + literal[2]!.length, next: at + literal[0].length }
    }
    const next = braceEnd(text, at, limit)
    return next === null ? null : { start: at, end: null, next }
  }
  let end = at
  while (end < limit && !/[\s"'=<>`]/.test(text[end]!)) end += 1
  return end === at ? null : { start: at, end, next: end }
}

/** The offset after the brace that closes the one at `start`; strings inside are stepped over. */
export function closeBrace(text: string, start: number, blockEnd: number, patience: Patience): number | null {
  if (patience.characters <= 0) return null
  const limit = Math.min(blockEnd, start + TAG_CHARACTERS_MAX)
  const end = braceEnd(text, start, limit)
  if (end === null) patience.characters -= limit - start
  return end
}

function braceEnd(text: string, start: number, limit: number): number | null {
  let depth = 0
  for (let at = start; at < limit; at += 1) {
    const character = text[at]
    if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    } else if (character === '"' || character === '`') {
      const end = find(text, character, at + 1, limit)
      if (end !== -1) at = end
    }
  }
  return null
}

function find(text: string, wanted: string, from: number, limit: number): number {
  const found = text.slice(from, limit).indexOf(wanted)
  return found === -1 ? -1 : from + found
}

function skipSpace(text: string, start: number, limit: number): number {
  let at = start
  while (at < limit && (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r')) at += 1
  return at
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
