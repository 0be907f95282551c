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
      text += source[position]
      position += 1
    }
  }
  return { text, quotes }
}

function quoteAt(source: string, at: number): { content: string; end: number } | null {
  const opener = source[at] ?? ''
  const isLineStart = at === 0 || source[at - 1] === '\n'
  const fenced = isLineStart ? FENCED.exec(source.slice(at)) : null
  if (fenced) return { content: fenced[2] ?? '', end: at + fenced[0].length }
  if (opener === '`') {
    const run = /^`+/u.exec(source.slice(at))?.[0] ?? '`'
    const close = source.indexOf(run, at + run.length)
    return close > at ? { content: source.slice(at + run.length, close), end: close + run.length } : null
  }
  const closer = PAIRS[opener]
  if (closer === undefined) return null
  // An apostrophe opens nothing inside a word, and closes nothing there either: "don't rename it's".
  if (/[\p{L}\p{N}]/u.test(source[at - 1] ?? '')) return null
  for (let close = source.indexOf(closer, at + 1); close > 0; close = source.indexOf(closer, close + 1)) {
    const content = source.slice(at + 1, close)
    if (content.includes('\n\n')) return null
    const isApostrophe = (closer === "'" || closer === '’') && /[\p{L}\p{N}]/u.test(source[close + 1] ?? '')
    if (!isApostrophe) return { content, end: close + 1 }
  }
  return null
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
