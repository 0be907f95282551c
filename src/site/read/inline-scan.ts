import { closeBrace, type HtmlTag, type Patience, readTag } from './html-tag.ts'

/** A link or image in a block; offsets are into the whole text. */
export interface FoundTarget {
  kind: 'inline' | 'reference' | 'autolink'
  isImage: boolean
  /** Where the link begins. */
  start: number
  /** The link's text or the image's alternative, with its markup. */
  label: string
  targetStart: number
  targetEnd: number
  /** The definition's label when this is a reference. */
  reference: string | null
}

export interface InlineFacts {
  targets: FoundTarget[]
  tags: { start: number; tag: HtmlTag }[]
  /** For each `<` and `{` that begins nothing. */
  patience: Patience
}

/** The brackets that are open. */
interface Brackets {
  open: { start: number; isImage: boolean }[]
  /** Those before this index surround a link that is complete. They can only be images any more: links do not nest. */
  closedBefore: number
}

const INTERESTING = /[\\`<[\]!{]/g
const AUTOLINK = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>/y

/**
 * What may be read for tags and braces that turn out to be none, for each character of a block and once for the block; the next ones
 * are taken as text, so that time stays in proportion.
 */
const PATIENCE_PER_CHARACTER = 4
const PATIENCE = 2000

/** Longer targets exist only as data URLs, which nothing checks. */
const TARGET_CHARACTERS_MAX = 4000

/** CommonMark asks for at least three levels; cmark stops at 32 as well. */
const PARENTHESES_MAX = 32

/** Walks one block from left to right, so that what begins first wins, as CommonMark has it for code, tags and comments. */
export function scanInline(
  text: string,
  start: number,
  end: number,
  isMdx: boolean,
  isDefined: (label: string) => boolean,
): InlineFacts {
  const patience = { characters: PATIENCE + PATIENCE_PER_CHARACTER * (end - start) }
  const facts: InlineFacts = { targets: [], tags: [], patience }
  const brackets: Brackets = { open: [], closedBefore: 0 }
  const absentRuns = new Set<number>()
  // The search must not run on into later blocks, or a long page of plain text would take quadratic time.
  const block = text.slice(start, end)
  let at = start
  for (;;) {
    INTERESTING.lastIndex = at - start
    const found = INTERESTING.exec(block)
    if (!found) return facts
    at = start + found.index
    switch (found[0]) {
      case '\\':
        at += 2
        break
      case '`':
        at = stepOverCode(text, at, end, absentRuns)
        break
      case '<':
        at = stepOverTag(text, at, end, facts)
        break
      case '{':
        at = stepOverExpression(text, at, end, isMdx, facts)
        break
      case '!':
        if (text[at + 1] === '[') brackets.open.push({ start: at, isImage: true })
        at += text[at + 1] === '[' ? 2 : 1
        break
      case '[':
        brackets.open.push({ start: at, isImage: false })
        at += 1
        break
      default:
        at = closeBracket(text, at, end, brackets, facts, isDefined)
    }
  }
}

function stepOverCode(text: string, start: number, end: number, absentRuns: Set<number>): number {
  const length = runLength(text, start, end)
  if (absentRuns.has(length)) return start + length
  for (let at = start + length; at < end;) {
    const next = text.indexOf('`', at)
    if (next === -1 || next >= end) break
    const closing = runLength(text, next, end)
    if (closing === length) return next + closing
    at = next + closing
  }
  absentRuns.add(length)
  return start + length
}

function runLength(text: string, start: number, end: number): number {
  let at = start
  while (at < end && text[at] === '`') at += 1
  return at - start
}

function stepOverTag(text: string, start: number, end: number, facts: InlineFacts): number {
  if (text.startsWith('<!--', start)) {
    const close = text.slice(start + 4, end).indexOf('-->')
    return close === -1 ? end : start + 4 + close + 3
  }
  AUTOLINK.lastIndex = start
  const autolink = AUTOLINK.exec(text)
  if (autolink && start + autolink[0].length <= end) {
    const targetEnd = start + 1 + autolink[1]!.length
    facts.targets.push({
      kind: 'autolink',
      isImage: false,
      start,
      label: autolink[1]!,
      targetStart: start + 1,
      targetEnd,
      reference: null,
    })
    return targetEnd + 1
  }
  const tag = readTag(text, start, end, facts.patience)
  if (!tag) return start + 1
  facts.tags.push({ start, tag })
  return tag.end
}

