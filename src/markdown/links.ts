import type { Range } from './page.ts'

/** CommonMark's own limit. */
const LABEL_CHARACTERS_MAX = 999

/** CommonMark asks for at least three levels; cmark stops at 32 as well. */
const PARENTHESES_MAX = 32

export interface Destination {
  /** Without angle brackets. */
  target: Range
  next: number
}

/** Reads where a link leads to. */
export function readDestination(text: string, start: number): Destination | null {
  if (text[start] === '<') {
    const end = bracketedEnd(text, start + 1)
    return end === null ? null : { target: { start: start + 1, end }, next: end + 1 }
  }
  const end = plainEnd(text, start)
  return end === null ? null : { target: { start, end }, next: end }
}

function bracketedEnd(text: string, start: number): number | null {
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (character === '>') return at
    if (character === '<' || character === '\n') return null
    if (character === '\\') at += 1
  }
  return null
}

function plainEnd(text: string, start: number): number | null {
  let depth = 0
  let at = start
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 92 && isPunctuation(text.charCodeAt(at + 1))) at += 1
    else if (code <= 32 || code === 127) break
    else if (code === 40) {
      depth += 1
      if (depth > PARENTHESES_MAX) return null
    } else if (code === 41) {
      if (depth === 0) break
      depth -= 1
    }
  }
  return depth === 0 ? at : null
}

/** By the quote that opened them, titles that have no end; they are looked for once. */
export type UnclosedTitles = Set<string>

/** The offset after a title; null when none begins there. */
export function titleEnd(text: string, start: number, unclosed: UnclosedTitles): number | null {
  const open = text[start]!
  if (open !== '"' && open !== "'" && open !== '(') return null
  if (unclosed.has(open)) return null
  const close = open === '(' ? ')' : open
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === close) return at + 1
    else if (open === '(' && text[at] === '(') return null
  }
  unclosed.add(open)
  return null
}

/** The offset of the bracket that closes a label; null when there is none. */
export function labelEnd(text: string, start: number): number | null {
  const limit = Math.min(text.length, start + LABEL_CHARACTERS_MAX + 1)
  for (let at = start; at < limit; at += 1) {
    if (text[at] === ']') return at
    if (text[at] === '[') return null
    if (text[at] === '\\') at += 1
  }
  return null
}

/** Labels are compared without regard to case and spacing. Empty when it is none. */
export function normaliseLabel(label: string): string {
  if (label.length > LABEL_CHARACTERS_MAX) return ''
  // Both ways, because some letters have a capital form alone in common.
  return label
    .trim()
    .replace(/[ \t\r\n]+/g, ' ')
    .toLowerCase()
    .toUpperCase()
}

export function isPunctuation(code: number): boolean {
  return (code >= 33 && code <= 47) || (code >= 58 && code <= 64) || (code >= 91 && code <= 96) || (code >= 123 && code <= 126)
}
