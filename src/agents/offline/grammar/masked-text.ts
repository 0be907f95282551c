/** A text whose quoted parts are replaced by marks, so that patterns cannot trip over what is inside the quotes. */
export interface MaskedText {
  text: string
  quotes: string[]
}

/** Private-use characters: they have no meaning of their own, and a prompt that contains them loses them first. */
const OPEN = '\uE000'
const CLOSE = '\uE001'

/** The mark of a quoted part, as a piece of a pattern with one group: the number of the quote. */
export const QUOTE = `${OPEN}(\\d+)${CLOSE}`

/** The same without a group. */
export const ANY_QUOTE = `${OPEN}\\d+${CLOSE}`

const PAIRS: Record<string, string> = { '"': '"', '“': '”', '„': '“', '«': '»', '‘': '’', "'": "'" }

/** A fenced block in a prompt is a given text of several lines. */
const FENCED = /^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?[ \t]*\1[ \t]*(?=\n|$)/u

/** A quotation is at most a long section of a page. One in single quotes is shorter, since most of those are apostrophes. */
const QUOTE_CHARACTERS_MAX = 20_000
const SINGLE_QUOTE_CHARACTERS_MAX = 300

export function maskQuotes(prompt: string): MaskedText {
  const quotes: string[] = []
  const source = prompt.replaceAll(/[\uE000\uE001]/gu, '')
  let text = ''
  let position = 0
  while (position < source.length) {
    const found = quoteAt(source, position)
    if (found) {
      text += `${OPEN}${quotes.length}${CLOSE}`
      quotes.push(found.content)
      position = found.end
    } else {
      // Marks that quote nothing are stepped over as one, so that a long row of them is not looked at again for each.
      const run = source[position] === '`' ? runLength(source, position) : 1
      text += source.slice(position, position + run)
      position += run
    }
  }
  return { text, quotes }
}

interface FoundQuote {
  content: string
  end: number
}

function quoteAt(source: string, at: number): FoundQuote | null {
  const opener = source[at] ?? ''
  if (opener === '`' || opener === '~') {
    const isLineStart = at === 0 || source[at - 1] === '\n'
    const fenced = isLineStart ? FENCED.exec(source.slice(at, at + QUOTE_CHARACTERS_MAX)) : null
    if (fenced) return { content: fenced[2] ?? '', end: at + fenced[0].length }
    return opener === '`' ? codeAt(source, at) : null
  }
  const closer = PAIRS[opener]
  // An apostrophe opens nothing inside a word, and closes nothing there either: "don't rename it's".
  if (closer === undefined || /[\p{L}\p{N}]/u.test(source[at - 1] ?? '')) return null
  return closedBy(source, at, closer)
}

function codeAt(source: string, at: number): FoundQuote | null {
  const run = runLength(source, at)
  const window = source.slice(at + run, at + run + QUOTE_CHARACTERS_MAX)
  const close = window.indexOf('`'.repeat(run))
  return close > 0 ? { content: window.slice(0, close), end: at + run + close + run } : null
}

function closedBy(source: string, at: number, closer: string): FoundQuote | null {
  const isSingle = closer === "'" || closer === '’'
  const window = source.slice(at + 1, at + 1 + (isSingle ? SINGLE_QUOTE_CHARACTERS_MAX : QUOTE_CHARACTERS_MAX))
  const paragraph = window.indexOf('\n\n')
  const text = paragraph < 0 ? window : window.slice(0, paragraph)
  for (let close = text.indexOf(closer); close >= 0; close = text.indexOf(closer, close + 1)) {
    const isApostrophe = isSingle && /[\p{L}\p{N}]/u.test(source[at + 1 + close + 1] ?? '')
    if (!isApostrophe) return { content: text.slice(0, close), end: at + 1 + close + 1 }
  }
  return null
}

function runLength(source: string, at: number): number {
  let length = 0
  while (source[at + length] === '`') length += 1
  return length
}

/** Puts the quoted parts back, for showing a clause to a person. */
export function unmask(text: string, quotes: readonly string[]): string {
  return text.replaceAll(new RegExp(QUOTE, 'gu'), (_, index: string) => `"${quotes[Number(index)] ?? ''}"`)
}

/** The content of a mark, or the text itself when it is no mark. */
export function unquoted(text: string, quotes: readonly string[]): string {
  const mark = new RegExp(`^${QUOTE}$`, 'u').exec(text.trim())
  return mark ? (quotes[Number(mark[1])] ?? '') : text.trim()
}