/** In MDX braces hold JavaScript, in which brackets are no links. Elsewhere only the comment form is known. */
function stepOverExpression(text: string, start: number, end: number, isMdx: boolean, facts: InlineFacts): number {
  const isComment = text.startsWith('{/*', start)
  if (!isMdx && !isComment) return start + 1
  return (isComment ? commentEnd(text, start, end, facts) : closeBrace(text, start, end, facts.patience)) ?? start + 1
}

function commentEnd(text: string, start: number, end: number, { patience }: InlineFacts): number | null {
  if (patience.characters <= 0) return null
  const close = text.slice(start, end).indexOf('*/}')
  if (close === -1) patience.characters -= end - start
  return close === -1 ? null : start + close + 3
}

function closeBracket(
  text: string,
  at: number,
  end: number,
  brackets: Brackets,
  facts: InlineFacts,
  isDefined: (label: string) => boolean,
): number {
  const bracket = brackets.open.pop()
  const isClosed = brackets.open.length < brackets.closedBefore
  brackets.closedBefore = Math.min(brackets.closedBefore, brackets.open.length)
  if (!bracket || (isClosed && !bracket.isImage)) return at + 1
  const { start, isImage } = bracket
  const label = text.slice(start + (isImage ? 2 : 1), at)
  const destination = text[at + 1] === '(' && at + 1 < end ? readDestination(text, at + 2, end) : null
  if (destination) {
    facts.targets.push({
      kind: 'inline',
      isImage,
      start,
      label,
      targetStart: destination.start,
      targetEnd: destination.end,
      reference: null,
    })
    if (!isImage) brackets.closedBefore = brackets.open.length
    return destination.next
  }
  const reference = readReference(text, at, end, label)
  if (!isDefined(reference.label)) return at + 1
  facts.targets.push({ kind: 'reference', isImage, start, label, targetStart: start, targetEnd: at, reference: reference.label })
  if (!isImage) brackets.closedBefore = brackets.open.length
  return reference.next
}

/** What names the definition: `[text][label]`, `[label][]` or `[label]`. */
function readReference(text: string, at: number, end: number, label: string): { label: string; next: number } {
  if (text[at + 1] !== '[' || at + 1 >= end) return { label, next: at + 1 }
  const close = text.slice(at + 2, Math.min(end, at + 1002)).search(/(?<!\\)[[\]]/)
  if (close === -1 || text[at + 2 + close] === '[') return { label, next: at + 1 }
  return { label: close === 0 ? label : text.slice(at + 2, at + 2 + close), next: at + 3 + close }
}

interface Destination {
  start: number
  end: number
  next: number
}

/** Reads what follows `](`: a target, perhaps in angle brackets, perhaps a title, and the closing parenthesis. */
function readDestination(text: string, start: number, blockEnd: number): Destination | null {
  const limit = Math.min(blockEnd, start + TARGET_CHARACTERS_MAX)
  let at = skipSpace(text, start, limit)
  const isBracketed = text[at] === '<'
  if (isBracketed) at += 1
  const end = isBracketed ? bracketedEnd(text, at, limit) : plainEnd(text, at, limit)
  if (end === null) return null
  const after = isBracketed ? end + 1 : end
  let next = skipSpace(text, after, limit)
  if (next > after && next < limit && text[next] !== ')') {
    const title = /^(?:"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\))/.exec(text.slice(next, limit))
    if (!title) return null
    next = skipSpace(text, next + title[0].length, limit)
  }
  return next < limit && text[next] === ')' ? { start: at, end, next: next + 1 } : null
}

function bracketedEnd(text: string, start: number, limit: number): number | null {
  for (let at = start; at < limit; at += 1) {
    if (text[at] === '>') return at
    if (text[at] === '<' || text[at] === '\n') return null
    if (text[at] === '\\') at += 1
  }
  return null
}

function plainEnd(text: string, start: number, limit: number): number | null {
  let depth = 0
  let at = start
  for (; at < limit; at += 1) {
    const character = text[at]!
    if (character === '\\' && at + 1 < limit && text[at + 1]! > ' ') at += 1
    else if (character <= ' ') break
    else if (character === '(') {
      depth += 1
      if (depth > PARENTHESES_MAX) return null
    } else if (character === ')') {
      if (depth === 0) break
      depth -= 1
    }
  }
  return depth === 0 ? Math.min(at, limit) : null
}

function skipSpace(text: string, start: number, limit: number): number {
  let at = start
  while (at < limit && (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r')) at += 1
  return at
}
