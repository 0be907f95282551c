import type { NextIndex } from './next-index.ts'
import type { Attribute, Dialect } from './page.ts'
import { closeBracket } from './script-scan.ts'

export interface Tag {
  name: string
  isClosing: boolean
  attributes: Attribute[]
  /** The offset after the closing `>`. */
  end: number
}

/** How many characters may still be read for nothing. A text of unclosed braces would be read to its end for each of them. */
export interface Patience {
  characters: number
}

/** `md` is a little more lenient than CommonMark, because Vue and others have attributes such as `@click` and `#name`. */
export type TagGrammar = Dialect | 'commonmark'

const NAMES = {
  commonmark: /[A-Za-z][A-Za-z0-9-]*/y,
  md: /[A-Za-z][A-Za-z0-9-]*/y,
  // JSX has space around the signs in a name.
  mdx: /[\p{ID_Start}$_][\p{ID_Continue}$-]*(?:\s*[.:]\s*[\p{ID_Start}$_][\p{ID_Continue}$-]*)*/uy,
}
const ATTRIBUTES = {
  commonmark: /[A-Za-z_:][\w.:-]*/y,
  md: /[A-Za-z_:@#][\w.:@-]*/y,
  mdx: /[\p{ID_Start}$_:@#][\p{ID_Continue}$.:@-]*(?:\s*:\s*[\p{ID_Start}$_][\p{ID_Continue}$-]*)?/uy,
}
const SPACES = { commonmark: /[ \t\n\r]*/y, md: /\s*/y, mdx: /\s*/y }
const BARE_VALUE = /[^\s"'=<>`]+/y
const QUOTED_EXPRESSION = /\{\s*(["'`])((?:(?!\1)[^\\\n$])*)\1\s*\}/y

/** No attribute of a real page holds more. */
const EXPRESSION_CHARACTERS_MAX = 20_000

/** Reads an HTML or JSX tag at a `<`; null when it is none, as in `a < b`. */
export function readTag(text: string, start: number, grammar: TagGrammar, patience: Patience, next: NextIndex): Tag | null {
  const skipSpace = (from: number) => from + match(SPACES[grammar], text, from)!.length
  let at = start + 1
  const isClosing = text[at] === '/'
  if (isClosing) at = grammar === 'mdx' ? skipSpace(at + 1) : at + 1
  const name = match(NAMES[grammar], text, at)
  // `<>` and `</>` are elements without a name.
  if (name === null && !(grammar === 'mdx' && text[at] === '>')) return null
  at += name?.length ?? 0
  const tag = { name: name?.replace(/\s+/g, '') ?? '', isClosing, attributes: [] as Attribute[] }
  let isBehindValue = false
  for (;;) {
    const from = at
    at = skipSpace(at)
    if (text[at] === '>') return { ...tag, end: at + 1 }
    if (isClosing && grammar === 'commonmark') return null
    if (text[at] === '/') {
      const end = grammar === 'mdx' ? skipSpace(at + 1) : at + 1
      return text[end] === '>' ? { ...tag, end: end + 1 } : null
    }
    if (grammar === 'mdx' && text[at] === '{') {
      const close = braceEnd(text, at, patience)
      if (close === null) return null
      at = close
      isBehindValue = true
      continue
    }
    // JSX needs no space behind a value.
    const attribute = at > from || (isBehindValue && grammar === 'mdx') ? match(ATTRIBUTES[grammar], text, at) : null
    if (attribute === null) return null
    at += attribute.length
    const sign = skipSpace(at)
    isBehindValue = text[sign] === '='
    if (!isBehindValue) continue
    const value = readValue(text, skipSpace(sign + 1), grammar, patience, next)
    if (!value) return null
    const { start: valueStart, end } = value
    if (end !== null) tag.attributes.push({ name: attribute, value: text.slice(valueStart, end), start: valueStart, end })
    at = value.next
  }
}

interface Value {
  start: number
  /** Null for an expression. */
  end: number | null
  next: number
}

function readValue(text: string, at: number, grammar: TagGrammar, patience: Patience, next: NextIndex): Value | null {
  const quote = text[at]
  if (quote === '"' || quote === "'") {
    const end = next.of(quote, at + 1)
    return end === -1 ? null : { start: at + 1, end, next: end + 1 }
  }
  if (quote === '{' && grammar === 'mdx') {
    QUOTED_EXPRESSION.lastIndex = at
    const literal = QUOTED_EXPRESSION.exec(text)
    if (literal) {
      const start = text.indexOf(literal[1]!, at) + 1
      return { start, end: start + literal[2]!.length, next: at + literal[0].length }
    }
    const end = braceEnd(text, at, patience)
    return end === null ? null : { start: at, end: null, next: end }
  }
  const bare = match(BARE_VALUE, text, at)
  return bare === null ? null : { start: at, end: at + bare.length, next: at + bare.length }
}

function braceEnd(text: string, at: number, patience: Patience): number | null {
  if (patience.characters <= 0) return null
  const limit = Math.min(text.length, at + EXPRESSION_CHARACTERS_MAX)
  const end = closeBracket(text, at, limit)
  if (end === null) patience.characters -= limit - at
  return end
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}
