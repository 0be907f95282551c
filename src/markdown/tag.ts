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

const NAMES = { md: /[A-Za-z][A-Za-z0-9-]*/y, mdx: /[A-Za-z_$][\w$.:-]*/y }
const ATTRIBUTE = /[A-Za-z_:@#][\w.:@-]*/y
const BARE_VALUE = /[^\s"'=<>`]+/y
const QUOTED_EXPRESSION = /\{\s*(["'`])((?:(?!\1)[^\\\n$])*)\1\s*\}/y

/** No attribute of a real page holds more. */
const EXPRESSION_CHARACTERS_MAX = 20_000

/**
 * Reads an HTML or JSX tag at a `<`; null when it is none, as in `a < b`. It is a little more lenient than CommonMark, because Vue and
 * others have attributes such as `@click` and `#name`.
 */
export function readTag(text: string, start: number, dialect: Dialect, patience: Patience, next: NextIndex): Tag | null {
  let at = start + 1
  const isClosing = text[at] === '/'
  if (isClosing) at += 1
  const name = match(NAMES[dialect], text, at)
  // `<>` and `</>` are elements without a name.
  if (name === null && !(dialect === 'mdx' && text[at] === '>')) return null
  at += name?.length ?? 0
  const attributes: Attribute[] = []
  for (;;) {
    const from = at
    at = skipSpace(text, at)
    if (text[at] === '>') return { name: name ?? '', isClosing, attributes, end: at + 1 }
    if (text[at] === '/' && text[at + 1] === '>') return { name: name ?? '', isClosing, attributes, end: at + 2 }
    if (dialect === 'mdx' && text[at] === '{') {
      const close = braceEnd(text, at, patience)
      if (close === null) return null
      at = close
      continue
    }
    const attribute = at > from ? match(ATTRIBUTE, text, at) : null
    if (attribute === null) return null
    at += attribute.length
    const sign = skipSpace(text, at)
    if (text[sign] !== '=') continue
    const value = readValue(text, skipSpace(text, sign + 1), dialect, patience, next)
    if (!value) return null
    const { start: valueStart, end } = value
    if (end !== null) attributes.push({ name: attribute, value: text.slice(valueStart, end), start: valueStart, end })
    at = value.next
  }
}

interface Value {
  start: number
  /** Null for an expression. */
  end: number | null
  next: number
}

function readValue(text: string, at: number, dialect: Dialect, patience: Patience, next: NextIndex): Value | null {
  const quote = text[at]
  if (quote === '"' || quote === "'") {
    const end = next.of(quote, at + 1)
    return end === -1 ? null : { start: at + 1, end, next: end + 1 }
  }
  if (quote === '{' && dialect === 'mdx') {
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

function skipSpace(text: string, start: number): number {
  let at = start
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r') at += 1
  return at
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}
