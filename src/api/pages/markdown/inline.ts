import { Html, escapeHtml, escapeVisibly } from '../html.ts'

/** Emphasis within emphasis within links: more is no text but an attack on whoever reads it. */
const DEPTH_MAX = 4

/** How far a mark looks for its partner. Keeps the time for any text in proportion to its length. */
const PARTNERS_MAX = 20

/** Bounded, for the same reason. */
const LINK = /!?\[((?:[^[\]\\]|\\.){0,1000})\]\(<?([^()\s<>]{1,2000})>?(?:\s+"[^"]{0,200}")?\)/y
const ADDRESS = /<?(https?:\/\/[^\s<>"'`\\]{1,2000})>?/y
const TEXT = /[^\\`![<*_h\n]+/y
const PUNCTUATION = /[!-/:-@[-`{-~]/
const WORD = /[\p{L}\p{N}]/u

/**
 * The inside of a paragraph: code, emphasis, links, line ends. Everything else is text, HTML too.
 *
 * Not all of Markdown: what is left out shows as it was written, which is never wrong, only less pretty.
 */
export function renderInline(text: string): Html {
  return new Html(toHtml(text, 0))
}

/** The target of a link that is safe to follow: on the web or on this service. Null for everything else. */
export function toSafeTarget(target: string): string | null {
  // Browsers drop line ends and tabs, and read a backslash as a slash: `java\nscript:` and `/\evil.example` would get through.
  // oxlint-disable-next-line no-control-regex -- Finding them is the point.
  if (/[\u0000-\u0020\u007F-\u009F\\]/.test(target)) return null
  if (/^https?:\/\/[^/]/i.test(target)) return target
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//')) return null
  return target
}

function toHtml(text: string, depth: number): string {
  let result = ''
  let at = 0
  while (at < text.length) {
    const found = readMark(text, at, depth)
    if (found) {
      result += found.html
      at = found.end
      continue
    }
    // At least one character, so that a mark without meaning is text.
    TEXT.lastIndex = at + 1
    const end = TEXT.test(text) ? TEXT.lastIndex : at + 1
    result += escapeVisibly(text.slice(at, end))
    at = end
  }
  return result
}

interface Found {
  html: string
  end: number
}

function readMark(text: string, at: number, depth: number): Found | null {
  switch (text[at]) {
    case '\\':
      return PUNCTUATION.test(text[at + 1] ?? '') ? { html: escapeHtml(text[at + 1]!), end: at + 2 } : null
    case '\n':
      return { html: '<br>\n', end: at + 1 }
    case '`':
      return readCode(text, at)
    case '!':
    case '[':
      return depth < DEPTH_MAX ? readLink(text, at, depth) : null
    case '<':
    case 'h':
      return readAddress(text, at)
    case '*':
    case '_':
      return depth < DEPTH_MAX ? readEmphasis(text, at, depth) : null
    default:
      return null
  }
}

function readCode(text: string, at: number): Found {
  let width = 1
  while (text[at + width] === '`') width++
  const fence = '`'.repeat(width)
  let end = at + width
  for (let tries = 0; tries < PARTNERS_MAX; tries++) {
    end = text.indexOf(fence, end)
    if (end < 0) break
    let after = end + width
    while (text[after] === '`') after++
    if (after === end + width) {
      const code = text.slice(at + width, end).replaceAll('\n', ' ')
      // One space on each side belongs to the fence: it keeps backticks of the code apart from it.
      const inner = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code
      return { html: `<code>${escapeVisibly(inner)}</code>`, end: after }
    }
    end = after
  }
  return { html: fence, end: at + width }
}

/** An image is shown as a link to it: loading it would tell its host who reads this. */
function readLink(text: string, at: number, depth: number): Found | null {
  LINK.lastIndex = at
  const match = LINK.exec(text)
  if (!match) return null
  const [whole, label = '', target = ''] = match
  const safe = toSafeTarget(target)
  const inner = toHtml(label, depth + 1).replace(/<\/?a\b[^>]*>/g, '')
  const end = at + whole.length
  // The target is shown: a reader sees what somebody wanted to be clicked.
  if (safe === null) return { html: `${inner} (${escapeVisibly(target)})`, end }
  return { html: link(safe, inner || escapeVisibly(target)), end }
}

function readAddress(text: string, at: number): Found | null {
  if (text[at] === 'h' && at > 0 && WORD.test(text[at - 1]!)) return null
  ADDRESS.lastIndex = at
  const match = ADDRESS.exec(text)
  if (!match) return null
  const [whole, address = ''] = match
  const isBracketed = whole.startsWith('<') && whole.endsWith('>')
  if (whole.startsWith('<') && !isBracketed) return null
  const target = isBracketed ? address : withoutSentence(address)
  if (toSafeTarget(target) === null) return null
  return { html: link(target, escapeVisibly(target)), end: isBracketed ? at + whole.length : at + target.length }
}

/** The full stop after an address belongs to the sentence. */
function withoutSentence(address: string): string {
  let end = address.length
  while (end > 0 && '.,;:!?)]*_'.includes(address[end - 1]!)) end--
  return address.slice(0, end)
}

function link(target: string, inner: string): string {
  return `<a href="${escapeHtml(target)}" rel="noreferrer">${inner}</a>`
}

function readEmphasis(text: string, at: number, depth: number): Found | null {
  const sign = text[at]!
  const mark = text[at + 1] === sign ? sign + sign : sign
  const start = at + mark.length
  if (/\s/.test(text[start] ?? ' ') || text[start] === sign) return null
  // `_` inside a word is part of a name, as in `page_id`.
  if (sign === '_' && at > 0 && WORD.test(text[at - 1]!)) return null
  let end = start
  for (let tries = 0; tries < PARTNERS_MAX; tries++) {
    end = text.indexOf(mark, end + 1)
    if (end < 0) return null
    const after = text[end + mark.length] ?? ' '
    if (/\s/.test(text[end - 1]!) || text[end - 1] === '\\') continue
    if (sign === '_' && WORD.test(after)) continue
    // A single sign must not be half of a double one.
    if (mark.length === 1 && (after === sign || text[end - 1] === sign)) continue
    const name = mark.length === 2 ? 'strong' : 'em'
    return { html: `<${name}>${toHtml(text.slice(start, end), depth + 1)}</${name}>`, end: end + mark.length }
  }
  return null
}
